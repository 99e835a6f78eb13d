import type * as z from 'zod/mini';
import {
  type HeadIn,
  type IndexName,
  type IndexPrefix,
  type LedgerPrefix,
  type SortKeyIn,
  type TablePrefix,
  tableDefinition,
} from '../contract/table-definition.ts';

/** An item with all of its attributes, as the table stores it. */
export type StoredItem = Record<string, unknown>;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A list that an index holds: all items that are in the index under one partition key. */
export interface IndexList<Name extends IndexName = IndexName> {
  readonly index: Name;
  readonly pk: string;
}

/** The place of an item in a list. */
export interface IndexPlace<Name extends IndexName = IndexName> extends IndexList<Name> {
  readonly sk: string;
}

/** The places of an item in the indexes; the item is not in an index without one. */
export type IndexPlaces = { readonly [Name in IndexName]?: IndexPlace<Name> | undefined };

/** One value for each head of the sort keys in partitions with a prefix. */
export type ByHead<In extends TablePrefix, T> = { readonly [Head in HeadIn<In>]: T };

/**
 * Chooses the value for the head of the sort key of an item.
 * @throws {Error} for an item whose head has no value. Items are only stored with the heads of their partition, so this is
 * an item of a newer version.
 */
export function forHead<T>(values: Readonly<Record<string, T>>, { sk }: StoredItem): T {
  const [head = ''] = String(sk).split('#');
  const value = Object.hasOwn(values, head) ? values[head] : undefined;
  if (value === undefined) throw new Error('an item has an unknown sort key');
  return value;
}

/** Whole seconds since 1970, the unit of DynamoDB's TTL. */
export type EpochSeconds = number & { readonly unit: 'epoch seconds' };

/** Rounds up, so that DynamoDB deletes no item early. */
export function epochSeconds(time: Date): EpochSeconds {
  return Math.ceil(time.getTime() / 1000) as EpochSeconds;
}

type Prefix = TablePrefix | LedgerPrefix;

interface KindOptions<In extends Prefix, Shape extends z.ZodMiniObject, Of> {
  readonly prefix: In;
  readonly shape: Shape;
  /** Its partition key must begin with `prefix`, and its sort key with a head that the partition may have. */
  readonly key: (of: Of) => { readonly pk: string; readonly sk: SortKeyIn<In> };
  readonly indexes?: (item: z.infer<Shape>) => IndexPlaces;
  /** Returns `undefined` for an item that DynamoDB must not delete. */
  readonly ttl?: (item: z.infer<Shape>) => EpochSeconds | undefined;
}

export interface Kind<Item extends Of, Of> {
  readonly prefix: Prefix;
  readonly key: (of: Of) => Key;
  /** The whole item with its keys, ready for a Put. */
  readonly stored: (item: Item) => StoredItem;
  /** The item without its keys. @throws {z.core.$ZodError} if the stored item is of another kind. */
  readonly parse: (stored: StoredItem) => Item;
  /** Like `parse`, but returns `undefined` for a missing item. */
  readonly parseIfAny: (stored: StoredItem | undefined) => Item | undefined;
}

/** A kind of item: its shape, its keys, and the time when DynamoDB may delete it. */
export function kind<In extends Prefix, Shape extends z.ZodMiniObject, Of>(
  options: z.infer<Shape> extends Of ? KindOptions<In, Shape, Of> : never,
): Kind<z.infer<Shape> & Of, Of> {
  const { prefix, shape, key, indexes, ttl } = options as KindOptions<In, Shape, Of>;
  const parse = (stored: StoredItem) => shape.parse(stored) as z.infer<Shape> & Of;
  return {
    prefix,
    key,
    parse,
    parseIfAny: (stored) => (stored ? parse(stored) : undefined),
    stored: (item) => {
      const end = ttl?.(item);
      return {
        ...shape.parse(item),
        ...key(item),
        ...indexAttributes(indexes?.(item)),
        ...(end !== undefined && { ttl: end }),
      };
    },
  };
}

/** The attributes that put an item into these places. */
function indexAttributes(places: IndexPlaces = {}): StoredItem {
  const attributes = Object.values(places).flatMap((place) => {
    if (!place) return [];
    const { partitionKey, sortKey } = tableDefinition.indexes[place.index];
    return [[partitionKey, place.pk] as const, [sortKey, place.sk] as const];
  });
  return Object.fromEntries(attributes);
}

/** A partition key with a declared prefix. */
export function partition(
  prefix: TablePrefix | LedgerPrefix | IndexPrefix,
  ...rest: readonly string[]
): string {
  return prefix + rest.join('#');
}

/** @param rest completes a prefix that ends in `#`. */
export function indexList<Name extends IndexName>(
  index: Name,
  prefix: IndexPrefix,
  ...rest: readonly string[]
): IndexList<Name> {
  return { index, pk: partition(prefix, ...rest) };
}

/** The upper bound of the sort keys that begin with these parts and `#`. `$` is the character after `#`. */
export const endOf = (parts: string): string => `${parts}$`;

/** The range of sort keys that begin with a prefix. */
export function beginningWith(prefix: `${string}#`) {
  return { from: prefix, to: endOf(prefix.slice(0, -1)) };
}
