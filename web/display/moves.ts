import type { Challenge } from './answer.ts';

/** The change of rank since the previous response: positive for up, negative for down, or `new` in the top ten. */
export type Move = number | 'new' | undefined;

/** Returns the moves by alias, which is unique in a challenge. Without a previous version, nothing has moved. */
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
