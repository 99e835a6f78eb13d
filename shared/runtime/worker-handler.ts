import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Environment, metricsNamespace } from '../contract/environment.ts';
import { runSeconds, STREAM_BATCH, type Worker } from '../contract/worker.ts';
import type { ErasureLedger } from '../deletion/ledger.ts';
import type { SignIns } from '../identity/sign-ins.ts';
import type { MailService } from '../notices/mails.ts';
import type { PushService } from '../notices/pushes.ts';
import { type AttemptPolicy, type Pauses, productionPolicy } from '../table/attempts.ts';
import type { TableClient } from '../table/client.ts';
import type { StoredItem } from '../table/item.ts';
import type { Table } from '../table/table.ts';
import { type Clock, seconds, systemClock } from '../values/clock.ts';
import { builtOnce, writeToLog } from './cold-start.ts';
import { functionTables } from './function-tables.ts';
import { type FindingLog, failureOf, logFinding, logWork, type WriteLine } from './log.ts';

/** The counts of a run by name, for its log line and its metrics. */
export type Counts = Readonly<Record<string, number>>;

export interface WorkTools {
  readonly table: Table;
  readonly clock: Clock;
  /** Logs an inconsistency. */
  readonly report: (finding: FindingLog) => void;
  readonly signIns: SignIns;
  readonly ledger: ErasureLedger;
  /** `undefined` on a stage that sends no pushes. */
  readonly pushes: PushService | undefined;
  /** `undefined` on a stage that sends no mails. */
  readonly mails: MailService | undefined;
}

/** A run that failed in part. Its counts are still logged. */
export class PartlyFailed extends AggregateError {
  override readonly name = 'PartlyFailed';
  readonly counts: Counts;

  constructor(failures: readonly unknown[], message: string, counts: Counts) {
    super(failures, message);
    this.counts = counts;
  }
}

/** A change of an item. Without `before` it was created, without `after` it was deleted. */
export interface Change {
  /** To the second. */
  readonly changedAt?: Date | undefined;
  readonly before?: StoredItem | undefined;
  readonly after?: StoredItem | undefined;
}

/**
 * A worker with its implementation. It runs once per scheduled time or call by an operator, once per expired item, or
 * once per batch of changes.
 */
export type Job = { readonly worker: Worker } & (
  | { readonly run: (tools: WorkTools, payload: object) => Promise<Counts> }
  | { readonly onExpired: (gone: StoredItem, tools: WorkTools) => Promise<Counts> }
  /** If it throws, Lambda delivers the whole batch again. */
  | { readonly onChanges: (changes: readonly Change[], tools: WorkTools) => Promise<Counts> }
);

export interface WorkerTools {
  readonly tables: TableClient;
  readonly clock: Clock;
  readonly writeLine: WriteLine;
  readonly signIns: SignIns;
  readonly ledger: ErasureLedger;
  readonly pushes?: PushService | undefined;
  readonly mails?: MailService | undefined;
  /** The CloudWatch namespace of the metrics. */
  readonly metricsNamespace: string;
}

/** The relevant parts of a DynamoDB stream event, and of the response that reports failed records. */
export interface StreamEvent {
  readonly Records: readonly {
    readonly eventName?: string;
    readonly userIdentity?: { readonly type?: string; readonly principalId?: string };
    readonly dynamodb?: {
      /** In seconds since 1970. */
      readonly ApproximateCreationDateTime?: number;
      readonly SequenceNumber?: string;
      readonly Keys?: Parameters<typeof unmarshall>[0];
      readonly OldImage?: Parameters<typeof unmarshall>[0];
      readonly NewImage?: Parameters<typeof unmarshall>[0];
    };
  }[];
}
export interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
  /** The counts of a run, for the operator who started it. */
  readonly done?: Counts;
}

export type WorkerHandler = (event: Partial<StreamEvent>) => Promise<BatchAnswer>;

/** The retries of a worker, which processes many items. A run ends 10 seconds before the time limit of its function. */
export const workerPolicy = (worker: Worker): AttemptPolicy => ({
  ...productionPolicy,
  deadline: (runSeconds(worker) - 10) * 1000,
  unavailableAttempts: 8,
});

const { backoff, throttledBackoff, longestPause } = productionPolicy;
const SHORT_PAUSES: Pauses = { backoff, throttledBackoff, longestPause };
const LONG_PAUSES: Pauses = { backoff: 80, throttledBackoff: 500, longestPause: 5000 };
/** A batch whose earliest change is older than this is behind, however small it is. */
const BEHIND = seconds(10);

