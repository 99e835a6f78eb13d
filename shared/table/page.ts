import { RefusedRequest } from '../contract/refusals.ts';
import { fitting } from '../http/response-size.ts';
import { DEFAULT_PAGE_ITEMS } from '../values/limits.ts';
import { cursors } from './cursor.ts';
import type { StoredItem } from './item.ts';
import { sortKeyIn } from './pages.ts';
import type { Range, Reads } from './table.ts';

type PageRange = Pick<Range, 'pk' | 'index' | 'from' | 'to' | 'descending'>;

/** A page that a caller requests, as an endpoint gets it. */
export interface PageRequest {
  readonly caller: { readonly accountId: string };
  /** Everything except `limit` and `cursor` selects what the list has. */
  readonly query: Readonly<Record<string, unknown>> & {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
  readonly settings: { readonly CURSOR_SECRET: string };
}

export interface Page {
  readonly items: StoredItem[];
  readonly nextCursor?: string;
}

/** A requested page of a range with its decrypted cursor. */
export interface OpenedPage {
  readonly range: PageRange;
  /** The sort key after which the page starts; `undefined` for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Makes the cursor of the page after a sort key. */
  readonly seal: (sortKey: string) => string;
}

/**
 * Opens the cursor of a page. A cursor is valid only for the same range in the same direction, the same selection and the same
 * caller, so a list whose order changes refuses its earlier cursors.
 * @throws {RefusedRequest} invalid_cursor for a forged, foreign or truncated cursor.
 */
export function openPage(range: PageRange, { caller, query, settings }: PageRequest): OpenedPage {
  const { limit = DEFAULT_PAGE_ITEMS, cursor, ...selection } = query;
  const { pk, index, from, to, descending = false } = range;
  const list = [caller.accountId, JSON.stringify({ pk, index, from, to, descending, selection })];
  const { seal, open } = cursors(settings.CURSOR_SECRET);
  const after = cursor === undefined ? undefined : open(list, cursor);
  if (cursor !== undefined && after === undefined) throw new RefusedRequest('invalid_cursor');
  return { range, after, limit, seal: (sortKey) => seal(list, sortKey) };
}

/**
 * Reads one page of a range: as many items as requested, or as fit into a response.
 * @throws {RefusedRequest} invalid_cursor
 */
export const readPage = (table: Reads, range: PageRange, request: PageRequest): Promise<Page> =>
  readOpened(table, openPage(range, request));

/** Reads a page whose cursor was checked before. @returns as many items as the request allows and as fit into a response, with a cursor if more follow. */
export async function readOpened(table: Reads, { range, after, limit, seal }: OpenedPage): Promise<Page> {
  // One more item than requested shows whether there is a next page. The query stops when a response is full.
  const isEnough = (some: readonly StoredItem[]) => fitting(some).length < some.length;
  const found = await table.query({ ...range, after, limit: limit + 1, isEnough });
  const items = fitting(found.slice(0, limit));
  const last = items.at(-1);
  if (found.length === items.length || !last) return { items };
  return { items, nextCursor: seal(sortKeyIn(range, last)) };
}
