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

/** The places that take turns on a board with this many: 1–3, 4–7 and 8–10 of ten. */
export function placesInTurns(places: number): readonly { readonly from: number; readonly name: string }[] {
  const turn = (from: number, size: number) => {
    const to = Math.min(from + size - 1, places);
    return { from, name: from === to ? `${from}` : `${from}–${to}` };
  };
  const rows = Math.max(0, Math.ceil((places - ON_PODIUM) / MAX_IN_COLUMN));
  return [
    turn(1, ON_PODIUM),
    ...Array.from({ length: rows }, (_, n) => turn(ON_PODIUM + 1 + n * MAX_IN_COLUMN, MAX_IN_COLUMN)),
  ];
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
