import { pushEnvironment } from '../../../shared/contract/environment.ts';
import { runSeconds } from '../../../shared/contract/worker.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { type Notice, notice, timedNotices, waitingNotices } from '../../../shared/notices/items.ts';
import { snsPushes } from '../../../shared/notices/sns-pushes.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { transactGroups } from '../../../shared/table/groups.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import { days, later, seconds } from '../../../shared/values/clock.ts';
import { newBreaker } from './breaker.ts';
import { clearDevices } from './phones.ts';
import { newSending, type Sending, tellNotices } from './push-notices.ts';
import { tellExhibitions } from './tell-exhibitions.ts';
import { timedKinds } from './timed-notices.ts';
import { deliverNotices } from './workers.ts';

/** Notices whose transaction is one call. Each timed notice has at most three parts, and the limit of DynamoDB is 100. */
const AT_ONCE = 33;
/** A run begins nothing more this long before the time limit of its function. */
const MARGIN = seconds(15);
/** How far back the first run looks. Runs before it may have failed, and what is told already is not told twice. */
const FIRST_LOOKBACK = days(1);

export const job: Job = {
  worker: deliverNotices,
  async run({ table, clock, pushes }) {
    const stopsAt = clock.elapsed() + seconds(runSeconds(deliverNotices)) - MARGIN;
    const isOver = () => clock.elapsed() >= stopsAt;
    // Endpoints that cannot be deleted must not stop the pushes, so each has a breaker of its own.
    const [breaker, ofClearing] = [newBreaker(isOver), newBreaker(isOver)];
    // Each run starts at a random list, so pushes that always fail cannot starve the others.
    const start = Math.floor(clock.chance() * waitingNotices.length);
    const lists = [...waitingNotices.slice(start), ...waitingNotices.slice(0, start)];
    const sending = pushes && newSending(pushes, clock.now, breaker);
    const counts = {
      noticesTimed: 0,
      noticesDelivered: 0,
      noticesDeleted: 0,
      devicesCleared: 0,
      exhibitionsTold: 0,
    };
    const failures = await eachByItself(
      [
        async () => {
          counts.noticesTimed = await writeTimed(table, clock.now(), isOver);
        },
        async () => {
          counts.devicesCleared = await clearDevices(table, pushes, ofClearing);
        },
        ...lists.map((list) => async () => {
          for await (const items of pages(table, list, { size: AT_ONCE })) {
            const { delivered, deleted } = await deliver(
              table,
              items.map(notice.parse),
              sending,
              clock.now(),
            );
            counts.noticesDelivered += delivered;
            counts.noticesDeleted += deleted;
            if (isOver()) return;
          }
        }),
        async () => {
          const { hasStopped } = breaker;
          counts.exhibitionsTold = await tellExhibitions({ table, now: clock.now, sending, hasStopped });
        },
      ],
      (step) => step(),
    );
    const all = [...failures, ...breaker.failures, ...ofClearing.failures];
    const counted = { ...counts, ...(sending?.counts ?? { pushesSent: 0, pushesFailed: 0 }) };
    if (all.length > 0) throw new PartlyFailed(all, `${all.length} lists or pushes failed`, counted);
    return counted;
  },
};

/** Writes what became due since the last run. A run that ends early is repeated by the next one, which writes nothing twice. */
async function writeTimed(table: Table, at: Date, isOver: () => boolean): Promise<number> {
  const position = timedNotices.parseIfAny(await table.get(timedNotices.key({})));
  const after = position ? new Date(position.upTo) : later(at, -FIRST_LOOKBACK);
  let written = 0;
  for (const find of timedKinds) {
    const due = [...(await find(table, after, at))];
    while (due.length > 0) {
      if (isOver()) return written;
      written += (await writeAll(table, due.splice(0, AT_ONCE))).length;
    }
  }
  await table.transact({ position: { Put: { Item: timedNotices.stored({ upTo: at.toISOString() }) } } });
  return written;
}

/** Deletes the notices of closed accounts, and takes those out of the index that need nothing more. */
async function deliver(table: Table, waiting: readonly Notice[], sending: Sending | undefined, at: Date) {
  const accounts = [...new Set(waiting.map(({ accountId }) => accountId))];
  const standings = await table.getAll(accounts.map((accountId) => accountStanding.key({ accountId })));
  const closed = new Set(
    standings
      .map(accountStanding.parse)
      .flatMap(({ accountId, closedAt }) => (closedAt === undefined ? [] : [accountId])),
  );
  const isClosed = ({ accountId }: Notice) => closed.has(accountId);
  const told = await tellNotices(
    table,
    waiting.filter((of) => !isClosed(of)),
    sending,
    at,
  );
  const deleted = await writeAll(
    table,
    waiting.filter(isClosed).map((of) => [{ Delete: { Key: notice.key(of) } }]),
  );
  await writeAll(
    table,
    told.marks.map((mark) => [mark]),
  );
  const delivered = await writeAll(
    table,
    told.notices.map((of) => [delivery(of, at)]),
  );
  return { delivered: delivered.length, deleted: deleted.length };
}

/** A notice that was erased meanwhile must not come back. */
const delivery = (of: Notice, at: Date): Part => ({
  Update: {
    Key: notice.key(of),
    UpdateExpression: 'SET deliveredAt = :now REMOVE gsi1pk, gsi1sk',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deliveredAt)',
    ExpressionAttributeValues: { ':now': at.toISOString() },
  },
});

/** Writes the groups whose conditions hold. @returns their numbers */
async function writeAll(table: Table, groups: readonly (readonly Part[])[]): Promise<readonly number[]> {
  for (let left = [...groups.keys()]; left.length > 0; ) {
    const failed = await transactGroups(
      table,
      Object.fromEntries(left.map((n) => [String(n), groups[n] ?? []])),
    );
    if (failed.size === 0) return left;
    left = left.filter((n) => !failed.has(String(n)));
  }
  return [];
}

export const handler = workerLambda(job, process.env, (environment) => {
  const where = pushEnvironment(environment);
  return { pushes: where && snsPushes(where) };
});