/**
 * The pauses of a run for a batch of changes. Runs for the shards of a stream compete for the same counters. While they keep up,
 * batches are small, and short pauses keep the counters up to date. A full batch says that more changes wait. Then runs make room for
 * each other for seconds, and longer where a partition has no units left, because each conflict costs the units of a transaction.
 * @param behind the age of the earliest change in milliseconds.
 */
export function pausesFor(changes: number, behind: number): Pauses {
  return changes < STREAM_BATCH && behind < BEHIND ? SHORT_PAUSES : LONG_PAUSES;
}

/** Capabilities that only the workers get that declare them. */
export interface WorkerCapabilities {
  readonly signIns: SignIns;
  readonly ledger: ErasureLedger;
  readonly pushes?: PushService | undefined;
  readonly mails?: MailService | undefined;
}
const notDeclared = () => Promise.reject(new Error('this worker does not declare that'));
const NOTHING_BEYOND: WorkerCapabilities = {
  signIns: { remove: notDeclared },
  ledger: { requestedOn: notDeclared, erasedOn: notDeclared },
};

/** Builds the Lambda handler of a worker from the environment. */
export function workerLambda(
  job: Job,
  environment: Environment = process.env,
  beyondOf: (environment: Environment) => Partial<WorkerCapabilities> = () => ({}),
): WorkerHandler {
  const built = builtOnce(environment, () => {
    return work(job, {
      tables: functionTables(job.worker.touches, environment, workerPolicy(job.worker)),
      clock: systemClock,
      writeLine: writeToLog,
      ...NOTHING_BEYOND,
      ...beyondOf(environment),
      metricsNamespace: metricsNamespace(environment),
    });
  });
  return (event) => built()(event);
}

/**
 * Builds the handler of a worker with the given tools. It reports a failed record by its sequence number, and Lambda
 * delivers the record again.
 */
export function work(
  job: Job,
  { tables, clock, writeLine, signIns, ledger, pushes, mails, metricsNamespace: namespace }: WorkerTools,
): WorkerHandler {
  return async (event) => {
    const startedAt = clock.elapsed();
    const changes = 'onChanges' in job ? changesIn(event.Records ?? []) : [];
    const { table, meter } = tables.session(pausesOf(changes, clock.now()));
    const report = (finding: FindingLog) => logFinding(writeLine, job.worker.workerId, finding);
    const log = (counts: Counts, error?: unknown) =>
      logWork(
        writeLine,
        {
          namespace,
          worker: job.worker.workerId,
          durationMs: clock.elapsed() - startedAt,
          at: clock.now(),
          meter,
          failure: error === undefined ? undefined : failureOf(error),
        },
        counts,
      );

    const tools = { table, clock, report, signIns, ledger, pushes, mails };
    if (!('onExpired' in job)) {
      try {
        const counts = await ('run' in job ? job.run(tools, event) : job.onChanges(changes, tools));
        log(counts);
        return { batchItemFailures: [], done: counts };
      } catch (error) {
        log(error instanceof PartlyFailed ? error.counts : {}, error);
        throw error;
      }
    }

    const failed: string[] = [];
    const counts: Record<string, number> = {};
    for (const { dynamodb } of event.Records ?? []) {
      try {
        const done = await job.onExpired(unmarshall(dynamodb?.OldImage ?? {}), tools);
        for (const [name, n] of Object.entries(done)) counts[name] = (counts[name] ?? 0) + n;
      } catch (error) {
        log({}, error);
        failed.push(dynamodb?.SequenceNumber ?? '');
      }
    }
    log(counts);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

function pausesOf(changes: readonly Change[], at: Date): Pauses | undefined {
  const times = changes.flatMap(({ changedAt }) => changedAt?.getTime() ?? []);
  return times.length > 0 ? pausesFor(changes.length, at.getTime() - Math.min(...times)) : undefined;
}

function changesIn(records: StreamEvent['Records']): Change[] {
  const dateOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time * 1000));
  const image = (stored: Parameters<typeof unmarshall>[0] | undefined) => stored && unmarshall(stored);
  return records.map(({ dynamodb }) => ({
    changedAt: dateOf(dynamodb?.ApproximateCreationDateTime),
    before: image(dynamodb?.OldImage),
    after: image(dynamodb?.NewImage),
  }));
}
