import { days } from '../../shared/clock.ts';
import { readStock } from '../../shared/domain/stock-levels.ts';
import { releaseUnit } from '../../shared/domain/unit-release.ts';
import { eachByItself, type Job, PartlyFailed, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { findStockedCampaigns, isLately } from './stocked-campaigns.ts';
import { sweepLapsedLeases } from './workers.ts';

/** Leases per shard and run. The next run, a minute later, continues. */
const MOST_AT_ONCE = 200;
/** No lease expires after `redeemBy`, so campaigns are swept only until this long after it. */
const SWEPT_AFTER = days(2);

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    let unitsReleased = 0;
    // An error in one campaign must not stop the sweep of the others.
    const campaigns = await findStockedCampaigns(table, clock);
    const swept = campaigns.filter((one) => isLately(one, clock, SWEPT_AFTER));
    const failures = await eachByItself(swept, async (one) => {
      const at = clock.now();
      for (const { lapsed } of await readStock(table, one, at, MOST_AT_ONCE)) {
        // Sequential, because concurrent releases would conflict on the counters of the shard.
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
