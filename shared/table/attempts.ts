import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Clock } from '../values/clock.ts';
import { type Meter, metered } from './meter.ts';

/**
 * The table's own retries. The SDK's defaults do not fit conditional writes: it never repeats a transaction that met a
 * conflict, and its time-outs only warn. All times are in milliseconds.
 */
export interface AttemptPolicy {
  readonly connectionTimeout: number;
  /** The time-out of one call. */
  readonly requestTimeout: number;
  /** No attempt starts later than this after the request's first one. */
  readonly deadline: number;
  /** Extra time for the read that finds out whether an unanswered write has succeeded. */
  readonly grace: number;
  /**
   * The maximum number of consecutive calls of a request that are throttled or get no response. Only the deadline
   * limits conflicts.
   */
  readonly unavailableAttempts: number;
  /** Full jitter: the n-th pause is a random part of `backoff · 2ⁿ`, at most `longestPause`. */
  readonly backoff: number;
  /** Instead of `backoff` after a throttled call: a partition has units again only after a while. */
  readonly throttledBackoff: number;
  readonly longestPause: number;
}

/** How long an attempt waits for the next one. */
export type Pauses = Pick<AttemptPolicy, 'backoff' | 'throttledBackoff' | 'longestPause'>;

/** A caller gets a response within 2 s: the last call starts within 1.4 s and takes at most 0.5 s. */
export const productionPolicy: AttemptPolicy = {
  connectionTimeout: 300,
  requestTimeout: 500,
  deadline: 1200,
  grace: 200,
  unavailableAttempts: 3,
  backoff: 20,
  throttledBackoff: 100,
  longestPause: 250,
};

/** Retries did not help against throttling, conflicts or missing responses. The caller gets 503 with `Retry-After`. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
  /** The cause, which may be logged. */
  readonly tryAgainCause: TryAgainCause;

  constructor(tryAgainCause: TryAgainCause, options?: ErrorOptions) {
    super(tryAgainCause, options);
    this.tryAgainCause = tryAgainCause;
  }
}

/** For work that may stay unfinished. @throws any other error. */
export function ignoringTheDeadline(error: unknown): void {
  if (!(error instanceof TryAgain)) throw error;
}

export type TryAgainCause = 'conflict' | 'throttled' | 'unanswered' | 'deadline' | 'keys' | 'collision';

export type DatabaseError =
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'conflict' }
  /** Rejected because of capacity: the call had no effect. */
  | { readonly kind: 'throttled' }
  /** No response: the call may have been executed. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'unexpected' };

const Reason = z.object({
  Code: z.optional(z.string()),
  Item: z.optional(z.custom<Record<string, AttributeValue>>()),
});
/** Why DynamoDB rejected a part of a transaction, and the stored item of a failed condition. */
export type Reason = z.infer<typeof Reason>;

const Failure = z.object({
  name: z.string(),
  code: z.optional(z.unknown()),
  $fault: z.optional(z.string()),
  CancellationReasons: z.optional(z.array(Reason)),
  Item: z.optional(z.custom<Record<string, AttributeValue>>()),
});

const CONFLICTS = new Set(['TransactionConflictException', 'TransactionInProgressException']);
const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ReplicatedWriteConflictException',
]);
const SILENCES = new Set(['TimeoutError', 'AbortError', 'NetworkingError']);
const BROKEN = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Classifies an SDK error. A conflict takes precedence over a failed condition of another part, because that part may have
 * seen the intermediate state of a concurrent transaction.
 */
export function databaseErrorOf(error: unknown): DatabaseError {
  const failure = Failure.safeParse(error);
  if (!failure.success) return { kind: 'unexpected' };
  const { name, code, $fault, CancellationReasons = [], Item } = failure.data;
  if (name === 'ConditionalCheckFailedException') {
    return { kind: 'refused', reasons: [{ Code: 'ConditionalCheckFailed', Item }] };
  }
  if (name === 'TransactionCanceledException') {
    const codes = CancellationReasons.map(({ Code }) => Code);
    if (codes.includes('TransactionConflict')) return { kind: 'conflict' };
    if (codes.includes('ThrottlingError') || codes.includes('ProvisionedThroughputExceeded')) {
      return { kind: 'throttled' };
    }
    if (codes.includes('ConditionalCheckFailed')) return { kind: 'refused', reasons: CancellationReasons };
    return { kind: 'unexpected' };
  }
  if (CONFLICTS.has(name)) return { kind: 'conflict' };
  if (THROTTLES.has(name)) return { kind: 'throttled' };
  if (SILENCES.has(name) || $fault === 'server' || BROKEN.has(String(code))) return { kind: 'unanswered' };
  return { kind: 'unexpected' };
}

