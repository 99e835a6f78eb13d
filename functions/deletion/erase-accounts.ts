import { hours, later, minutes } from '../../shared/clock.ts';
import { cognitoSignIns } from '../../shared/cognito-sign-ins.ts';
import { deletionRequest } from '../../shared/items/deletion.ts';
import { partition } from '../../shared/table/item.ts';
import { eachByItself, type Job, PartlyFailed, workerLambda } from '../../shared/work.ts';
import { erase } from './erasure.ts';
import { eraseAccounts } from './workers.ts';

/** Longer than any request lives that found the account open. */
const LONGER_THAN_A_REQUEST = minutes(2);
/** By then somebody should have a look. */
const OVERDUE = hours(1);
/** One run looks at so many, oldest first; the next one, a minute later, goes on. */
const MOST_AT_ONCE = 100;

export const job: Job = {
  worker: eraseAccounts,
  async run({ table, clock, signIns }) {
    const now = clock.now();
    const found = await table.query({
      index: 'gsi1',
      pk: partition('DELETION#PENDING'),
      to: `${later(now, -LONGER_THAN_A_REQUEST).toISOString()}$`, // '$' follows '#'
      limit: MOST_AT_ONCE,
    });
    const pending = found.map(deletionRequest.parse);
    const overdue = later(now, -OVERDUE).toISOString();
    // Beginning anywhere, so that one that always fails or takes long does not keep the same others waiting.
    const first = Math.floor(clock.chance() * pending.length);
    const failures = await eachByItself([...pending.slice(first), ...pending.slice(0, first)], (request) =>
      erase(table, request.accountId, { clock, signIns }),
    );
    const counts = {
      accountsErased: pending.length - failures.length,
      erasuresFailed: failures.length,
      erasuresOverdue: pending.filter(({ requestedAt }) => requestedAt < overdue).length,
    };
    if (failures.length > 0) throw new PartlyFailed(failures, `${failures.length} accounts failed`, counts);
    return counts;
  },
};

export const handler = workerLambda(job, process.env, (environment) => ({
  signIns: cognitoSignIns(environment),
}));
