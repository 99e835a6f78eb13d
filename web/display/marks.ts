import type { Display } from './answer.ts';

/** Good news about one person since the previous response: the number of ranks climbed, or `new` on the board. */
export type Mark = number | 'new';

export interface Marks {
  /** Compares a response with the previous one. Nothing is marked in the first. */
  compare(before: Display | undefined, now: Display, at: number): void;
  of(title: string, alias: string, at: number): Mark | undefined;
  /** Forgets old marks. @returns true if a mark has ended */
  endAt(at: number): boolean;
  clear(): void;
}

/** @param lasts milliseconds for which a mark stays */
export function marksFor(lasts: number): Marks {
  const marks = new Map<string, { readonly mark: Mark; readonly until: number }>();
  const keyOf = (title: string, alias: string) => `${title}\n${alias}`;
  return {
    compare(before, now, at) {
      for (const { title, top } of now.challenges) {
        const old = before?.challenges.find((challenge) => challenge.title === title);
        if (!old) continue;
        const ranks = new Map(old.top.map(({ alias, rank }) => [alias, rank]));
        const hadSteps = old.top.some(({ steps }) => steps > 0);
        for (const { alias, rank } of top) {
          const was = ranks.get(alias);
          if (was === undefined) marks.set(keyOf(title, alias), { mark: 'new', until: at + lasts });
          else if (hadSteps && rank < was)
            marks.set(keyOf(title, alias), { mark: was - rank, until: at + lasts });
          else if (rank > was) marks.delete(keyOf(title, alias));
        }
      }
    },
    of(title, alias, at) {
      const found = marks.get(keyOf(title, alias));
      return found && found.until > at ? found.mark : undefined;
    },
    endAt(at) {
      const ended = [...marks].filter(([, { until }]) => until <= at);
      for (const [key] of ended) marks.delete(key);
      return ended.length > 0;
    },
    clear: () => marks.clear(),
  };
}
