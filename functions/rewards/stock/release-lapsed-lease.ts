import { claim, lease } from '../../../shared/rewards/items.ts';
import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import { type Job, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { releaseLapsedLease } from './workers.ts';

export const job: Job = {
  worker: releaseLapsedLease,
  async onExpired(deleted, { table, clock }) {
    const lapsed = lease.parse(deleted);
    // The deletion by TTL proves that the lease has expired, even if the clock of this function is behind.
    const at = new Date(Math.max(clock.now().getTime(), Date.parse(lapsed.expiresAt)));
    const held = claim.parseIfAny(await table.get(claim.key(lapsed)));
    const released = held?.status === 'reserved' && (await releaseUnit(table, held, at)) === 'released';
    return { unitsReleased: released ? 1 : 0 };
  },
};

export const handler = workerLambda(job);
