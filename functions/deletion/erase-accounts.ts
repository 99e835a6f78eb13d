import { deletionRequest, pendingDeletions } from '../../shared/deletion/items.ts';
import { cognitoSignIns } from '../../shared/identity/cognito-sign-ins.ts';
import { eachByItself, type Job, PartlyFailed, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { endOf } from '../../shared/table/item.ts';
import { hours, later, minutes } from '../../shared/values/clock.ts';
import { erase } from './erasure.ts';
import { eraseAccounts } from './workers.ts';

/** Longer than any API request can run, so no request that found the account open is still in flight. */
const LONGER_THAN_A_REQUEST = minutes(2);
/** Deletion requests that are pending for longer than this are counted as overdue. */
const OVERDUE = hours(1);
/** Accounts per run. The next run, a minute later, continues. */
const MAX_AT_ONCE = 100;

export const job: Job = {
  worker: eraseAccounts,
  async run({ table, clock, signIns }) {
    const now = clock.now();
    // The query reads all pending requests, a few hundred bytes each: a limited page might hold only requests that
    // fail.
    const pending = await table.query({
      ...pendingDeletions,
      to: endOf(later(now, -LONGER_THAN_A_REQUEST).toISOString()),
    });
    const overdue = later(now, -OVERDUE).toISOString();
    // Each run starts at a random position, so requests that always fail cannot starve the others.
    const first = Math.floor(clock.chance() * pending.length);
    const taken = [...pending.slice(first), ...pending.slice(0, first)].slice(0, MAX_AT_ONCE);
    const failures = await eachByItself(taken, async (item) =>
      erase(table, deletionRequest.parse(item).accountId, { clock, signIns }),
    );
    const counts = {
      accountsErased: taken.length - failures.length,
      erasuresFailed: failures.length,
      erasuresOverdue: pending.filter(({ requestedAt }) => String(requestedAt) < overdue).length,
    };
    if (failures.length > 0) throw new PartlyFailed(failures, `${failures.length} accounts failed`, counts);
    return counts;
  },
};

export const handler = workerLambda(job, process.env, (environment) => ({
  signIns: cognitoSignIns(environment),
}));
