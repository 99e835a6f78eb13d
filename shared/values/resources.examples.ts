import { CURSOR } from './ids.examples.ts';
import { DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS } from './limits.ts';
import type { Parameters } from './meanings.ts';
import type { pageQuery } from './resources.ts';

/** The parameters of a list with pages. */
export const page = {
  limit: {
    meaning: 'The maximum number of items on the page',
    example: DEFAULT_PAGE_ITEMS,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_ITEMS, default: DEFAULT_PAGE_ITEMS },
  },
  cursor: {
    meaning: 'The `nextCursor` of the previous page. A cursor is valid only for the same list and caller.',
    example: CURSOR,
  },
} satisfies Parameters<typeof pageQuery>;

/** What `nextCursor` means in every page. */
export const nextCursor = 'The cursor of the next page; omitted on the last page';
