import * as z from 'zod/mini';
import { kind, partition } from '../table/item.ts';
import type { Reads, Table } from '../table/table.ts';
import { later, minutes, seconds } from '../values/clock.ts';
import { Timestamp } from '../values/resources.ts';

/**
 * Until when the roll-up has counted. The stream has several shards, which Lambda reads independently. A batch that is counted
 * states the time of its latest change. Other shards may be up to `LATE` behind it. A batch that begins later than that, or that
 * fails, states how far its shard is behind. That holds for a minute, within which Lambda delivers the next batch or the same
 * one again.
 *
 * ROLLUP#COUNTED | UP-TO
 */
const countedUpTo = kind({
  prefix: 'ROLLUP#COUNTED',
  shape: z.object({
    upTo: z.optional(Timestamp),
    /** Until when a late shard has counted, and until when this holds. */
    behind: z.optional(z.object({ upTo: Timestamp, until: Timestamp })),
  }),
  key: (_: object) => ({ pk: partition('ROLLUP#COUNTED'), sk: 'UP-TO' }),
});

/** A batch whose earliest change is older than this is late. */
const LATE = seconds(10);
const BEHIND_FOR = minutes(1);
/** All shards state their times in one item, so a batch writes it only if that changes much. */
const STEP = seconds(2);

/** @returns the time up to which all changes are counted, or `undefined` before the first one. */
export async function readCountedUpTo(table: Reads, at: Date): Promise<string | undefined> {
  const { upTo, behind } = countedUpTo.parseIfAny(await table.get(countedUpTo.key({}))) ?? {};
  const times = [
    upTo && later(new Date(upTo), -LATE).toISOString(),
    behind && behind.until > at.toISOString() ? behind.upTo : undefined,
  ];
  return times.filter((time) => time !== undefined).sort()[0];
}

/** Stores that a batch is counted whose latest change happened at a time. */
export async function advanceCountedUpTo(table: Table, latest: Date): Promise<void> {
  const { upTo } = countedUpTo.parseIfAny(await table.get(countedUpTo.key({}))) ?? {};
  if (upTo && latest < later(new Date(upTo), STEP)) return;
  await table.transact({
    counted: {
      Update: {
        Key: countedUpTo.key({}),
        UpdateExpression: 'SET upTo = :time',
        ConditionExpression: 'attribute_not_exists(upTo) OR upTo < :time',
        ExpressionAttributeValues: { ':time': latest.toISOString() },
      },
    },
  });
}

/** True for a batch with an earliest change that other shards have probably passed. */
export const isLate = (earliest: Date, at: Date): boolean => later(earliest, LATE) < at;

/**
 * Stores that a shard of the stream is counted only up to a time. If another one is further behind, its time stays and holds
 * for as long as this one would.
 */
export async function stateBehind(table: Table, upTo: Date, at: Date): Promise<void> {
  const Key = countedUpTo.key({});
  const behind = { upTo: upTo.toISOString(), until: later(at, BEHIND_FOR).toISOString() };
  const ExpressionAttributeNames = { '#until': 'until' };
  const refused = await table.transact({
    counted: {
      Update: {
        Key,
        UpdateExpression: 'SET behind = :behind',
        ConditionExpression: 'attribute_not_exists(behind) OR behind.#until <= :now OR behind.upTo >= :upTo',
        ExpressionAttributeNames,
        ExpressionAttributeValues: { ':behind': behind, ':now': at.toISOString(), ':upTo': behind.upTo },
      },
    },
  });
  if (!refused) return;
  await table.transact({
    counted: {
      Update: {
        Key,
        UpdateExpression: 'SET behind.#until = :until',
        ConditionExpression: 'behind.#until < :until',
        ExpressionAttributeNames,
        ExpressionAttributeValues: { ':until': behind.until },
      },
    },
  });
}
