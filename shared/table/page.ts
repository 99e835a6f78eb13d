import { RefusedRequest } from '../contract/refusals.ts';
import { tableDefinition } from '../contract/table-definition.ts';
import { fitting } from '../http/response-size.ts';
import { DEFAULT_PAGE_ITEMS } from '../values/limits.ts';
import { cursors } from './cursor.ts';
import type { StoredItem } from './item.ts';
import type { Range, Reads } from './table.ts';

/** The page that a caller requests, and the list that it belongs to. */
export interface PageWish {
  /** The list and the caller, such as `listClaims` and an account id. A cursor is valid only for these. */
  readonly list: readonly string[];
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly secret: string;
}

export interface Page {
  readonly items: StoredItem[];
  readonly nextCursor?: string;
}

/** A requested page with its decrypted cursor. It is checked before anything is written. */
export interface OpenedPage {
  readonly after: string | undefined;
  readonly limit: number;
  readonly seal: (sortKey: string) => string;
}

/** @throws {RefusedRequest} invalid_cursor for a forged, foreign or truncated cursor. */
export function openPage({ list, limit = DEFAULT_PAGE_ITEMS, cursor, secret }: PageWish): OpenedPage {
  const { seal, open } = cursors(secret);
  const after = cursor === undefined ? undefined : open(list, cursor);
  if (cursor !== undefined && after === undefined) throw new RefusedRequest('invalid_cursor');
  return { after, limit, seal: (sortKey) => seal(list, sortKey) };
}

/** Reads one page of a partition: as many items as requested, or as fit into a response. */
export async function readPage(
  table: Reads,
  range: Pick<Range, 'pk' | 'index' | 'descending'>,
  { after, limit, seal }: OpenedPage,
): Promise<Page> {
  // One more item than requested shows whether there is a next page. The query stops when a response is full.
  const isEnough = (some: readonly StoredItem[]) => fitting(some).length < some.length;
  const found = await table.query({ ...range, after, limit: limit + 1, isEnough });
  const items = fitting(found.slice(0, limit));
  const last = items.at(-1);
  if (found.length === items.length || !last) return { items };
  const { sortKey } = range.index ? tableDefinition.indexes[range.index] : tableDefinition;
  return { items, nextCursor: seal(String(last[sortKey])) };
}
