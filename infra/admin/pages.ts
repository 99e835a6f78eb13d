import * as z from 'zod/mini';
import { MAX_PAGE_ITEMS } from '../../shared/values/limits.ts';

const WithCursor = z.object({ nextCursor: z.optional(z.string()) });

/** Reads all pages of a list. */
export async function allPages<Page>(
  read: (query: { readonly limit: string; readonly cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: String(MAX_PAGE_ITEMS), ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    cursor = WithCursor.safeParse(page).data?.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** Joins the lists of all pages to one answer. */
export function joined<Page>(pages: readonly Page[]): Page {
  const entries = pages.flatMap((page) => Object.entries(page ?? {}));
  const lists = Map.groupBy(
    entries.filter(([name]) => name !== 'nextCursor'),
    ([name]) => name,
  );
  // The joined page has the lists of a page and no cursor, which is optional.
  return Object.fromEntries([...lists].map(([name, all]) => [name, all.flatMap(([, list]) => list)])) as Page;
}
