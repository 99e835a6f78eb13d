import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { type Meter, metered } from './meter.ts';

/**
 * The table's own retries. The SDK's defaults do not fit conditional writes: it never repeats a transaction that met
 * a conflict, and its time-outs only warn. All times in milliseconds.
 */
export interface AttemptPolicy {
  readonly connectionTimeout: number;
  /** One attempt, from sending to the answer. */
  readonly requestTimeout: number;
  /** No attempt starts later than this after the request's first one. */
  readonly deadline: number;
  /** Extra time for the read that settles an unanswered write. */
  readonly grace: number;
  /**
   * Calls in a row that the database throttles or leaves unanswered, whichever calls of a request they are. Conflicts
   * are bound by the deadline alone.
   */
  readonly unavailableAttempts: number;
  /** Full jitter: the n-th pause is a random part of `backoff · 2ⁿ`, at most `longestPause`. */
  readonly backoff: number;
  readonly longestPause: number;
}

/** A caller hears within 2 s: the last call starts by 1.4 s and ends 0.5 s later. */
export const productionPolicy: AttemptPolicy = {
  connectionTimeout: 300,
  requestTimeout: 500,
  deadline: 1200,
  grace: 200,
  unavailableAttempts: 3,
  backoff: 20,
  longestPause: 250,
};

/** The database throttles, conflicts or is silent past the retries; answered 503 with `Retry-After`. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
  /** One of a few words, fit for a log line. */
  readonly because: TryAgainCause;

  constructor(because: TryAgainCause, options?: ErrorOptions) {
    super(because, options);
    this.because = because;
  }
}

export type TryAgainCause = 'conflict' | 'throttled' | 'unanswered' | 'deadline' | 'keys' | 'collision';

export type Trouble =
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'conflict' }
  /** Refused for want of capacity: nothing was done. */
  | { readonly kind: 'throttled' }
  /** No answer: it may have been done. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'unexpected' };

const Reason = z.object({
  Code: z.optional(z.string()),
  Item: z.optional(z.custom<Record<string, AttributeValue>>()),
});
type Reason = z.infer<typeof Reason>;

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
 * What an error of the SDK means for us. A conflict wins over a refusal of another part: the parts of a transaction are
 * weighed one by one, and the state that another part saw during a conflict may be half of another transaction.
 */
export function troubleOf(error: unknown): Trouble {
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

interface AttemptOptions {
  /** A later page of what was asked for already: no round trip of its own. */
  readonly continues?: boolean;
  /** One call, also a little past the deadline: to learn what became of a write that was not answered. */
  readonly lastWord?: boolean;
  /** True when the database throttled a part of a batch: the call is then repeated for the rest. */
  readonly isPartial?: () => boolean;
}

const partlyThrottled = () =>
  Object.assign(new Error('a part of a batch was throttled'), { name: 'ThrottlingException' });

/** Repeats calls within one request's deadline. Safe for reads, conditional puts and transactions with a token. */
export function attempts(policy: AttemptPolicy, clock: Clock, meter: Meter) {
  let startedAt: number | undefined;
  /** Whether the database has answered anything at all. */
  let isAnswered = false;
  /** Calls since the last response that the database throttled or did not answer, and why. */
  let unavailable = 0;
  let because: TryAgainCause = 'unanswered';
  const underWay = new Set<Promise<unknown>>();
  const isUnavailable = () => unavailable >= policy.unavailableAttempts;

  /** Before the first response, at most `unavailableAttempts` calls are in flight; the others wait for them. */
  const mustWait = () =>
    !isAnswered && !isUnavailable() && unavailable + underWay.size >= policy.unavailableAttempts;

  async function once<A extends object>(call: () => Promise<A>, options: AttemptOptions): Promise<A> {
    try {
      const answer = await metered(meter, call, options);
      isAnswered = true;
      unavailable = 0;
      return answer;
    } catch (error) {
      const { kind } = troubleOf(error);
      if (kind === 'throttled' || kind === 'unanswered') {
        unavailable += 1;
        because = kind;
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
      if (!lastWord && isUnavailable()) throw new TryAgain(because);
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
        const { kind } = troubleOf(error);
        if (kind === 'refused' || kind === 'unexpected') throw error;
        const pause = clock.chance() * Math.min(policy.longestPause, policy.backoff * 2 ** n);
        if (lastWord || isUnavailable() || isOver(pause)) throw new TryAgain(kind, { cause: error });
        await clock.sleep(pause);
      }
    }
  };
}
