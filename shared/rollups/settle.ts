import { $ZodError } from 'zod/v4/core';
import { STREAM_BATCH } from '../contract/worker.ts';
import { TryAgain } from '../table/attempts.ts';
import { finalOutcome } from '../table/final-outcome.ts';
import { type Groups, transactGroups } from '../table/groups.ts';
import type { Key, StoredItem } from '../table/item.ts';
import type { Part, Reads, Table } from '../table/table.ts';
import { type Amounts, differences } from './amounts.ts';
import { contributionsOf, keyOf } from './contributions.ts';
import { adding } from './counters.ts';
import { type ContributionRecord, contributionRecord, type Owner, ownerName, rebuildLock } from './items.ts';

/**
 * Counters over people are not changed by the requests of these people, because many transactions on one item would
 * conflict. Instead, `settle` compares an item with its contribution record, which states what the counters include for
 * it, and adds the difference. It reads the current item and not an event, so it may run late, twice or out of order.
 * The revision of the record rejects a settlement that read the item before a concurrent one did.
 */

/** An item and an owner for which it is counted. Any stored state of the item determines the owner. */
export interface Counted {
  readonly owner: Owner;
  readonly item: Key;
}

/** The owners for which an item is counted; none for a kind that is not counted. */
export function countedIn(item: StoredItem): Counted[] {
  return contributionsOf(item).map(({ owner }) => ({ owner, item: keyOf(item) }));
}

/** Thrown if an item is counted for content that does not exist. */
class UnknownOwner extends Error {
  override readonly name = 'UnknownOwner';
}

