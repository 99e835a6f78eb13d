import type { Backfill } from './run-backfill.ts';

/**
 * The backfills that operators can run, by name. One stays here until no backup is older than its last run, because a restored
 * table needs it again. `docs/data-model.md` describes when a change needs one.
 */
export const backfills: Readonly<Record<string, Backfill>> = {};
