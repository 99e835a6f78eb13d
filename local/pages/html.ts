import { type DocumentPage, documentPage } from '../../web/documents/frame.ts';
import { PAGE_HEADERS } from '../../web/page-headers.ts';
import { LOCAL_TABS } from '../../web/reference-page.ts';
import { inMalaysia } from './times.ts';

interface LocalPage extends Pick<DocumentPage, 'title' | 'open' | 'main'> {
  /** The time of the platform. */
  readonly now: Date;
}

/** A page that only the local platform serves, in the frame of the API reference. */
export function page({ now, ...shown }: LocalPage): { headers: Record<string, string>; body: string } {
  return {
    headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: documentPage({
      ...shown,
      where: ['Sihat on this machine', `${inMalaysia(now)} in Malaysia`],
      tabs: LOCAL_TABS,
    }),
  };
}
