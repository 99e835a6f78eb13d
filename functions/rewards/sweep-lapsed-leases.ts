import { days, later } from '../../shared/clock.ts';
import { campaign } from '../../shared/items/rewards.ts';
import { readStock } from '../../shared/stock.ts';
import type { Table } from '../../shared/table/client.ts';
import { partition } from '../../shared/table/item.ts';
import { type Job, workerLambda } from '../../shared/worker.ts';
import { releaseUnit } from './stock.ts';
import { sweepLapsedLeases } from './workers.ts';

/** One run releases at most so many leases of a shard; the next one, a minute later, goes on. */
const MOST_AT_ONCE = 200;

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    const stocked = await table.query({ index: 'gsi2', pk: partition('REWARDS#STOCKED') });
    // No lease outlives `redeemBy`; two days later the last of them has long been swept.
    const over = later(clock.now(), -days(2)).toISOString();
    const campaigns = stocked.map(campaign.parse).filter(({ redeemBy }) => redeemBy > over);
    // Beginning anywhere, so that a run that comes to its deadline does not leave out the same ones each time.
    const first = Math.floor(clock.chance() * campaigns.length);
    let unitsReleased = 0;
    const failures: unknown[] = [];
    for (const one of [...campaigns.slice(first), ...campaigns.slice(0, first)]) {
      // One campaign that is out of step must not keep the units of all others.
      await sweep(table, one, clock.now()).then(
        (released) => {
          unitsReleased += released;
        },
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} campaigns failed`);
    return { unitsReleased };
  },
};

export const handler = workerLambda(job);

async function sweep(table: Table, of: Parameters<typeof readStock>[1], at: Date): Promise<number> {
  let released = 0;
  for (const { lapsed } of await readStock(table, of, at, MOST_AT_ONCE)) {
    // One after the other: they share the shard's counters and would only conflict.
    for (const lease of lapsed) {
      if ((await releaseUnit(table, lease, at)) === 'released') released += 1;
    }
  }
  return released;
}