export interface Settled {
  /** The number of items whose current amounts the counters did not include. */
  readonly corrected: number;
  /** The number of items that cannot be read. The counters keep their previous amounts. */
  readonly unreadable: number;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const MAX_PARTS = 100;
/** Items of one owner that are read and written together. */
const MAX_TOGETHER = STREAM_BATCH;

interface SettleOptions {
  /**
   * Writes nothing for an item whose record is right. Then a concurrent settlement that read an earlier state of the
   * item does not fail, so the stream must still deliver the later change. By default, each record gets a new revision.
   */
  readonly onlyDifferent?: boolean;
}

/**
 * Updates the counters to the current state of these items. Running it again is safe.
 * @throws {TryAgain} at the deadline, or while the counters of an owner are being rebuilt.
 */
export async function settle(
  table: Table,
  items: readonly Counted[],
  at: Date,
  options: SettleOptions = {},
): Promise<Settled> {
  const settled = { corrected: 0, unreadable: 0 };
  const groups = grouped(items);
  for (let group = groups.shift(); group; group = groups.shift()) {
    try {
      settled.corrected += await settleTogether(table, group, at, options);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // The other items of the group are settled without this one.
      if (group.length > 1) groups.unshift(...group.map((item) => [item]));
      else settled.unreadable += 1;
    }
  }
  return settled;
}

/** True for an error that a retry cannot repair, because the item itself cannot be counted. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof $ZodError || error instanceof UnknownOwner;

/** Groups items by their owner, each once and at most `MAX_TOGETHER` in a group. */
function grouped(items: readonly Counted[]): Counted[][] {
  const distinct = new Map(
    items.map((item) => [Object.values(contributionRecord.key(item)).join('\n'), item]),
  );
  const groups: Counted[][] = [];
  for (const ofOwner of Map.groupBy(distinct.values(), ({ owner }) => ownerName(owner)).values()) {
    for (let n = 0; n < ofOwner.length; n += MAX_TOGETHER) groups.push(ofOwner.slice(n, n + MAX_TOGETHER));
  }
  return groups;
}

/** One item with its contribution record and the amounts that the record should have. */
export interface Comparison {
  readonly counted: Counted;
  readonly record: ContributionRecord | undefined;
  readonly amounts: Amounts;
}

async function settleTogether(
  table: Table,
  group: readonly Counted[],
  at: Date,
  { onlyDifferent = false }: SettleOptions,
): Promise<number> {
  const find = () => compare(table, group);
  return finalOutcome(await find(), find, async (compared) => {
    for (const batch of fitting(onlyDifferent ? compared.filter(isCorrection) : compared)) {
      const failed = await transactGroups(table, settlement(batch, at));
      if (failed.has('lock')) throw new TryAgain('conflict');
      if (failed.has('counters')) throw new UnknownOwner();
      if (failed.has('records')) return undefined;
    }
    return compared.filter(isCorrection).length;
  });
}

/** Reads the records before the items. If an item is settled after it was read here, the revision has changed. */
export async function compare(table: Reads, group: readonly Counted[]): Promise<Comparison[]> {
  const records = byKey(await table.getAll(group.map(contributionRecord.key)));
  const items = byKey(await table.getAll(group.map(({ item }) => item)));
  const found = group.map((counted) => {
    const item = items.get(nameOf(counted.item));
    return {
      counted,
      record: contributionRecord.parseIfAny(records.get(nameOf(contributionRecord.key(counted)))),
      contribution: item && contributionsOf(item).find(({ owner }) => isSame(owner, counted.owner)),
    };
  });
  const conditions = found.flatMap(({ contribution }) => contribution?.provided?.item ?? []);
  const others = byKey(conditions.length > 0 ? await table.getAll(conditions) : []);
  return found.map(({ contribution, ...rest }) => {
    const { amounts = {}, provided } = contribution ?? {};
    const counts = !provided || provided.holds(others.get(nameOf(provided.item)));
    return { ...rest, amounts: counts ? amounts : {} };
  });
}

/** True if the contribution record does not match the current item. */
export function isCorrection({ record, amounts }: Comparison): boolean {
  return differences(record?.amounts ?? {}, amounts).length > 0;
}

/**
 * The transaction that settles items of one owner. A concurrent settlement makes `records` fail, content that does not
 * exist makes `counters` fail, and a rebuild makes `lock` fail.
 */
type Settlement = Groups<'records' | 'counters' | 'lock'>;

function settlement(batch: readonly Comparison[], at: Date): Settlement {
  const [first] = batch;
  if (!first) return { records: [], counters: [], lock: [] };
  const { owner } = first.counted;
  const changes = batch.flatMap(({ record, amounts }) => differences(record?.amounts ?? {}, amounts));
  return {
    records: batch.map((comparison) => replacingRecord(comparison, at)),
    counters: adding(owner, changes, at),
    lock: [
      {
        ConditionCheck: {
          Key: rebuildLock.key({ owner }),
          ConditionExpression: 'attribute_not_exists(pk) OR lockedUntil <= :now',
          ExpressionAttributeValues: { ':now': at.toISOString() },
        },
      },
    ],
  };
}

/** Replaces a contribution record, on the condition that it has not changed since it was read. */
function replacingRecord({ counted, record, amounts }: Comparison, at: Date): Part {
  const revision = (record?.revision ?? 0) + 1;
  return {
    Put: {
      Item: contributionRecord.stored({ ...counted, amounts, revision, settledAt: at.toISOString() }),
      ...(record
        ? {
            ConditionExpression: 'revision = :revision',
            ExpressionAttributeValues: { ':revision': record.revision },
          }
        : { ConditionExpression: 'attribute_not_exists(pk)' }),
    },
  };
}

/**
 * The transaction parts that subtract a stored item from the counters, for the transaction that deletes it. A
 * settlement that read the item earlier then fails.
 */
export async function uncounting(table: Reads, item: StoredItem, at: Date): Promise<Part[]> {
  const counted = countedIn(item);
  const records = byKey(await table.getAll(counted.map(contributionRecord.key)));
  return counted.flatMap((own) => {
    const record = contributionRecord.parseIfAny(records.get(nameOf(contributionRecord.key(own))));
    return Object.values(settlement([{ counted: own, record, amounts: {} }], at)).flat();
  });
}

/** Splits items so that each part's records and rows fit into one transaction. */
function fitting(compared: readonly Comparison[]): Comparison[][] {
  const batches: Comparison[][] = [];
  let rows = new Set<string>();
  for (const comparison of compared) {
    const own = differences(comparison.record?.amounts ?? {}, comparison.amounts).map(({ row }) => row);
    const batch = batches.at(-1);
    if (batch && batch.length + new Set([...rows, ...own]).size + 2 <= MAX_PARTS) batch.push(comparison);
    else {
      batches.push([comparison]);
      rows = new Set();
    }
    for (const row of own) rows.add(row);
  }
  return batches;
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
const byKey = (items: readonly StoredItem[]) => new Map(items.map((item) => [nameOf(keyOf(item)), item]));
const isSame = (a: Owner, b: Owner): boolean => ownerName(a) === ownerName(b);
