import { answerWithin, codeOf } from '../browser/requests.ts';
import { type Display, isDisplay, withPlaces } from './answer.ts';

/**
 * Polls the display with conditional requests, jitter, and exponential backoff while requests fail. A withdrawn alias must
 * not stay on the screen, so a display is valid for only 60 seconds after the last 200 or 304, minus its age in a cache,
 * measured by a monotonic clock.
 */
export interface PollTools {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** The present time, in milliseconds since 1970. */
  readonly now: () => number;
  /** A random number in [0, 1). */
  readonly chance: () => number;
  readonly later: (action: () => void, milliseconds: number) => unknown;
}

export type News =
  | { readonly kind: 'shown'; readonly display: Display }
  /** The display is unchanged (304). */
  | { readonly kind: 'confirmed' }
  /** The request failed. The shown display may stay until it becomes stale. */
  | { readonly kind: 'silent' }
  /** The shown display is no longer valid and must be removed. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'cancelled' };

const INTERVAL_MS = 5_000;
/** Half of the interval, because the first failure doubles it. */
const FIRST_BACKOFF_MS = 2_500;
/** Jitter keeps the screens of one hall from polling at the same time. */
const JITTER_MS = 1_500;
/** While requests fail, before the start, and when the results are final, so that nothing moves. */
const MAX_INTERVAL_MS = 30_000;
const TIMEOUT_MS = 8_000;
const VALID_FOR_MS = 60_000;

/** The ETag of the shown display, when it begins to move, and the time until which it is valid. */
interface Shown {
  readonly from: number;
  readonly tag: string | undefined;
  readonly until: number;
}

/** @param report may throw if it cannot show the news. That counts as a failed request, and polling continues. */
export function poll(address: string, report: (news: News) => void, tools: PollTools): void {
  let shown: Shown | undefined;
  let failures = 0;

  const pollOnce = async () => {
    const result = await requestDisplay().catch(() => undefined);
    if (result && tryReport(result.news)) {
      shown = result.shown;
      failures = 0;
    } else {
      failures += 1;
      tryReport({ kind: 'silent' });
    }
    const pause = failures > 0 ? 2 ** failures * FIRST_BACKOFF_MS : (shown?.from ?? 0) - tools.now();
    tools.later(
      pollOnce,
      Math.min(Math.max(pause, INTERVAL_MS), MAX_INTERVAL_MS) + tools.chance() * JITTER_MS,
    );
  };

  const requestDisplay = async (): Promise<{ news: News; shown?: Shown } | undefined> => {
    const sent = tools.elapsed();
    const headers: Record<string, string> = shown?.tag === undefined ? {} : { 'if-none-match': shown.tag };
    const response = await answerWithin(
      (signal) => tools.fetch(address, { cache: 'no-store', credentials: 'omit', headers, signal }),
      { milliseconds: TIMEOUT_MS },
    );
    if (response.status === 404)
      return { news: { kind: (await codeOf(response)) === 'event_cancelled' ? 'cancelled' : 'not_found' } };
    const display: unknown = response.status === 200 ? await response.json() : undefined;
    const until = sent + VALID_FOR_MS - ageOf(response);
    if (until <= tools.elapsed()) return undefined;
    if (response.status === 304 && shown) return { news: { kind: 'confirmed' }, shown: { ...shown, until } };
    if (!isDisplay(display)) return undefined;
    return {
      news: { kind: 'shown', display: withPlaces(display) },
      // Final results never move.
      shown: {
        from: display.provisional ? Date.parse(display.event.startsAt) : 1 / 0,
        tag: response.headers.get('etag') ?? undefined,
        until,
      },
    };
  };

  const tryReport = (news: News): boolean => {
    try {
      report(news);
      return true;
    } catch {
      return false;
    }
  };

  /** Runs independently of requests, because a response may never arrive. */
  const checkValidity = () => {
    if (shown && tools.elapsed() >= shown.until && tryReport({ kind: 'stale' })) shown = undefined;
    tools.later(checkValidity, 500);
  };

  void pollOnce();
  checkValidity();
}

/** Returns the age of a cached response in milliseconds. An invalid age counts as expired. */
function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0);
  return seconds >= 0 ? seconds * 1000 : VALID_FOR_MS;
}
