import { marshall } from '@aws-sdk/util-dynamodb';
import { indexNames, tableDefinition } from '../../../shared/contract/table-definition.ts';
import type { Change } from '../../../shared/runtime/worker-handler.ts';
import type { Key, StoredItem } from '../../../shared/table/item.ts';
import { conflicted, type Fault, throttled, throttledInPart } from '../../support/fault-injection.ts';
import { sizeOf } from '../../support/request-check/values.ts';
import type { Timeline } from '../simulation/timeline.ts';
import { type Expressions, holds, updated } from './expressions.ts';
import { type QueryInput, sortedLists } from './lists.ts';

/**
 * A model of DynamoDB under contention. The embedded engine executes one call after the other, so it cannot show this.
 *
 * - A transaction holds its items for its latency, also those that it only checks. Another transaction on one of them
 *   aborts. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 * - A partition takes 1,000 write and 3,000 read units a second. All partition keys of the table are hashed into a number of
 *   partitions, which a new table has about four of, and so are the keys of each index. The seed decides which keys meet.
 *   https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 * - A partition neither keeps unused units for a burst nor splits while it is hot, as a real one does after minutes.
 * - Indexes do not lag.
 */
export const MAX_WRITE_UNITS = 1000;
const MAX_READ_UNITS = 3000;

export interface DatabaseOptions {
  readonly timeline: Pick<Timeline, 'now' | 'sleep'>;
  readonly chance: () => number;
  /** The number of partitions of the table, and of each index. */
  readonly partitions: number;
  /** Decides into which partition a key is hashed. */
  readonly hashSeed: number;
  /** The average time of a call in milliseconds. A call takes between half and one and a half times as long. */
  readonly latency: number;
  readonly items: readonly StoredItem[];
}

type Write = Expressions & { readonly Item?: StoredItem; readonly Key?: StoredItem };
export type TransactionPart = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>;

/** A committed change with the time of its commit. */
export type TimedChange = Change & { readonly at: number };

const nameOf = ({ pk, sk }: Partial<Key>): string => `${pk}\n${sk}`;
/** An item is replaced and never changed, so its size is computed once. */
const sizes = new WeakMap<StoredItem, number>();
function bytesOf(item: StoredItem | undefined): number {
  if (!item) return 0;
  const size = sizes.get(item) ?? sizeOf(marshall(item, { removeUndefinedValues: true }));
  sizes.set(item, size);
  return size;
}

