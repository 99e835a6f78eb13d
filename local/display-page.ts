import { displayPage, fileOf, PAGE_CACHE_CONTROL, PAGE_HEADERS } from '../web/display-page.ts';
import type { HandlerAnswer } from './gateway.ts';
import type { Received } from './requests.ts';

/** Serves the display page as CloudFront does. The page is built at its first request. */
export function localDisplayPage() {
  let building: ReturnType<typeof displayPage> | undefined;

  return async ({ method, path }: Received): Promise<HandlerAnswer | undefined> => {
    const name = method === 'GET' ? fileOf(path) : undefined;
    if (name === undefined) return undefined;
    building ??= displayPage();
    const file = (await building).get(name);
    if (!file) return undefined;
    const headers = {
      ...PAGE_HEADERS,
      'content-type': file.contentType,
      'cache-control': PAGE_CACHE_CONTROL,
    };
    return { statusCode: 200, headers, body: file.body };
  };
}
