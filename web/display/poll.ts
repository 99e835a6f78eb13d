import { type Display, isDisplay } from './answer.ts';

/**
 * Asks for the display again and again, politely: with the tag of what it has, a little apart from other screens, and
 * more and more seldom while there is no answer. A withdrawn name must not stay: what was answered is good for 60
 * seconds after the last 200 or 304, less the time that a cache had held it, by this page's own monotonic clock.
 */
export interface PollTools {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** A number in [0, 1). */
  readonly chance: () => number;
  readonly later: (action: () => void, milliseconds: number) => unknown;
}

export type News =
  | { readonly kind: 'shown'; readonly display: Display }
  /** The same as before, and still so. */
  | { readonly kind: 'confirmed' }
  /** Nothing was heard: what is shown may still stand for a while. */
  | { readonly kind: 'silent' }
  /** What is shown may not stand any longer. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'not_found' };

const INTERVAL_MS = 5_000;
/** Screens of one hall do not ask all at once. */
const JITTER_MS = 1_500;
const MAX_INTERVAL_MS = 30_000;
const TIMEOUT_MS = 8_000;
const VALID_FOR_MS = 60_000;

/** What is shown: by which tag it is confirmed, and until when it is good. */
interface Shown {
  readonly tag: string | undefined;
  readonly validUntil: number;
}

/** @param report may throw: what cannot be shown is as good as not heard, and asking goes on. */
export function poll(address: string, report: (news: News) => void, tools: PollTools): void {
  let held: Shown | undefined;
  let failures = 0;

  const pollOnce = async () => {
    const result = await requestDisplay().catch(() => undefined);
    if (result && tryReport(result.news)) {
      held = result.held;
      failures = 0;
    } else {
      failures += 1;
      tryReport({ kind: 'silent' });
    }
    const pause = Math.min(MAX_INTERVAL_MS, INTERVAL_MS * 2 ** Math.max(0, failures - 1));
    tools.later(pollOnce, pause + tools.chance() * JITTER_MS);
  };

  const requestDisplay = async (): Promise<{ news: News; held?: Shown } | undefined> => {
    const sent = tools.elapsed();
    const answer = await tools.fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      headers: held?.tag === undefined ? {} : { 'if-none-match': held.tag },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 404) return { news: { kind: 'not_found' } };
    const display: unknown = answer.status === 200 ? await answer.json() : undefined;
    const validUntil = sent + VALID_FOR_MS - ageOf(answer);
    if (validUntil <= tools.elapsed()) return undefined;
    if (answer.status === 304 && held) return { news: { kind: 'confirmed' }, held: { ...held, validUntil } };
    if (!isDisplay(display)) return undefined;
    return {
      news: { kind: 'shown', display },
      held: { tag: answer.headers.get('etag') ?? undefined, validUntil },
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

  /** Watches by itself: the answer to a question may never come. */
  const checkValidity = () => {
    if (held && tools.elapsed() >= held.validUntil && tryReport({ kind: 'stale' })) held = undefined;
    tools.later(checkValidity, 500);
  };

  void pollOnce();
  checkValidity();
}

/** Milliseconds for which a cache had held it; all its time where that cannot be told. */
function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0);
  return seconds >= 0 ? seconds * 1000 : VALID_FOR_MS;
}
