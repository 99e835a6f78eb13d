import type { Display } from './display.ts';

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

export function poll(address: string, tell: (news: News) => void, tools: Surroundings): void {
  let tag: string | undefined;
  let holds = false;
  let failures = 0;
  let goodUntil = 0;

  const ask = async () => {
    const news = await hear().catch((): News => ({ kind: 'silent' }));
    failures = news.kind === 'silent' ? failures + 1 : 0;
    tell(news);
    const pause = Math.min(SELDOMEST, EVERY * 2 ** Math.max(0, failures - 1));
    tools.later(ask, pause + tools.chance() * JITTER);
  };

  const hear = async (): Promise<News> => {
    const sent = tools.elapsed();
    const answer = await tools.fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      headers: tag === undefined ? {} : { 'if-none-match': tag },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) {
      forget();
      return { kind: 'not_found' };
    }
    if (answer.status !== 200 && answer.status !== 304) return { kind: 'silent' };
    const age = Number(answer.headers.get('age') ?? 0) * 1000;
    const display = answer.status === 200 ? ((await answer.json()) as Display) : undefined;
    goodUntil = sent + GOOD_FOR - (Number.isFinite(age) ? age : GOOD_FOR);
    if (!display) return { kind: 'confirmed' };
    holds = true;
    tag = answer.headers.get('etag') ?? undefined;
    return { kind: 'shown', display };
  };

  /** Without the tag the next answer brings everything again. */
  const forget = () => {
    holds = false;
    tag = undefined;
  };

  /** Watches by itself: the answer to a question may never come. */
  const watch = () => {
    if (holds && tools.elapsed() >= goodUntil) {
      forget();
      tell({ kind: 'stale' });
    }
    tools.later(watch, 500);
  };

  void ask();
  watch();
}
