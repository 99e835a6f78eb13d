import type * as z from 'zod/mini';
import type { IndexPrefix, LedgerPrefix, TablePrefix } from './definition.ts';

/** An item as it lies in the table. */
export type StoredItem = Record<string, unknown>;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Keys of the indexes that an item is in; an absent one means that it is not in that index. */
export interface IndexKeys {
  readonly gsi1?: Key | undefined;
  readonly gsi2?: Key | undefined;
}

/** Whole seconds since 1970, as DynamoDB's TTL wants them: never milliseconds. */
export type EpochSeconds = number & { readonly unit: 'epoch seconds' };

export function epochSeconds(time: Date): EpochSeconds {
  return Math.ceil(time.getTime() / 1000) as EpochSeconds;
}

interface KindOptions<Shape extends z.ZodMiniObject, Of> {
  readonly prefix: TablePrefix | LedgerPrefix;
  readonly shape: Shape;
  /** Its partition key must begin with `prefix`. */
  readonly key: (of: Of) => Key;
  readonly indexes?: (item: z.infer<Shape>) => IndexKeys;
  /** `undefined` for an item that DynamoDB may not delete. */
  readonly ttl?: (item: z.infer<Shape>) => EpochSeconds | undefined;
}

export interface Kind<Item extends Of, Of> {
  readonly prefix: TablePrefix | LedgerPrefix;
  readonly key: (of: Of) => Key;
  /** The whole item with its keys, ready for a Put. */
  readonly stored: (item: Item) => StoredItem;
  /** The item without its keys. @throws {z.core.$ZodError} when what is stored is not of this kind. */
  readonly parse: (stored: StoredItem) => Item;
  /** Like `parse`, and `undefined` for what is not there. */
  readonly parseIfAny: (stored: StoredItem | undefined) => Item | undefined;
}

/** A kind of item: its shape, where it lies, and when DynamoDB may delete it. */
export function kind<Shape extends z.ZodMiniObject, Of>(
  options: z.infer<Shape> extends Of ? KindOptions<Shape, Of> : never,
): Kind<z.infer<Shape> & Of, Of> {
  const { prefix, shape, key, indexes, ttl } = options as KindOptions<Shape, Of>;
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

/** The index keys of an item as its attributes. */
export function indexAttributes(keys: IndexKeys = {}): StoredItem {
  return {
    ...(keys.gsi1 && { gsi1pk: keys.gsi1.pk, gsi1sk: keys.gsi1.sk }),
    ...(keys.gsi2 && { gsi2pk: keys.gsi2.pk, gsi2sk: keys.gsi2.sk }),
  };
}

/** A partition key from its prefix and the rest; the type keeps prefixes to the declared ones. */
export function partition(
  prefix: TablePrefix | LedgerPrefix | IndexPrefix,
  ...rest: readonly string[]
): string {
  return prefix + rest.join('#');
}
