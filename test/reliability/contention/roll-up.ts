import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { STREAM_BATCH } from '../../../shared/contract/worker.ts';
import { pausesFor } from '../../../shared/runtime/worker-handler.ts';
import { type Pauses, TryAgain } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Clock, later } from '../../../shared/values/clock.ts';
import type { Timeline } from '../simulation/timeline.ts';
import type { contendedDatabase, TimedChange } from './database.ts';

const BATCHING_WINDOW = 1000;
const POLL_OF_A_DISABLED_SOURCE = 1000;

interface RollUpOptions {
  readonly database: ReturnType<typeof contendedDatabase>;
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly beginning: Date;
  /** The shards of the stream. Each has one run at a time. */
  readonly shards: number;
  readonly newTable: (pauses: Pauses) => Table;
  /** True while the event source delivers nothing. */
  readonly isDown?: () => boolean;
  /** Called with the milliseconds from each change to its settlement. */
  readonly onSettled?: (lag: number) => void;
}

/** The worker behind the stream. */
export function rollingUp({
  database,
  timeline: { now, sleep },
  clock,
  beginning,
  shards: count,
  newTable,
  isDown = () => false,
  onSettled = () => {},
}: RollUpOptions) {
  const { worker } = rollUp;
  if (worker.trigger.kind !== 'changed_items' || !('onChanges' in rollUp))
    throw new Error('the worker has no stream');
  const { trigger } = worker;
  const { onChanges } = rollUp;
  const shards = Array.from({ length: count }, () => ({
    queue: [] as TimedChange[],
    run: undefined as Promise<void> | undefined,
  }));
  const notDeclared = () => Promise.reject(new Error('the worker does not declare that'));
  const others = {
    signIns: { remove: notDeclared },
    pushes: undefined,
    mails: undefined,
    ledger: { requestedOn: notDeclared, erasedOn: notDeclared },
    report: () => {},
  };

  async function drain(queue: TimedChange[]): Promise<void> {
    while (queue.length > 0) {
      while (isDown()) await sleep(POLL_OF_A_DISABLED_SOURCE);
      if (queue.length < STREAM_BATCH) await sleep(BATCHING_WINDOW);
      const batch = queue.slice(0, STREAM_BATCH);
      try {
        const changes = batch.map((change) => ({ ...change, changedAt: later(beginning, change.at) }));
        const pauses = pausesFor(batch.length, now() - (batch[0]?.at ?? now()));
        await onChanges(changes, { table: newTable(pauses), clock, ...others });
        queue.splice(0, batch.length);
        for (const { at } of batch) onSettled(now() - at);
      } catch (error) {
        // The event source delivers the batch again.
        if (!(error instanceof TryAgain)) throw error;
      }
    }
  }

  database.follow((change) => {
    const { pk, sk } = (change.after ?? change.before ?? {}) as { pk: string; sk: string };
    const begins = (text: string) => (prefix: string) => text.startsWith(prefix);
    if (!trigger.pkPrefixes.some(begins(pk)) || !trigger.skPrefixes.some(begins(sk))) return;
    const shard = shards[Number.parseInt(pk.slice(-2), 16) % count || 0];
    if (!shard) return;
    shard.queue.push(change);
    shard.run ??= drain(shard.queue).finally(() => {
      shard.run = undefined;
    });
  });
  return { drained: () => Promise.all(shards.map(({ run }) => run)) };
}
