import * as z from 'zod/mini';
import { type Clock, later, minutes } from '../../../shared/clock.ts';
import {
  contributionRecord,
  type Owner,
  parseOwner,
  rebuildLock,
  recordsOf,
} from '../../../shared/items/rollups.ts';
import { addingAll, differences, readCounters } from '../../../shared/rollups/counters.ts';
import { total } from '../../../shared/rollups/recount.ts';
import { settle } from '../../../shared/rollups/settle.ts';
import {
  eachByItself,
  type Job,
  PartlyFailed,
  workerLambda,
} from '../../../shared/runtime/worker-handler.ts';
import type { Table } from '../../../shared/table/table.ts';
import { allOwners, itemsOf } from './owners.ts';
import { rebuildRollUps } from './workers.ts';

/**
 * A rebuild settles every item of an owner, as the stream would. Then it compares the counters with the sums of the
 * contribution records, and corrects them. Meanwhile a lock makes every other settlement for this owner fail, so the
 * stream waits and its records are delivered again.
 */
const LOCK_LIFE = minutes(5);
/** Counters that are corrected together. With the lock they fit into one transaction. */
const MOST_ROWS = 90;

const Input = z.strictObject({ owner: z.optional(z.string()) });

export const job: Job = {
  worker: rebuildRollUps,
  async run({ table, clock }, input) {
    const { success, data } = Input.safeParse(input);
    if (!success) throw new RangeError('the input must be {} or { "owner": "<kind>:<id>" }');
    const owners = data.owner ? [parseOwner(data.owner)] : await allOwners(table);
    const counts = { ownersRebuilt: 0, itemsCounted: 0, itemsSkipped: 0, countersCorrected: 0 };
    const failures = await eachByItself(owners, async (owner) => {
      const { corrected, unreadable } = await settle(table, await itemsOf(table, owner), clock.now());
      counts.itemsCounted += corrected;
      counts.itemsSkipped += unreadable;
      counts.countersCorrected += await correctCounters(table, owner, clock);
      counts.ownersRebuilt += 1;
    });
    if (failures.length > 0) throw new PartlyFailed(failures, `${failures.length} owners failed`, counts);
    return counts;
  },
};

/** Sets the counters of an owner to the sums of its contribution records. @returns how many were different. */
async function correctCounters(table: Table, owner: Owner, clock: Clock): Promise<number> {
  const holder = clock.newId();
  await takeLock(table, owner, holder, clock.now());
  try {
    const [records, counters] = await Promise.all([
      table.query(recordsOf(owner)),
      readCounters(table, owner),
    ]);
    const sums = total(records.map((record) => contributionRecord.parse(record).amounts));
    const wrong = differences(counters, sums);
    for (let n = 0; n < wrong.length; n += MOST_ROWS) {
      const at = clock.now();
      const refused = await table.transact<string>({
        lock: {
          ConditionCheck: {
            Key: rebuildLock.key({ owner }),
            ConditionExpression: 'holder = :holder AND lockedUntil > :now',
            ExpressionAttributeValues: { ':holder': holder, ':now': at.toISOString() },
          },
        },
        ...addingAll(owner, wrong.slice(n, n + MOST_ROWS), at),
      });
      if (refused) throw new Error('the rebuild lost its lock, or the content of its owner does not exist');
    }
    return wrong.length;
  } finally {
    await table.transact({
      lock: {
        Delete: {
          Key: rebuildLock.key({ owner }),
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeValues: { ':holder': holder },
        },
      },
    });
  }
}

async function takeLock(table: Table, owner: Owner, holder: string, at: Date): Promise<void> {
  const refused = await table.transact({
    lock: {
      Put: {
        Item: rebuildLock.stored({ owner, holder, lockedUntil: later(at, LOCK_LIFE).toISOString() }),
        ConditionExpression: 'attribute_not_exists(pk) OR lockedUntil <= :now',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
  });
  if (refused) throw new Error('another rebuild of these counters is in progress');
}

export const handler = workerLambda(job);
