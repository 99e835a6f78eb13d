import type { Backfill } from '../../infra/backfill/run-backfill.ts';

/** The example of `docs/data-model.md`. Exhibitions got a time zone in the release before this one. */
export const eventTimezones: Backfill = {
  summary: 'Gives every exhibition a time zone',
  change: (item) =>
    item['sk'] === 'EVENT' && item['timezone'] === undefined
      ? { ...item, timezone: 'Asia/Kuala_Lumpur' }
      : undefined,
};
