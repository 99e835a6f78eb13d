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
  /**
   * Calls in a row that the database throttles or leaves unanswered, whichever calls of a request they are; with more
   * reads than that side by side, one for each. Conflicts are bound by the deadline alone.
   */
  readonly unavailableAttempts: number;
  /** Full jitter: the n-th pause is a random part of `backoff · 2ⁿ`, at most `longestPause`. */
  readonly backoff: number;
  readonly longestPause: number;
}

/** A caller hears within 2 s: the last attempt starts by 1.2 s and ends 0.5 s later; the rest is for what is slow beside it. */
export const productionPolicy: AttemptPolicy = {
  connectionTimeout: 300,
  requestTimeout: 500,
  deadline: 1200,
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
 * weighed one by one, and what stands beside a conflict may be half of another transaction, even of one's own.
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
  /** One call, also past the deadline: to learn what became of a write that was not answered. */
  readonly lastWord?: boolean;
}

/** Repeats calls within one request's deadline. Safe for reads, conditional puts and transactions with a token. */
export function attempts(policy: AttemptPolicy, clock: Clock, meter: Meter) {
  let deadline: number | undefined;
  /** Calls in vain since the database last answered anything. */
  let unavailable = 0;
  const underWay = new Set<Promise<unknown>>();

  async function once<A extends object>(call: () => Promise<A>, options: AttemptOptions): Promise<A> {
    try {
      const answer = await metered(meter, call, options);
      unavailable = 0;
      return answer;
    } catch (error) {
      const { kind } = troubleOf(error);
      unavailable = kind === 'throttled' || kind === 'unanswered' ? unavailable + 1 : 0;
      throw error;
    }
  }

  return async function attempt<A extends object>(
    call: () => Promise<A>,
    { lastWord = false, ...options }: AttemptOptions = {},
  ): Promise<A> {
    deadline ??= clock.elapsed() + policy.deadline;
    const isOver = (after = 0) => clock.elapsed() + after > (deadline ?? 0);
    for (let n = 0; ; n++) {
      if (isOver() && !lastWord) throw new TryAgain('deadline');
      try {
        const sent = once(call, options);
        const done = () => underWay.delete(sent);
        underWay.add(sent);
        sent.then(done, done);
        return await sent;
      } catch (error) {
        const { kind } = troubleOf(error);
        if (kind === 'refused' || kind === 'unexpected') throw error;
        const inVain = () => unavailable >= policy.unavailableAttempts;
        const pause = clock.chance() * Math.min(policy.longestPause, policy.backoff * 2 ** n);
        if (lastWord || inVain() || isOver(pause)) throw new TryAgain(kind, { cause: error });
        await clock.sleep(pause);
        // Whether the database is there again is tried by one call at a time, when all beside it is known.
        while (unavailable > 0 && underWay.size > 0) await Promise.allSettled(underWay);
        if (inVain()) throw new TryAgain(kind, { cause: error });
      }
    }
  };
}
