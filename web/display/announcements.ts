import type { Challenge, Display } from './answer.ts';
import { isUnranked, ON_PODIUM } from './board.ts';
import type { DisplayWords } from './words/en.ts';

/** Tells screen readers about changes of the first three, at most once a minute. A change that was undone is no news. */
export interface Announcements {
  /** @returns the text to announce now, if any. The first display is none: screen readers read the page itself. */
  next(display: Display, at: number, words: DisplayWords): string | undefined;
  /** Forgets the names. */
  clear(): void;
}

const PAUSE_MS = 60_000;

export function announcementsOf(): Announcements {
  /** The first three of each challenge as the screen reader knows them. */
  let heard: ReadonlyMap<string, string> | undefined;
  let nextAt = 0;
  return {
    next({ challenges }, at, words) {
      const now = new Map(challenges.map((challenge) => [challenge.title, topThree(challenge)]));
      const news = [...now].filter(([title, places]) => places !== '' && places !== heard?.get(title));
      const isFirst = heard === undefined;
      if (!isFirst && (news.length === 0 || at < nextAt)) return undefined;
      heard = now;
      if (isFirst) return undefined;
      nextAt = at + PAUSE_MS;
      return news.map(([title, places]) => words.topThree(title, places)).join('. ');
    },
    clear() {
      heard = undefined;
    },
  };
}

const topThree = (challenge: Challenge) =>
  isUnranked(challenge)
    ? ''
    : challenge.top
        .slice(0, ON_PODIUM)
        .map(({ rank, alias }) => `${rank} ${alias}`)
        .join(', ');
