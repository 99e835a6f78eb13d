import { mailEnvironment } from '../../shared/contract/environment.ts';
import { runSeconds } from '../../shared/contract/worker.ts';
import { deletionRequest, pendingDeletions } from '../../shared/deletion/items.ts';
import { cognitoSignIns } from '../../shared/identity/cognito-sign-ins.ts';
import { sesMails } from '../../shared/notices/ses-mails.ts';
import { type Job, PartlyFailed, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { endOf, type StoredItem } from '../../shared/table/item.ts';
import { pages } from '../../shared/table/pages.ts';
import { hours, later, minutes, seconds } from '../../shared/values/clock.ts';
import { erase } from './erasure.ts';
import { eraseAccounts } from './workers.ts';

/** Longer than any API request can run, so no request that found the account open is still in flight. */
const LONGER_THAN_A_REQUEST = minutes(2);
/** Deletion requests that are pending for longer than this are counted as overdue. */
const OVERDUE = hours(1);
/** Overdue requests that are counted at most. */
const MAX_OVERDUE = 100;
/** Pending requests that are read together. After the last account of a page, fewer than `AT_ONCE` are erased at once. */
const PAGE = 400;
/** Accounts that are erased concurrently. Each has one call in flight. */
const AT_ONCE = 30;
/** A run begins nothing more this long before the time limit of its function. */
const MARGIN = seconds(12);

export const job: Job = {
  worker: eraseAccounts,
  async run({ table, clock, signIns, mails }) {
    const stopsAt = clock.elapsed() + seconds(runSeconds(eraseAccounts)) - MARGIN;
    const isOver = () => clock.elapsed() >= stopsAt;
    const latest = later(clock.now(), -LONGER_THAN_A_REQUEST);
    const overdueSince = later(clock.now(), -OVERDUE);
    const overdue = await table.query({
      ...pendingDeletions,
      to: endOf(overdueSince.toISOString()),
      limit: MAX_OVERDUE,
    });
    const failures: unknown[] = [];
    const counts = {
      accountsErased: 0,
      erasuresFailed: 0,
      erasuresOverdue: overdue.length,
      lastMailsSent: 0,
      lastMailsFailed: 0,
    };

    const eraseAll = async (waiting: StoredItem[]) => {
      for (let item = waiting.shift(); item && !isOver(); item = waiting.shift()) {
        try {
          const { accountId } = deletionRequest.parse(item);
          const erased = await erase(table, accountId, { clock, signIns, mails, isOver });
          if (erased !== 'pending') counts.accountsErased += 1;
          if (erased === 'completed_with_mail') counts.lastMailsSent += 1;
          if (erased === 'completed_without_mail') counts.lastMailsFailed += 1;
        } catch (error) {
          failures.push(error);
          counts.erasuresFailed += 1;
        }
      }
    };

    // Each run starts at a random time of the list, so requests that always fail cannot starve the others.
    const oldest = overdue[0]
      ? Date.parse(deletionRequest.parse(overdue[0]).requestedAt)
      : overdueSince.getTime();
    const start = new Date(oldest + clock.chance() * (latest.getTime() - oldest)).toISOString();
    const lists = [{ from: start, to: endOf(latest.toISOString()) }, { to: start }];
    for (const range of lists) {
      for await (const page of pages(table, { ...pendingDeletions, ...range }, { size: PAGE })) {
        const waiting = [...page];
        await Promise.all(Array.from({ length: AT_ONCE }, () => eraseAll(waiting)));
        if (isOver()) break;
      }
    }
    if (failures.length > 0) throw new PartlyFailed(failures, `${failures.length} accounts failed`, counts);
    return counts;
  },
};

export const handler = workerLambda(job, process.env, (environment) => {
  const byMail = mailEnvironment(environment);
  return { signIns: cognitoSignIns(environment), mails: byMail && sesMails(byMail) };
});
