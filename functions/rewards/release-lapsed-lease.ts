import { releaseUnit } from '../../shared/domain/unit-release.ts';
import { lease } from '../../shared/items/rewards.ts';
import { type Job, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { releaseLapsedLease } from './workers.ts';

export const job: Job = {
  worker: releaseLapsedLease,
  async onExpired(deleted, { table, clock }) {
    const lapsed = lease.parse(deleted);
    // The deletion by TTL proves that the lease has expired, even if the clock of this function is behind.
    const at = new Date(Math.max(clock.now().getTime(), Date.parse(lapsed.expiresAt)));
    const outcome = await releaseUnit(table, lapsed, at);
    return { unitsReleased: outcome === 'released' ? 1 : 0 };
  },
};

export const handler = workerLambda(job);
