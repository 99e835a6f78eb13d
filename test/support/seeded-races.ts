/**
 * How often `npm run test:long` repeats a test under chance. Tests take fewer trials, or smaller ones, when it is below
 * 1,000. `SIHAT_SEED=<seed>` replays only that seed.
 */
export const RUNS = Number(process.env['SIHAT_RUNS'] ?? 50);
/** A busy machine needs minutes, and the long suites may take an hour. */
export const LONG = { timeout: process.env['SIHAT_RUNS'] ? 3_600_000 : 300_000 };

export const seedsOf = (runs: number): readonly number[] =>
  process.env['SIHAT_SEED']
    ? [Number(process.env['SIHAT_SEED'])]
    : Array.from({ length: runs }, (_, n) => n + 1);