/** The sockets of a table client. */
export const MAX_SOCKETS = 50;
/**
 * The maximum number of concurrent calls of a request. It is smaller than the number of sockets, because the time that a
 * call waits for a socket counts against its `connectionTimeout`.
 */
const MAX_IN_FLIGHT = 40;

interface AttemptOptions {
  /** A later page of the same query, which the meter does not count as a round trip. */
  readonly continues?: boolean;
  /** Allows one call even shortly after the deadline, to learn the outcome of an unanswered write. */
  readonly lastWord?: boolean;
  /** True if the database throttled a part of a batch. The call is then repeated for the rest. */
  readonly isPartial?: () => boolean;
}

const partlyThrottled = () =>
  Object.assign(new Error('a part of a batch was throttled'), { name: 'ThrottlingException' });

/** Repeats calls until the deadline of a request. */
export type Attempt = ReturnType<typeof attempts>;

/** Retries calls until the deadline of a request. Safe for reads, conditional puts and transactions with a token. */
export function attempts(policy: AttemptPolicy, clock: Clock, meter: Meter) {
  let startedAt: number | undefined;
  /** Whether the database has answered any call. */
  let isAnswered = false;
  /** The number of throttled or unanswered calls since the last response, and the latest cause. */
  let unavailable = 0;
  let cause: TryAgainCause = 'unanswered';
  const underWay = new Set<Promise<unknown>>();
  const isUnavailable = () => unavailable >= policy.unavailableAttempts;

  /**
   * At most `MAX_IN_FLIGHT` calls are in flight, and before the first response at most `unavailableAttempts`; the others
   * wait for them.
   */
  const mustWait = () =>
    underWay.size >= MAX_IN_FLIGHT ||
    (!isAnswered && !isUnavailable() && unavailable + underWay.size >= policy.unavailableAttempts);

  async function once<A extends object>(call: () => Promise<A>, options: AttemptOptions): Promise<A> {
    try {
      const answer = await metered(meter, call, options);
      isAnswered = true;
      unavailable = 0;
      return answer;
    } catch (error) {
      const { kind } = databaseErrorOf(error);
      if (kind === 'throttled' || kind === 'unanswered') {
        unavailable += 1;
        cause = kind;
      } else {
        isAnswered = true;
        unavailable = 0;
      }
      throw error;
    }
  }

  return async function attempt<A extends object>(
    call: () => Promise<A>,
    { lastWord = false, isPartial = () => false, ...options }: AttemptOptions = {},
  ): Promise<A> {
    startedAt ??= clock.elapsed();
    const deadline = startedAt + policy.deadline + (lastWord ? policy.grace : 0);
    const isOver = (after = 0) => clock.elapsed() + after > deadline;
    for (let n = 0; ; n++) {
      // Nothing is awaited between this check and the call, so calls that waited together count each other.
      while (!lastWord && mustWait()) await Promise.allSettled(underWay);
      if (!lastWord && isUnavailable()) throw new TryAgain(cause);
      if (isOver()) throw new TryAgain('deadline');
      try {
        const sent = once(call, options);
        const done = () => underWay.delete(sent);
        underWay.add(sent);
        sent.then(done, done);
        const answer = await sent;
        if (isPartial()) throw partlyThrottled();
        return answer;
      } catch (error) {
        const { kind } = databaseErrorOf(error);
        if (kind === 'refused' || kind === 'unexpected') throw error;
        const backoff = kind === 'throttled' ? policy.throttledBackoff : policy.backoff;
        const pause = clock.chance() * Math.min(policy.longestPause, backoff * 2 ** n);
        if (lastWord || isUnavailable() || isOver(pause)) throw new TryAgain(kind, { cause: error });
        await clock.sleep(pause);
      }
    }
  };
}
