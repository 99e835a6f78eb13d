import { isDeepStrictEqual } from 'node:util';
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { newAct } from '../../shared/runtime/acts.ts';
import { type AttemptPolicy, attempts, productionPolicy } from '../../shared/table/attempts.ts';
import type { TableClient } from '../../shared/table/client.ts';
import { epochSeconds, type Key, kind, partition, type StoredItem } from '../../shared/table/item.ts';
import { newMeter } from '../../shared/table/meter.ts';
import type { FailedConditions, Part, Table } from '../../shared/table/table.ts';
import { type Clock, days, later, minutes, seconds } from '../../shared/values/clock.ts';
import { count, Timestamp } from '../../shared/values/resources.ts';

/**
 * A backfill reads the whole table page by page and rewrites the items whose shape has changed. Each write requires that the
 * item is as it was read; otherwise the current item is changed instead. So concurrent requests lose nothing. After each page
 * it saves its position, so that a later run continues there. It may run twice and may end at any call.
 *
 * PLATFORM#BACKFILL#<name> | POSITION   where an unfinished backfill continues
 */

/** A change of the shape of stored items. */
export interface Backfill {
  readonly summary: string;
  /**
   * Returns the item in its new shape, with the same key, or `undefined` for an item that is right, as its own results are.
   */
  readonly change: (item: StoredItem) => StoredItem | undefined;
}

export interface BackfillOptions {
  readonly tables: TableClient;
  readonly tableName: string;
  readonly clock: Clock;
  /** Called before the first page if an earlier run was interrupted, with its numbers. */
  readonly onResume?: (progress: BackfillProgress) => void;
  /** Called after each page with the numbers since the beginning, including earlier runs. */
  readonly onPage?: (progress: BackfillProgress) => void;
  /** Counts the items that it would rewrite, and writes nothing. */
  readonly isDryRun?: boolean;
  /** Starts at the beginning although a position is saved. */
  readonly restarts?: boolean;
  readonly pageItems?: number;
}

export interface BackfillProgress {
  readonly itemsRead: number;
  readonly itemsRewritten: number;
}

/** A page has this long, and its calls may come from far away. */
export const BACKFILL_POLICY: AttemptPolicy = {
  ...productionPolicy,
  connectionTimeout: seconds(10),
  requestTimeout: seconds(10),
  deadline: minutes(10),
  unavailableAttempts: 20,
  longestPause: seconds(5),
};

/** After an interruption, at most this many items are read again. */
const PAGE_ITEMS = 500;
/** An unfinished backfill can be continued for this long. */
const POSITION_LIFE = days(7);

const savedPosition = kind({
  prefix: 'PLATFORM#BACKFILL#',
  shape: z.object({
    name: z.string(),
    /** All items up to this one in the order of the scan are finished. */
    after: z.object({ pk: z.string(), sk: z.string() }),
    itemsRead: count(),
    itemsRewritten: count(),
    savedAt: Timestamp,
  }),
  key: ({ name }: { name: string }) => ({ pk: partition('PLATFORM#BACKFILL#', name), sk: 'POSITION' }),
  ttl: ({ savedAt }) => epochSeconds(later(new Date(savedAt), POSITION_LIFE)),
});

/**
 * Runs a backfill to its end, from the saved position if there is one.
 * @throws {TryAgain} if the table stays unavailable. {Error} for a backfill that breaks its rules, before it writes the item.
 */
export async function runBackfill(
  name: string,
  backfill: Backfill,
  { tables, tableName, clock, onResume, onPage, isDryRun, restarts, pageItems = PAGE_ITEMS }: BackfillOptions,
): Promise<BackfillProgress> {
  const { table } = tables.session();
  const position = savedPosition.key({ name });
  const found = isDryRun || restarts ? undefined : savedPosition.parseIfAny(await table.get(position));
  const saved = found && later(new Date(found.savedAt), POSITION_LIFE) > clock.now() ? found : undefined;
  if (!isDryRun) await table.transact(newAct(clock, { operation: 'backfill', subjects: [name] }));

  if (saved) onResume?.(saved);
  let { itemsRead, itemsRewritten } = saved ?? { itemsRead: 0, itemsRewritten: 0 };
  let after: Key | undefined = saved?.after;
  do {
    const page = await readPage(after);
    const { table: tableOfPage } = tables.session();
    // One write at a time: a page comes from one partition, whose units the traffic needs, too.
    for (const item of page.items) {
      if (!changed(item, backfill)) continue;
      if (isDryRun || (await rewrite(tableOfPage, item, backfill))) itemsRewritten += 1;
    }
    itemsRead += page.items.length;
    after = page.after;
    if (!isDryRun) {
      const savedAt = clock.now().toISOString();
      const part: Part = after
        ? { Put: { Item: savedPosition.stored({ name, after, itemsRead, itemsRewritten, savedAt }) } }
        : { Delete: { Key: position } };
      await tableOfPage.transact({ position: part });
    }
    onPage?.({ itemsRead, itemsRewritten });
  } while (after);
  return { itemsRead, itemsRewritten };

  /** A scan, which no function may do. It is consistent, so that it misses nothing that was written before. */
  async function readPage(start: Key | undefined) {
    const input = {
      TableName: tableName,
      ConsistentRead: true,
      Limit: pageItems,
      ...(start && { ExclusiveStartKey: { pk: start.pk, sk: start.sk } }),
    };
    const attempt = attempts(BACKFILL_POLICY, clock, newMeter());
    const answer: ScanCommandOutput = await attempt(() => tables.documents.send(new ScanCommand(input)));
    const last = answer.LastEvaluatedKey;
    return { items: answer.Items ?? [], after: last && keyOf(last) };
  }
}

/** Rewrites the current state of an item. @returns false if it is right or gone by now. */
async function rewrite(table: Table, item: StoredItem, backfill: Backfill): Promise<boolean> {
  for (let current: StoredItem | undefined = item; current; ) {
    const next = changed(current, backfill);
    if (!next) return false;
    const failed: FailedConditions<'item'> | undefined = await table.transact({
      item: { Update: replacing(current, next) },
    });
    if (!failed) return true;
    current = failed.item?.item;
  }
  return false;
}

/** @throws {Error} for a backfill that breaks its rules. */
function changed(item: StoredItem, { change }: Backfill): StoredItem | undefined {
  const next = change(item);
  if (!next) return undefined;
  if (!isDeepStrictEqual(keyOf(next), keyOf(item)))
    throw new Error('the backfill changes the key of an item');
  if (change(next)) throw new Error('the backfill would rewrite its own result');
  return next;
}

/** An update from one state of an item to another, on the condition that every attribute is still as it was read. */
function replacing(before: StoredItem, after: StoredItem) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name, n) => ({ name, n }));
  const changed = names.filter(({ name }) => !isDeepStrictEqual(before[name], after[name]));
  const set = changed.filter(({ name }) => after[name] !== undefined);
  const removed = changed.filter(({ name }) => after[name] === undefined);
  const known = names.filter(({ name }) => name in before);
  return {
    Key: keyOf(before),
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.map(({ n }) => `#${n} = :new${n}`).join(', ')}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.map(({ n }) => `#${n}`).join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: names
      .map(({ name, n }) => (name in before ? `#${n} = :old${n}` : `attribute_not_exists(#${n})`))
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map(({ name, n }) => [`#${n}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...known.map(({ name, n }) => [`:old${n}`, before[name]]),
      ...set.map(({ name, n }) => [`:new${n}`, after[name]]),
    ]),
  };
}

const keyOf = ({ pk, sk }: StoredItem): Key => ({ pk: String(pk), sk: String(sk) });
