import { type Amounts, differences, total } from '../../../shared/rollups/amounts.ts';
import { adding, readCounters } from '../../../shared/rollups/counters.ts';
import { contributionRecord, type Owner, rebuildLock, recordsOf } from '../../../shared/rollups/items.ts';
import { transactGroups } from '../../../shared/table/groups.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Condition, Table } from '../../../shared/table/table.ts';
import { type Clock, later, minutes } from '../../../shared/values/clock.ts';

/**
 * Sets the counters of an owner to the sums of its contribution records. Meanwhile a lock makes every settlement for
 * this owner fail, so neither the records nor the counters change between the first read and the last write. The stream
 * waits, and Lambda delivers its records again.
 */
const LOCK_LIFE = minutes(5);
/** The lock is renewed when less than this is left of it. */
const RENEWAL = minutes(3);
/** The holder stops this long before the lock expires, because the clocks of settlements may be ahead of its own. */
const MARGIN = minutes(1);
/** About 1 MB, which is what DynamoDB returns at most for one query. */
const RECORDS_OF_A_PAGE = 2000;
/** Counters that are corrected together. With the lock they fit into one transaction. */
const MAX_ROWS = 90;

/** Thrown when the run has no time left for the rest. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/**
 * @param isOver is true when the run must end. A later run then has to begin again, because the lock is released.
 * @returns the number of counters that differed.
 * @throws {OutOfTime} when the run must end. Nothing has been corrected.
 */
export async function correctCounters(
  table: Table,
  owner: Owner,
  clock: Clock,
  isOver: () => boolean,
): Promise<number> {
  const lock = await takeLock(table, owner, clock);
  try {
    let sums: Amounts = {};
    for (const list of recordsOf(owner)) {
      for await (const records of pages(table, list, { size: RECORDS_OF_A_PAGE })) {
        if (isOver()) throw new OutOfTime();
        sums = total([sums, ...records.map((record) => contributionRecord.parse(record).amounts)]);
        await lock.renewIfDue();
      }
      await lock.renewIfDue(); // A list without records has no page.
    }
    const wrong = differences(await readCounters(table, owner), sums);
    for (let n = 0; n < wrong.length; n += MAX_ROWS) {
      await lock.renewIfDue();
      const at = clock.now();
      const failed = await transactGroups(table, {
        lock: [{ ConditionCheck: { Key: rebuildLock.key({ owner }), ...lock.isHeld(at) } }],
        counters: adding(owner, wrong.slice(n, n + MAX_ROWS), at),
      });
      if (failed.size > 0)
        throw new Error('the rebuild lost its lock, or the content of its owner does not exist');
    }
    return wrong.length;
  } finally {
    await lock.release();
  }
}

async function takeLock(table: Table, owner: Owner, clock: Clock) {
  const holder = clock.newId();
  const holding = (until: Date) => rebuildLock.stored({ owner, holder, lockedUntil: until.toISOString() });
  let lockedUntil = later(clock.now(), LOCK_LIFE);
  const refused = await table.transact({
    lock: {
      Put: {
        Item: holding(lockedUntil),
        ConditionExpression: 'attribute_not_exists(pk) OR lockedUntil <= :now',
        ExpressionAttributeValues: { ':now': clock.now().toISOString() },
      },
    },
  });
  if (refused) throw new Error('another rebuild of these counters is in progress');

  /** The condition that this rebuild has held the lock without an interruption, by every clock. */
  const isHeld = (at: Date) =>
    ({
      ConditionExpression: 'holder = :holder AND lockedUntil > :now',
      ExpressionAttributeValues: { ':holder': holder, ':now': later(at, MARGIN).toISOString() },
    }) as const satisfies Condition;

  return {
    isHeld,

    /** @throws {Error} if the lock has expired. */
    async renewIfDue(): Promise<void> {
      const at = clock.now();
      if (lockedUntil > later(at, RENEWAL)) return;
      lockedUntil = later(at, LOCK_LIFE);
      const lost = await table.transact({ lock: { Put: { Item: holding(lockedUntil), ...isHeld(at) } } });
      if (lost) throw new Error('the rebuild lost its lock');
    },

    async release(): Promise<void> {
      await table.transact({
        lock: {
          Delete: {
            Key: rebuildLock.key({ owner }),
            ConditionExpression: 'holder = :holder',
            ExpressionAttributeValues: { ':holder': holder },
          },
        },
      });
    },
  };
}
