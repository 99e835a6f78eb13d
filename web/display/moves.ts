import type { Challenge } from './answer.ts';

/** How a place has changed since the answer before: up or down by so many ranks, or newly among the ten. */
export type Move = number | 'new' | undefined;

/** By alias, which only one person in a challenge has. Nothing has moved where there was nothing to compare. */
export function movesSince(before: Challenge | undefined, now: Challenge): ReadonlyMap<string, Move> {
  const ranks = new Map(before?.top.map(({ alias, rank }) => [alias, rank]));
  return new Map(
    now.top.map(({ alias, rank }): [string, Move] => {
      if (!before) return [alias, undefined];
      const was = ranks.get(alias);
      if (was === undefined) return [alias, 'new'];
      return [alias, was === rank ? undefined : was - rank];
    }),
  );
}