export function contendedDatabase({
  timeline,
  chance,
  latency,
  items,
  partitions,
  hashSeed,
}: DatabaseOptions) {
  /** The partition of the table or of an index that holds a partition key. */
  const partitionOf = (of: string, key: unknown): string =>
    `${of} ${hashOf(`${hashSeed} ${of} ${key}`) % partitions}`;
  const stored = new Map(items.map((item) => [nameOf(item), item]));
  const held = new Set<string>();
  const lists = sortedLists(items);
  const reads = new Map<string, Used>();
  const writes = new Map<string, Used>();
  const counts = { transactions: 0, conflicts: 0, throttled: 0, readUnits: 0, writeUnits: 0 };
  /** The partition key that was charged most in any second. */
  const busiest = { reads: newBusiest(), writes: newBusiest() };
  let onCommit: (change: TimedChange) => void = () => {};

  const pass = () => timeline.sleep(latency * (0.5 + chance()));

  /** Takes units from partitions, or none if one of them has too few left in this second. */
  function takes(used: Map<string, Used>, most: number, wanted: ReadonlyMap<string, number>): boolean {
    const second = Math.floor(timeline.now() / 1000);
    const takings = [...wanted].map(([partition, units]) => {
      const before = used.get(partition);
      return { partition, units: units + (before?.second === second ? before.units : 0) };
    });
    if (takings.some(({ units }) => units > most)) {
      counts.throttled += 1;
      return false;
    }
    for (const { partition, units } of takings) used.set(partition, { second, units });
    return true;
  }

  async function read<Output>(keys: readonly Partial<Key>[], output: () => Output) {
    return reading(
      keys.map((key): Charge => ['table', String(key.pk), readUnits(bytesOf(stored.get(nameOf(key))))]),
      output,
    );
  }

  async function query(input: QueryInput & { readonly ConsistentRead?: boolean }) {
    const bytes = lists.query(input).reduce((sum, item) => sum + bytesOf(item), 0);
    const units = readUnits(bytes) * (input.ConsistentRead ? 1 : 0.5);
    const pk = input.ExpressionAttributeValues[':pk'] ?? '';
    return reading([[input.IndexName ?? 'table', pk, units]], () => ({ Items: lists.query(input) }));
  }

  async function reading<Output>(charges: readonly Charge[], output: () => Output) {
    const isTaken = takes(reads, MAX_READ_UNITS, chargesOf(charges, busiest.reads));
    counts.readUnits += total(charges);
    await pass();
    if (!isTaken) throw throttled();
    return { output: output() };
  }

  /** The units for each partition. */
  function chargesOf(charges: readonly Charge[], most: Busiest): ReadonlyMap<string, number> {
    for (const [of, key, units] of charges)
      most.add(Math.floor(timeline.now() / 1000), `${of} ${key}`, units);
    return sums(charges.map(([of, key, units]) => [partitionOf(of, key), units]));
  }

  async function transact(own: readonly TransactionPart[]) {
    const parts = own.map((part) => {
      const [write = {}] = Object.values(part);
      const { Item, Key = Item } = write;
      return { part, write, name: nameOf(Key ?? {}) };
    });
    counts.transactions += 1;
    const charges = parts.flatMap(({ part, name }) => unitsOf(part, name));
    const isTaken = takes(writes, MAX_WRITE_UNITS, chargesOf(charges, busiest.writes));
    counts.writeUnits += total(charges);
    const isFree = parts.every(({ name }) => !held.has(name));
    if (!isTaken || !isFree) {
      if (!isFree) counts.conflicts += 1;
      await pass();
      throw isFree ? throttledInPart(own.length) : conflicted(own.length);
    }
    for (const { name } of parts) held.add(name);
    await pass();
    for (const { name } of parts) held.delete(name);
    const failed = parts.map(({ write, name }) => !holds(write, stored.get(name)));
    if (failed.includes(true))
      throw refused(failed.map((isRefused, n) => isRefused && stored.get(parts[n]?.name ?? '')));
    for (const { part, name } of parts) commit(part, name);
    return { output: {} };
  }

  function unitsOf({ Put, Update }: TransactionPart, name: string): Charge[] {
    const item = Put?.Item ?? stored.get(name);
    const units = Math.max(1, Math.ceil(bytesOf(item) / 1024));
    const [pk = ''] = name.split('\n');
    const places = indexNames.flatMap((index): Charge[] => {
      const partition = (Put || Update) && item?.[tableDefinition.indexes[index].partitionKey];
      return partition ? [[index, String(partition), units]] : [];
    });
    return [['table', pk, 2 * units], ...places];
  }

  function commit({ Put, Update, Delete }: TransactionPart, name: string): void {
    const before = stored.get(name);
    if (Delete) stored.delete(name);
    else if (Put?.Item) stored.set(name, Put.Item);
    else if (Update) stored.set(name, updated(Update, Update.Key ?? {}, before));
    else return;
    // Deleting an item that is not there changes nothing, so the stream has no record of it.
    if (Delete && !before) return;
    lists.replace(before, stored.get(name));
    onCommit({ before, after: stored.get(name), at: timeline.now() });
  }

  const answer: Fault = async ({ command, input }) => {
    switch (command) {
      case 'Get':
        return read([input.Key], () => ({ Item: stored.get(nameOf(input.Key)) }));
      case 'BatchGet': {
        const [[table, { Keys }]] = Object.entries(input.RequestItems) as [[string, { Keys: Key[] }]];
        const found = () => Keys.flatMap((key) => stored.get(nameOf(key)) ?? []);
        return read(Keys, () => ({ Responses: { [table]: found() }, UnprocessedKeys: {} }));
      }
      case 'Query':
        return query(input);
      case 'TransactWrite':
        return transact(input.TransactItems);
      default:
        throw new Error(`the model does not know ${command}`);
    }
  };

  return {
    answer,
    counts,
    busiest: { reads: () => busiest.reads.most(), writes: () => busiest.writes.most() },
    items: () => [...stored.values()],
    item: (key: Key): StoredItem | undefined => stored.get(nameOf(key)),
    /** Calls a function for each committed change, as a stream does. */
    follow: (listener: typeof onCommit): void => {
      onCommit = listener;
    },
  };
}

/** The table or index, the partition key, and the units. */
type Charge = readonly [of: string, key: string, units: number];
const total = (charges: readonly Charge[]): number => charges.reduce((sum, [, , units]) => sum + units, 0);

/** Finds the key that is charged most units in a second. */
function newBusiest() {
  let second = -1;
  let used = new Map<string, number>();
  let most = { key: 'none', units: 0 };
  return {
    add(now: number, key: string, units: number): void {
      if (now !== second) used = new Map();
      second = now;
      const sum = (used.get(key) ?? 0) + units;
      used.set(key, sum);
      if (sum > most.units) most = { key, units: sum };
    },
    most: () => most,
  };
}
type Busiest = ReturnType<typeof newBusiest>;

/** The units that a partition has given in a second. */
interface Used {
  readonly second: number;
  readonly units: number;
}

/** FNV-1a, with 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0;
  // The last characters alone would decide the low bits.
  return (hash ^ (hash >>> 15)) >>> 0;
}

const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096));

function sums(all: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const [name, units] of all) totals.set(name, (totals.get(name) ?? 0) + units);
  return totals;
}

/** @param failed for each part its stored item, if its condition failed; `false` if it holds. */
function refused(failed: readonly (StoredItem | undefined | false)[]) {
  const CancellationReasons = failed.map((item) =>
    item === false
      ? { Code: 'None' }
      : {
          Code: 'ConditionalCheckFailed',
          ...(item && { Item: marshall(item, { removeUndefinedValues: true }) }),
        },
  );
  return Object.assign(new Error('refused'), { name: 'TransactionCanceledException', CancellationReasons });
}
