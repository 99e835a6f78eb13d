import { campaign } from '../../shared/items/rewards.ts';
import { readStock } from '../../shared/stock.ts';
import { partition } from '../../shared/table/item.ts';
import { type Job, workerLambda } from '../../shared/worker.ts';
import { releaseUnit } from './stock.ts';
import { sweepLapsedLeases } from './workers.ts';

/** One run releases at most so many leases of a shard; the next one, a minute later, goes on. */
const MOST_AT_ONCE = 200;

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    const campaigns = await table.query({ index: 'gsi2', pk: partition('REWARDS#STOCKED') });
    let unitsReleased = 0;
    for (const one of campaigns.map(campaign.parse)) {
      const at = clock.now();
      for (const { lapsed } of await readStock(table, one, at, MOST_AT_ONCE)) {
        // One after the other: they share the shard's counters and would only conflict.
        for (const lease of lapsed) {
          if ((await releaseUnit(table, lease, at)) === 'released') unitsReleased += 1;
        }
      }
    }
    return { unitsReleased };
  },
};

export const handler = workerLambda(job);
