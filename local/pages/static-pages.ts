import { deskFileOf, deskHeaders, deskPage } from '../../web/desk-page.ts';
import { displayFileOf, displayPage } from '../../web/display-page.ts';
import { joinFileOf, joinPage } from '../../web/join-page.ts';
import type { Files, PageFile } from '../../web/page-files.ts';
import { PAGE_CACHE_CONTROL, PAGE_HEADERS } from '../../web/page-headers.ts';
import { REFERENCE_POLICY, referenceFileOf, referencePage } from '../../web/reference-page.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { Received } from '../http/requests.ts';
import { phoneFileOf, phonePage } from './phone-page.ts';

interface Site {
  readonly fileOf: (path: string) => string | undefined;
  readonly build: () => Promise<Files>;
  /** Headers that differ from those of the other pages. */
  readonly headers?: Readonly<Record<string, string>>;
}

const sites: readonly Site[] = [
  { fileOf: displayFileOf, build: () => displayPage() },
  { fileOf: joinFileOf, build: () => joinPage() },
  { fileOf: deskFileOf, build: () => deskPage(), headers: deskHeaders() },
  { fileOf: phoneFileOf, build: phonePage },
  {
    fileOf: referenceFileOf,
    build: () => referencePage('local'),
    headers: { 'content-security-policy': REFERENCE_POLICY },
  },
];

/**
 * Serves the display page, the join page, the desk and the API reference as CloudFront does, and the demo phone in the same way.
 * Each is built at its first request.
 */
export function staticPages() {
  const built = new Map<Site, ReturnType<Site['build']>>();

  return async ({ method, path }: Received): Promise<HandlerAnswer | undefined> => {
    const site =
      method === 'GET' ? sites.find((candidate) => candidate.fileOf(path) !== undefined) : undefined;
    if (!site) return undefined;
    const building = built.get(site) ?? site.build();
    built.set(site, building);
    const file = (await building).get(site.fileOf(path) ?? '');
    if (!file) return undefined;
    const headers = {
      ...PAGE_HEADERS,
      ...site.headers,
      'content-type': file.contentType,
      'cache-control': PAGE_CACHE_CONTROL,
    };
    return { statusCode: 200, headers, ...bodyOf(file) };
  };
}

const bodyOf = ({ body }: PageFile) =>
  typeof body === 'string' ? { body } : { body: body.toString('base64'), isBase64Encoded: true };
