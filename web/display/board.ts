import type { Challenge, Place } from './answer.ts';

/** One person on the board, with everything that the layout needs. */
export interface Entry extends Place {
  /** Percent of the leader's steps. */
  readonly share: number;
  readonly tiesAbove: boolean;
  readonly tiesBelow: boolean;
}

export const ON_PODIUM = 3;

/** In columns, four people at a time have enough height for a large name over its number. */
export const MAX_IN_COLUMN = 4;

/**
 * Divides lines into the fewest turns that fit, of nearly equal size, the larger ones first: 4 to 7 and 8 to 10. A line that is
 * higher than the room has a turn of its own.
 * @returns the index of the first line of each turn
 */
export function turnsOfLines(
  heights: readonly number[],
  limits: { readonly gap: number; readonly room: number; readonly most: number },
): readonly number[] {
  const { gap, room, most } = limits;
  /** The best turns from a line on, and the sum of the squares of their sizes. */
  const best = (from: number): { readonly turns: readonly number[]; readonly unevenness: number } => {
    if (from >= heights.length) return { turns: [], unevenness: 0 };
    const choices = sizesFrom(from).map((size) => {
      const { turns, unevenness } = best(from + size);
      return { turns: [from, ...turns], unevenness: unevenness + size ** 2 };
    });
    return choices.reduce((a, b) =>
      b.turns.length < a.turns.length || (b.turns.length === a.turns.length && b.unevenness < a.unevenness)
        ? b
        : a,
    );
  };
  /** The possible sizes of a turn, the largest one first. */
  const sizesFrom = (from: number) => {
    let height = heights[from] ?? 0;
    let size = 1;
    for (; size < most && from + size < heights.length; size++) {
      height += gap + (heights[from + size] ?? 0);
      if (height > room) break;
    }
    return Array.from({ length: size }, (_, n) => size - n);
  };
  return heights.length === 0 ? [0] : best(0).turns;
}

export function entriesOf({ top }: Challenge): readonly Entry[] {
  const most = Math.max(1, ...top.map(({ steps }) => steps));
  return top.map((place, n) => ({
    ...place,
    share: Math.round((1000 * place.steps) / most) / 10,
    tiesAbove: top[n - 1]?.rank === place.rank,
    tiesBelow: top[n + 1]?.rank === place.rank,
  }));
}

/** While nobody has walked, everybody would be first. */
export const isUnranked = ({ top }: Challenge): boolean =>
  top.length > 0 && top.every(({ steps }) => steps === 0);

/** The language whose font and leading a person's text needs, if it is not in Latin script. */
export function scriptOf(text: string): 'ta' | 'zh' | undefined {
  if (/\p{Script=Tamil}/u.test(text)) return 'ta';
  return /\p{Script=Han}/u.test(text) ? 'zh' : undefined;
}

/** A name of more characters is set narrower. Chinese and Tamil letters are wide. */
const LONG_NAME = 16;
export const isLong = (name: string): boolean => [...name].length > LONG_NAME;

/** Splits challenges into groups of nearly equal size, which the screen shows in turn. */
export function groupsOf<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const size = Math.ceil(all.length / Math.ceil(all.length / most)) || 1;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
