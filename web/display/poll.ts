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
  /** The present time. */
  readonly now: () => Date;
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
/** Jitter keeps the screens of one hall from polling at the same time. */
const JITTER_MS = 1_500;
/** While requests fail, before the start, and when the results are final, so that nothing moves. */
const MAX_INTERVAL_MS = 30_000;
const TIMEOUT_MS = 8_000;
const VALID_FOR_MS = 60_000;

/** The shown display with its ETag, and the time until which it is valid. */
interface Shown {
  readonly display: Display;
  readonly tag: string | undefined;
  readonly validUntil: number;
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
    const pause =
      failures > 0 ? INTERVAL_MS * 2 ** (failures - 1) : untilMoving(shown?.display, tools.now().getTime());
    const interval = Math.min(Math.max(pause, INTERVAL_MS), MAX_INTERVAL_MS);
    tools.later(pollOnce, interval + tools.chance() * JITTER_MS);
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
    const validUntil = sent + VALID_FOR_MS - ageOf(response);
    if (validUntil <= tools.elapsed()) return undefined;
    if (response.status === 304 && shown)
      return { news: { kind: 'confirmed' }, shown: { ...shown, validUntil } };
    if (!isDisplay(display)) return undefined;
    return {
      news: { kind: 'shown', display: withPlaces(display) },
      shown: { display, tag: response.headers.get('etag') ?? undefined, validUntil },
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
    if (shown && tools.elapsed() >= shown.validUntil && tryReport({ kind: 'stale' })) shown = undefined;
    tools.later(checkValidity, 500);
  };

  void pollOnce();
  checkValidity();
}

/** The milliseconds until ranks can change; at most 0 if they can now. */
function untilMoving(display: Display | undefined, now: number): number {
  if (!display) return 0;
  const { event, provisional } = display;
  const isFinal = !provisional && now >= Date.parse(event.endsAt);
  return isFinal ? MAX_INTERVAL_MS : Date.parse(event.startsAt) - now;
}

/** Returns the age of a cached response in milliseconds. An invalid age counts as expired. */
function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0);
  return seconds >= 0 ? seconds * 1000 : VALID_FOR_MS;
}
