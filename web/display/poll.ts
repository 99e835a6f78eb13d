import { type Display, isDisplay } from './answer.ts';

/**
 * Asks for the display again and again, politely: with the tag of what it has, a little apart from other screens, and
 * more and more seldom while there is no answer. A withdrawn name must not stay: what was answered is good for 60
 * seconds after the last 200 or 304, less the time that a cache had held it, by this page's own monotonic clock.
 */
export interface Surroundings {
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

const EVERY = 5_000;
/** Screens of one hall do not ask all at once. */
const JITTER = 1_500;
const SELDOMEST = 30_000;
const PATIENCE = 8_000;
const GOOD_FOR = 60_000;

/** What is shown: by which tag it is confirmed, and until when it is good. */
interface Held {
  readonly tag: string | undefined;
  readonly goodUntil: number;
}

/** @param tell may throw: what cannot be shown is as good as not heard, and asking goes on. */
export function poll(address: string, tell: (news: News) => void, tools: Surroundings): void {
  let held: Held | undefined;
  let failures = 0;

  const ask = async () => {
    const heard = await hear().catch(() => undefined);
    if (heard && told(heard.news)) {
      held = heard.held;
      failures = 0;
    } else {
      failures += 1;
      told({ kind: 'silent' });
    }
    const pause = Math.min(SELDOMEST, EVERY * 2 ** Math.max(0, failures - 1));
    tools.later(ask, pause + tools.chance() * JITTER);
  };

  const hear = async (): Promise<{ news: News; held?: Held } | undefined> => {
    const sent = tools.elapsed();
    const answer = await tools.fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      headers: held?.tag === undefined ? {} : { 'if-none-match': held.tag },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) return { news: { kind: 'not_found' } };
    const display: unknown = answer.status === 200 ? await answer.json() : undefined;
    const goodUntil = sent + GOOD_FOR - ageOf(answer);
    if (goodUntil <= tools.elapsed()) return undefined;
    if (answer.status === 304 && held) return { news: { kind: 'confirmed' }, held: { ...held, goodUntil } };
    if (!isDisplay(display)) return undefined;
    return {
      news: { kind: 'shown', display },
      held: { tag: answer.headers.get('etag') ?? undefined, goodUntil },
    };
  };

  const told = (news: News): boolean => {
    try {
      tell(news);
      return true;
    } catch {
      return false;
    }
  };

  /** Watches by itself: the answer to a question may never come. */
  const watch = () => {
    if (held && tools.elapsed() >= held.goodUntil && told({ kind: 'stale' })) held = undefined;
    tools.later(watch, 500);
  };

  void ask();
  watch();
}

/** Milliseconds for which a cache had held it; all its time where that cannot be told. */
function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get('age') ?? 0);
  return seconds >= 0 ? seconds * 1000 : GOOD_FOR;
}
