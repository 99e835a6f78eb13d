import * as z from 'zod/mini';
import { kind, partition } from '../table/item.ts';
import type { Reads, Table } from '../table/table.ts';
import { later, minutes, seconds } from '../values/clock.ts';
import { Timestamp } from '../values/resources.ts';

/**
 * Until when the roll-up has counted. The stream has several shards, which Lambda reads independently. Each batch states the
 * time of its latest change. A batch that is late or fails also states how far its shard is behind. That holds for a minute,
 * within which Lambda delivers the next batch or the same one again.
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

/** A batch whose latest change is older than this is late. */
const LATE = seconds(10);
const BEHIND_FOR = minutes(1);

/** @returns the time up to which all changes are counted, or `undefined` before the first one. */
export async function readCountedUpTo(table: Reads, at: Date): Promise<string | undefined> {
  const { upTo, behind } = countedUpTo.parseIfAny(await table.get(countedUpTo.key({}))) ?? {};
  const now = at.toISOString();
  const times = [upTo, behind && behind.until > now ? behind.upTo : undefined];
  const [earliest] = times.filter((time) => time !== undefined).sort();
  return earliest !== undefined && earliest > now ? now : earliest;
}

/** Stores that a batch is counted whose latest change happened at a time. */
export async function advanceCountedUpTo(table: Table, latest: Date, at: Date): Promise<void> {
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
  if (later(latest, LATE) < at) await stateBehind(table, latest, at);
}

/** Stores that a shard of the stream is counted only up to a time. */
export async function stateBehind(table: Table, upTo: Date, at: Date): Promise<void> {
  const behind = { upTo: upTo.toISOString(), until: later(at, BEHIND_FOR).toISOString() };
  await table.transact({
    counted: {
      Update: {
        Key: countedUpTo.key({}),
        UpdateExpression: 'SET behind = :behind',
        ExpressionAttributeValues: { ':behind': behind },
      },
    },
  });
}
