import { seeded } from '../../support/interleave.ts';

/** A seeded random sequence for one purpose. Sequences of different purposes are independent. */
export interface Draws {
  /** A number in [0, 1). */
  readonly chance: () => number;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(among: readonly T[]) => T;
  readonly shuffled: <T>(all: readonly T[]) => T[];
  readonly uuid: () => string;
}

export function draws(seed: number, purpose: string): Draws {
  const chance = seeded(mixed(`${seed} ${purpose}`));
  const between = (least: number, most: number) => least + Math.floor(chance() * (most - least + 1));
  return {
    chance,
    between,
    pick<T>(among: readonly T[]): T {
      const picked = among[between(0, among.length - 1)];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
    shuffled<T>(all: readonly T[]): T[] {
      const left = [...all];
      return all.flatMap(() => left.splice(between(0, left.length - 1), 1));
    },
    uuid() {
      const hex = Array.from({ length: 4 }, () =>
        between(0, 2 ** 32 - 1)
          .toString(16)
          .padStart(8, '0'),
      ).join('');
      const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join('-');
    },
  };
}

/** FNV-1a. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
