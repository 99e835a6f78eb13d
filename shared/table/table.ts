import type { IndexName } from './definition.ts';
import type { Key, StoredItem } from './item.ts';

/** The table as stores see it: what they may read and write, without how it is done. */

/** A range of one partition, of the table (read consistently) or of an index (which may lag by milliseconds). */
export interface Range {
  readonly pk: string;
  readonly index?: IndexName;
  /** Sort keys from here, inclusive. */
  readonly from?: string;
  /** Sort keys up to here, inclusive. */
  readonly to?: string;
  /** Only items after this sort key, in the order of the query; not together with from and to. */
  readonly after?: string | undefined;
  readonly descending?: boolean;
  /** The most items to read. Without it every page is read: only for ranges that something else bounds. */
  readonly limit?: number;
  /** Asked after each of DynamoDB's pages, of 1 MB. The query reads no further once the items so far are enough. */
  readonly isEnough?: (items: readonly StoredItem[]) => boolean;
  /** Reads on after the end of another query: the meter counts a later page, no round trip of its own. */
  readonly continues?: boolean;
}

/** Reads. They change nothing, so they may run before the caller is cleared. */
export interface Reads {
  /**
   * One item, read consistently; `undefined` when there is none, which costs 1 read unit as well.
   * @param options lastWord: one call, also past the deadline, to learn what became of a write without an answer.
   * @throws {TryAgain} past the deadline, as each method here does.
   */
  get(key: Key, options?: { readonly lastWord?: boolean }): Promise<StoredItem | undefined>;
  /** The items of a range, in the order of their sort keys, read on past DynamoDB's 1 MB pages. */
  query(range: Range): Promise<StoredItem[]>;
  /** The items that exist among these keys, in no order, read consistently. Keys may repeat. */
  getAll(keys: readonly Key[]): Promise<StoredItem[]>;
}

export interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** One part of a transaction, as DynamoDB spells it, but for the table's name. */
export type Part =
  | { readonly Put: Condition & { readonly Item: StoredItem } }
  | { readonly Update: Condition & { readonly Key: Key; readonly UpdateExpression: string } }
  | { readonly Delete: Condition & { readonly Key: Key } }
  | { readonly ConditionCheck: Condition & { readonly Key: Key; readonly ConditionExpression: string } }
  /** An item of the ledger of deletions, which is another table; DynamoDB writes both tables or neither. */
  | { readonly LedgerPut: { readonly Item: StoredItem } };

/** Parts that are written together or not at all, by name. */
export type TransactionParts = Readonly<Record<string, Part>>;

/** The parts whose condition was not met, by name, each with the item that stood there (absent when none did). */
export type FailedConditions<Name extends string> = { readonly [N in Name]?: { readonly item?: StoredItem } };

export interface Table extends Reads {
  /**
   * Writes all parts or none; at most 100 parts, and no two on the same item. A call without an answer is repeated under
   * the same idempotency token; conflicts and throttling are retried until the deadline.
   * @returns `undefined` when all parts were written, else the parts whose condition failed.
   * @throws {TryAgain} past the deadline: nothing is known to be written.
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  transact<Name extends string>(
    parts: Readonly<Partial<Record<Name, Part>>>,
  ): Promise<FailedConditions<Name> | undefined>;
  /**
   * Puts an item unless one has its key.
   * @returns the item that is there instead. It may be this very write, repeated after a lost answer: compare it.
   * @throws {TryAgain} past the deadline.
   */
  putNew(item: StoredItem): Promise<StoredItem | undefined>;
}
