import { lease } from '../../shared/items/rewards.ts';
import { releaseUnit } from '../../shared/release.ts';
import { type Job, workerLambda } from '../../shared/worker.ts';
import { releaseLapsedLease } from './workers.ts';

export const job: Job = {
  worker: releaseLapsedLease,
  async each(gone, { table, clock }) {
    const outcome = await releaseUnit(table, lease.parse(gone), clock.now());
    return { unitsReleased: outcome === 'released' ? 1 : 0 };
  },
};

export const handler = workerLambda(job);
