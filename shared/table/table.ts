import type { IndexName } from '../contract/table-definition.ts';
import type { Key, StoredItem } from './item.ts';

/** The interface between the stores and the table. */

/** A range of one partition, of the table (read consistently) or of an index (which may lag by milliseconds). */
export interface Range {
  readonly pk: string;
  readonly index?: IndexName;
  /** The lowest sort key, inclusive. */
  readonly from?: string;
  /** The highest sort key, inclusive. */
  readonly to?: string;
  /**
   * Returns only the items after this sort key, in the order of the query. It is the sort key of an item of the range.
   */
  readonly after?: string | undefined;
  readonly descending?: boolean;
  /**
   * The maximum number of items. Without it, the query reads the whole range, so something else must bound the range.
   */
  readonly limit?: number;
  /** Called with the items so far after each 1 MB page of DynamoDB. The query stops when it returns true. */
  readonly isEnough?: (items: readonly StoredItem[]) => boolean;
  /** False for a query of the table that may lag by milliseconds, at half the cost. */
  readonly consistent?: boolean;
  /** Continues an earlier query, so the meter counts it as a later page and not as a round trip. */
  readonly continues?: boolean;
}

/** Read operations. They change nothing, so they may run before the caller is authorized. */
export interface Reads {
  /**
   * Reads one item consistently; `undefined` for a missing one, which also costs one read unit.
   * @param options `lastWord` allows one call even after the deadline, to learn the outcome of a write without a
   * response. `consistent: false` allows the read to lag by milliseconds, at half the cost.
   * @throws {TryAgain} at the deadline, like each method here.
   */
  get(
    key: Key,
    options?: { readonly lastWord?: boolean; readonly consistent?: boolean },
  ): Promise<StoredItem | undefined>;
  /** Reads the items of a range in the order of their sort keys, across all 1 MB pages of DynamoDB. */
  query(range: Range): Promise<StoredItem[]>;
  /**
   * Reads the items with these keys consistently, in no particular order and without missing ones. Keys may repeat.
   * @param options `consistent: false` allows the reads to lag by milliseconds, at half the cost.
   */
  getAll(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<StoredItem[]>;
}

export interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** One part of a transaction in DynamoDB's format, without the name of the table. */
export type Part =
  | { readonly Put: Condition & { readonly Item: StoredItem } }
  | { readonly Update: Condition & { readonly Key: Key; readonly UpdateExpression: string } }
  | { readonly Delete: Condition & { readonly Key: Key } }
  | { readonly ConditionCheck: Condition & { readonly Key: Key; readonly ConditionExpression: string } }
  /** An item of the ledger of deletions, which is another table; DynamoDB writes both tables or neither. */
  | { readonly LedgerPut: { readonly Item: StoredItem } };

/** The parts of a transaction by name. DynamoDB writes all of them or none. */
export type TransactionParts = Readonly<Record<string, Part>>;

/** The parts whose condition failed, by name, each with the stored item, if there is one. */
export type FailedConditions<Name extends string> = { readonly [N in Name]?: { readonly item?: StoredItem } };

export interface Table extends Reads {
  /**
   * Writes all parts or none: at most 100 parts, and no two on the same item. A call without a response is repeated
   * with the same idempotency token. Conflicts and throttling are retried until the deadline.
   * @returns `undefined` if all parts were written, otherwise the parts whose condition failed.
   * @throws {TryAgain} at the deadline. The parts may have been written if a call got no response.
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  transact<Name extends string>(
    parts: Readonly<Partial<Record<Name, Part>>>,
  ): Promise<FailedConditions<Name> | undefined>;
  /**
   * Puts an item unless an item with its key exists.
   * @returns the existing item. It may come from an earlier attempt of this write whose response was lost, so compare
   * it.
   * @throws {TryAgain} at the deadline.
   */
  putNew(item: StoredItem): Promise<StoredItem | undefined>;
}
