import { MOST_PAGE_ITEMS } from '../../shared/limits.ts';

/** Reads all pages of a list. */
export async function allPages<Page extends { readonly nextCursor?: string | undefined }>(
  read: (query: { readonly limit: string; readonly cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: String(MOST_PAGE_ITEMS), ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
