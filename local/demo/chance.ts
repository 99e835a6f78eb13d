/** A seeded random number generator (mulberry32), so that the demo data is the same at every start. */
export function seededChance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A whole number from `least` to `most`, both included. */
    between: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    /** Returns true with the given probability in percent. */
    percent: (of: number): boolean => next() * 100 < of,
    pick<T>(among: readonly [T, ...T[]]): T {
      return among[Math.floor(next() * among.length)] ?? among[0];
    },
  };
}

export type Chance = ReturnType<typeof seededChance>;
