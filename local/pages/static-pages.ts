import { HTML, type PageFile } from '../../web/page-files.ts';
import { PAGE_CACHE_CONTROL, PAGE_HEADERS } from '../../web/page-headers.ts';
import { fileOf, type Page, pages } from '../../web/pages.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import { originOf, type Received } from '../http/requests.ts';
import { DOCUMENTED_ORIGIN } from './guide-pages.ts';
import { phone } from './phone-page.ts';

const SITE = { kind: 'local' } as const;

/** Serves all pages as CloudFront does, and the demo phone in the same way. Each is built at its first request. */
export function staticPages() {
  const served: readonly Page[] = [...Object.values<Page>(pages), phone];
  const built = new Map<Page, ReturnType<Page['build']>>();

  return async (request: Received): Promise<HandlerAnswer | undefined> => {
    const { method, path } = request;
    const page = method === 'GET' ? served.find((each) => fileOf(each, path) !== undefined) : undefined;
    if (!page) return undefined;
    const building = built.get(page) ?? page.build(SITE);
    built.set(page, building);
    const file = (await building).get(fileOf(page, path) ?? '');
    if (!file) return undefined;
    const headers = {
      ...PAGE_HEADERS,
      ...page.headers?.(SITE),
      'content-type': file.contentType,
      'cache-control': PAGE_CACHE_CONTROL,
    };
    return { statusCode: 200, headers, ...bodyOf(file, originOf(request)) };
  };
}

/** Samples show the address at which their page was requested. */
const bodyOf = ({ body, contentType }: PageFile, origin: string) =>
  typeof body === 'string'
    ? { body: contentType === HTML ? body.replaceAll(DOCUMENTED_ORIGIN, origin) : body }
    : { body: body.toString('base64'), isBase64Encoded: true };
