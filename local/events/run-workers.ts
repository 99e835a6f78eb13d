import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type Job, type WorkerTools, work } from '../../shared/runtime/worker-handler.ts';
import type { OnStop } from '../stops.ts';
import { deliver, type Mapping } from './deliveries.ts';
import { expiry } from './expiry.ts';
import { type Loop, repeat } from './repeat.ts';
import { schedules } from './schedules.ts';
import { openStream } from './streams.ts';
import { workerStates } from './worker-states.ts';

export interface WorkersOptions {
  readonly jobs: readonly Job[];
  readonly tools: WorkerTools;
  readonly connection: DynamoDBClientConfig;
  readonly tableName: string;
}

const STREAM_INTERVAL_MS = 500;
const SCHEDULES_INTERVAL_MS = 1_000;
/** DynamoDB deletes items some time after their `ttl`. This interval is short enough to watch it. */
const EXPIRY_INTERVAL_MS = 20_000;

/**
 * Runs the workers as AWS does: with the records of the stream and by their schedules. Also deletes expired items.
 * @returns the states of the workers.
 */
export async function runWorkers(options: WorkersOptions, onStop: OnStop) {
  const { jobs, tools, connection, tableName } = options;
  const { clock, writeLine } = tools;
  const states = workerStates(clock);
  const workers = jobs.map((job) => ({
    worker: job.worker,
    handle: states.watched(job.worker, work(job, tools)),
  }));
  const client = new DynamoDBClient(connection);
  const expired = expiry(client, tableName, clock);
  const stream = await openStream({
    connection,
    tableName,
    wasExpiry: expired.wasExpiry,
    from: 'beginning',
  });
  onStop(stream.close, () => client.destroy());
  const read = repeat(
    'stream',
    STREAM_INTERVAL_MS,
    (signal) => {
      // Retries end when the platform stops. The next start reads the records again.
      const sleep = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal });
      return stream.poll((records) => deliver(records, workers, { writeLine, sleep }));
    },
    writeLine,
  );
  const plan = repeat('schedules', SCHEDULES_INTERVAL_MS, dueTasks(workers, tools, read), writeLine);
  // Read the stream at once after an expiry, because the unit of an expired lease is free only after that.
  const expire = repeat(
    'expiry',
    EXPIRY_INTERVAL_MS,
    async () => (await expired.run()) > 0 && read.runNow(),
    writeLine,
  );
  onStop(read.stop, plan.stop, expire.stop);
  return states;
}

/** Runs the scheduled workers that are due. */
function dueTasks(workers: readonly Mapping[], { clock }: WorkerTools, read: Loop): () => Promise<void> {
  const plans = workers.flatMap(({ worker: { trigger }, handle }) =>
    trigger.kind === 'schedule' || trigger.kind === 'daily' ? [{ when: trigger, run: () => handle({}) }] : [],
  );
  return schedules(plans, clock, read.runNow);
}
