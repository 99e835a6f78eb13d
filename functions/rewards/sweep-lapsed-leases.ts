import { days } from '../../shared/clock.ts';
import { readStock } from '../../shared/domain/stock-levels.ts';
import { releaseUnit } from '../../shared/domain/unit-release.ts';
import { eachByItself, type Job, PartlyFailed, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { findStockedCampaigns, isLately } from './stocked-campaigns.ts';
import { sweepLapsedLeases } from './workers.ts';

/** The most leases of a shard that one run releases; the next run, a minute later, goes on. */
const MOST_AT_ONCE = 200;
/** No lease outlives `redeemBy`, and within this time after it the last lease has been swept. */
const SWEPT_AFTER = days(2);

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    let unitsReleased = 0;
    // One campaign that is out of step must not keep the units of all others.
    const campaigns = await findStockedCampaigns(table, clock);
    const swept = campaigns.filter((one) => isLately(one, clock, SWEPT_AFTER));
    const failures = await eachByItself(swept, async (one) => {
      const at = clock.now();
      for (const { lapsed } of await readStock(table, one, at, MOST_AT_ONCE)) {
        // One after the other: they share the shard's counters and would only conflict.
        for (const lease of lapsed) {
          if ((await releaseUnit(table, lease, at)) === 'released') unitsReleased += 1;
        }
      }
    });
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} campaigns failed`, { unitsReleased });
    return { unitsReleased };
  },
};

export const handler = workerLambda(job);
