import { type Loop, repeat } from '../../../local/events/repeat.ts';
import { schedules } from '../../../local/events/schedules.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Lambda } from '../functions/lambda.ts';
import type { Permissions } from '../iam/permissions.ts';
import type { Usage } from '../services/principals.ts';
import type { Storage } from '../services/storage.ts';
import { streamMappings } from './mappings.ts';
import { type Queues, queues } from './queues.ts';
import { type RulePlan, rulePlans } from './rules.ts';

/** Background events: TTL, the stream and the schedules. */
export interface Events {
  readonly plans: readonly RulePlan[];
  readonly queues: Queues;
  /** Deletes expired items and delivers the stream, without waiting for the schedules. */
  readonly drain: () => Promise<void>;
  /** Starts or ends TTL, the stream and the schedules in the background. */
  readonly runByThemselves: (run: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface EventOptions {
  readonly deployment: Deployment;
  readonly functions: readonly Lambda[];
  readonly permissions: Permissions;
  readonly usage: Usage;
  readonly storage: Storage;
  readonly clock: Clock;
  /** The endpoint of the streams. */
  readonly endpoint: string;
  readonly writeLine: (line: string) => void;
}

const STREAM_EVERY = 300;
const SCHEDULES_EVERY = 500;
const EXPIRY_EVERY = 2_000;

export async function startEvents(options: EventOptions): Promise<Events> {
  const { usage, storage, clock, writeLine } = options;
  const failed = queues(usage);
  const mappings = await streamMappings({
    ...options,
    queues: failed,
    tableName: storage.main.name,
    wasExpiry: storage.wasExpiry,
    sleep: clock.sleep,
  });
  const plans = rulePlans({ ...options, now: clock.now });
  const poll = async () => void (await Promise.all(mappings.map((mapping) => mapping.poll())));
  const loops: Loop[] = [];
  async function runByThemselves(run: boolean): Promise<void> {
    for (const loop of loops.splice(0).reverse()) await loop.stop();
    if (!run) return;
    const read = repeat('stream', STREAM_EVERY, poll, writeLine);
    const expire = async () => (await storage.expire()) > 0 && read.runNow();
    loops.push(
      read,
      repeat('schedules', SCHEDULES_EVERY, schedules(plans, clock, read.runNow), writeLine),
      repeat('expiry', EXPIRY_EVERY, expire, writeLine),
    );
  }
  return {
    runByThemselves,
    plans,
    queues: failed,
    drain: async () => {
      await storage.expire();
      await poll();
    },
    stop: async () => {
      await runByThemselves(false);
      for (const { close } of mappings) close();
    },
  };
}
