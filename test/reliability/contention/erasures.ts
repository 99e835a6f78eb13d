import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import type { Challenge } from '../../../shared/community/items.ts';
import { enrollment, eventMembership } from '../../../shared/community/participation.ts';
import { deletionRequest } from '../../../shared/deletion/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { work, workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import {
  aliasAndRanks,
  givenChallenge,
  givenClub,
  givenEvent,
  newParticipant,
} from '../../given/community.ts';
import { faults } from '../../support/fault-injection.ts';
import type { World } from '../../support/world.ts';
import { draws } from '../simulation/seeds.ts';
import { newTimeline } from '../simulation/timeline.ts';
import { simulatedClock } from './clock.ts';
import { contendedDatabase } from './database.ts';
import { WARM_PARTITIONS } from './warm.ts';

interface ErasureOptions {
  readonly accounts: number;
  /** The average time of a call in milliseconds. */
  readonly latency: number;
  /** The sign-ins that Cognito removes in a second. */
  readonly signInsASecond: number;
}

/** The challenges in which the people took part. */
const CHALLENGES = 10;

/** People who took part in challenges have closed their accounts at the same time. @returns how long the worker takes, in milliseconds */
export async function playErasures(
  world: World,
  { accounts, latency, signInsASecond }: ErasureOptions,
): Promise<number> {
  const { uuid } = draws(1, 'ids');
  const courses: Challenge[] = [];
  for (let n = 0; n < CHALLENGES; n++) {
    const held = await givenEvent(world, await givenClub(world, { id: uuid() }), {
      id: uuid(),
      joinCode: `ekspo-${n}`,
    });
    courses.push(await givenChallenge(world, held, { id: uuid() }));
  }
  const closedAt = later(world.now(), -hours(1)).toISOString();
  const people = Array.from({ length: accounts }, () => AccountId.parse(uuid()));
  const items = people.flatMap((accountId, n) => {
    const course = courses[n % CHALLENGES];
    if (!course) throw new Error('there is no challenge');
    const joined = newParticipant(world.now(), course, {
      ...{
        accountId,
        participantId: uuid(),
        alias: `Pejalan ${n}`,
        foldedAlias: `pejalan${n}`,
        shareLeaderboard: true,
      },
    });
    const { joinCode, clubId, joinedAt } = joined;
    return [
      accountStanding.stored({ accountId, closedAt }),
      deletionRequest.stored({
        ...{
          accountId,
          id: uuid(),
          status: 'pending',
          requestedAt: closedAt,
          receiptHash: uuid(),
          noticeVersion: '2031-03',
        },
        receiptExpiresAt: later(world.now(), hours(1000)).toISOString(),
        receiptIssuedAt: closedAt,
      }),
      eventMembership.stored({ accountId, joinCode, clubId, joinedAt }),
      enrollment.stored(joined),
      ...aliasAndRanks(joined),
    ];
  });
  const timeline = newTimeline();
  const random = draws(1, 'erasures');
  const database = contendedDatabase({
    ...{ timeline, chance: random.chance, partitions: WARM_PARTITIONS, hashSeed: 1, latency },
    items: [...(await world.dump()), ...items],
  });
  const clock = simulatedClock(world.now(), timeline, random);
  const policy = workerPolicy(eraseAccounts.worker);
  const tables = tableClient({
    ...{ tableName: 'model', ledgerName: 'ledger', clock, policy },
    connection: { region: 'model' },
  });
  faults(tables.documents, () => database.answer);
  let nextSignIn = 0;
  const handle = work(eraseAccounts, {
    ...{ tables, clock, writeLine: () => {}, metricsNamespace: 'Sihat' },
    signIns: {
      remove: async () => {
        nextSignIn = Math.max(nextSignIn + seconds(1) / signInsASecond, timeline.now());
        await timeline.sleep(nextSignIn - timeline.now() + latency);
      },
    },
    ledger: { requestedOn: async () => [], erasedOn: async () => [] },
  });
  const isDone = () =>
    people.every(
      (accountId) =>
        deletionRequest.parseIfAny(database.item(deletionRequest.key({ accountId })))?.status === 'completed',
    );
  await timeline.play(async () => {
    while (!isDone()) {
      const next = timeline.now() + minutes(1);
      await handle({});
      if (!isDone()) await timeline.sleep(next - timeline.now());
    }
  });
  return timeline.now();
}
