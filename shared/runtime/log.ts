import type { TryAgainCause } from '../table/attempts.ts';
import type { Meter } from '../table/meter.ts';

/** The fields of a log line. None of them contains a body, token, name, claim or health value. */
interface RequestLog {
  readonly namespace: string;
  readonly requestId: string;
  readonly area: string;
  readonly operation: string;
  readonly status: number;
  /** The code of a refusal, from the contract. */
  readonly code?: string | undefined;
  /** Codes that have their own metric. */
  readonly watched?: readonly string[] | undefined;
  /** The cause of a 503 `try_again`. */
  readonly tryAgainCause?: TryAgainCause | undefined;
  readonly durationMs: number;
  readonly at: Date;
  readonly meter: Meter;
  /** An unexpected error: its kind and stack, never its message. */
  readonly failure?: Failure | undefined;
}

export interface Failure {
  readonly name: string;
  readonly at: readonly string[];
  /** The different errors of which it consists. */
  readonly causes?: readonly Failure[];
}

export type WriteLine = (line: string) => void;

/**
 * One JSON line for each request, in CloudWatch's embedded metric format, which creates metrics without an API call. The
 * metrics are per area, because each metric has a monthly price; the lines contain the operation.
 */
export function logRequest(write: WriteLine, log: RequestLog): void {
  const {
    namespace,
    requestId,
    area,
    operation,
    status,
    code,
    tryAgainCause,
    durationMs,
    at,
    meter,
    failure,
  } = log;
  const watched = Object.fromEntries(
    (log.watched ?? []).map((refusal) => [refusal, refusal === code ? 1 : 0]),
  );
  write(
    JSON.stringify({
      level: status >= 500 ? 'error' : 'info',
      requestId,
      area,
      operation,
      status,
      code,
      because: tryAgainCause, // The runbook and stored queries of operators name this field.
      failure,
      duration: round(durationMs),
      databaseCalls: meter.calls,
      databaseRounds: meter.rounds,
      consumedUnits: meter.units,
      clientErrors: status >= 400 && status < 500 ? 1 : 0,
      serverErrors: status >= 500 && status !== 503 ? 1 : 0,
      unavailable: status === 503 ? 1 : 0,
      ...watched,
      ...metrics(
        { namespace, at, dimension: 'area' },
        {
          duration: 'Milliseconds',
          databaseCalls: 'Count',
          consumedUnits: 'Count',
          clientErrors: 'Count',
          serverErrors: 'Count',
          unavailable: 'Count',
          ...countsOf(watched),
        },
      ),
    }),
  );
}

/** One JSON line for a run of a worker, with named counts. */
export function logWork(
  write: WriteLine,
  work: {
    readonly namespace: string;
    readonly worker: string;
    readonly durationMs: number;
    readonly at: Date;
    readonly meter: Meter;
    readonly failure?: Failure | undefined;
  },
  counts: Readonly<Record<string, number>>,
): void {
  const { namespace, worker, durationMs, at, meter, failure } = work;
  write(
    JSON.stringify({
      level: failure ? 'error' : 'info',
      worker,
      failure,
      duration: round(durationMs),
      databaseCalls: meter.calls,
      consumedUnits: meter.units,
      failures: failure ? 1 : 0,
      ...counts,
      ...metrics(
        { namespace, at, dimension: 'worker' },
        {
          duration: 'Milliseconds',
          failures: 'Count',
          ...countsOf(counts),
        },
      ),
    }),
  );
}

/** The inconsistencies that a check can find. */
export type FindingCode =
  | 'counters_off'
  | 'held_units_off'
  | 'lease_without_claim'
  | 'claim_without_lease'
  | 'unit_stranded';

/** An inconsistency and its place. It names no account and no claim. */
export interface FindingLog {
  readonly what: FindingCode;
  readonly campaignId: string;
  readonly shard: number;
}

/** One JSON line for each inconsistency that a worker finds. Their number is a metric of the run. */
export function logFinding(write: WriteLine, worker: string, finding: FindingLog): void {
  const { what, campaignId, shard } = finding;
  write(JSON.stringify({ level: 'error', worker, what, campaignId, shard }));
}

/**
 * The part of an unexpected error that may be logged. Its message may contain values of a request and is not logged.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  const failure = { name: error.name, at: frames.slice(0, 8).map((frame) => frame.trim()) };
  if (!(error instanceof AggregateError)) return failure;
  const kinds = new Map(
    error.errors.map(failureOf).map((cause) => [cause.name + (cause.at[0] ?? ''), cause]),
  );
  return { ...failure, causes: [...kinds.values()].slice(0, MAX_CAUSES) };
}

/** Many accounts or phones fail for few reasons. */
const MAX_CAUSES = 5;

const countsOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 'Count']));

function metrics(
  { namespace, at, dimension }: { readonly namespace: string; readonly at: Date; readonly dimension: string },
  units: Readonly<Record<string, string>>,
) {
  return {
    _aws: {
      Timestamp: at.getTime(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [[dimension]],
          Metrics: Object.entries(units).map(([Name, Unit]) => ({ Name, Unit })),
        },
      ],
    },
  };
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
