import { endpoint as joinClub } from '../../../functions/community/club-members/join-club.ts';
import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as reportSteps } from '../../../functions/community/enrollments/report-steps.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { displayCount } from '../../../shared/community/boards.ts';
import { boardPartitionsFor, type Challenge, challenge, event } from '../../../shared/community/items.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { noticesOf } from '../../../shared/notices/items.ts';
import { stockShard } from '../../../shared/rewards/items.ts';
import { later, seconds } from '../../../shared/values/clock.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import {
  aliasAndRanks,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  newParticipant,
} from '../../given/community.ts';
import { givenCampaign } from '../../given/rewards.ts';
import type { World } from '../../support/world.ts';
import { newWalker } from '../hall/walkers.ts';
import { draws } from '../simulation/seeds.ts';
import { type Answer, type CrowdOptions, type Database, playCrowd } from './crowd.ts';
import { WARM_PARTITIONS } from './warm.ts';

interface Options extends Pick<CrowdOptions, 'people' | 'within' | 'latency'> {
  readonly partitions?: number;
  readonly hashSeed?: number;
}
const SEED = 1;
const model = ({ partitions = WARM_PARTITIONS, hashSeed = 1, ...options }: Options) => ({
  partitions,
  hashSeed,
  ...options,
});

/**
 * People join an exhibition and enroll in one of its challenges, on both boards, while others report their steps there.
 * @param hall `reports` is the number of reports. `boards` holds the partitions of the boards of each challenge; people spread
 * evenly over the challenges. Without it there is one challenge of a hall of 10,000.
 */
export async function playExhibition(
  world: World,
  options: Options,
  {
    reports = 0,
    boards = [boardPartitionsFor(10_000)],
  }: { reports?: number; boards?: readonly number[] } = {},
) {
  // The ids decide which keys meet in a partition, so they are the same in each run.
  const { uuid } = draws(SEED, 'ids');
  const id = uuid();
  const held = await givenEvent(world, await givenClub(world, { id: uuid() }), {
    id,
    joinCode: 'ekspo-kami',
  });
  const courses: [Challenge, ...Challenge[]] = [
    await givenChallenge(world, held, { id: uuid(), boardPartitions: boards[0] }),
  ];
  for (const boardPartitions of boards.slice(1))
    courses.push(await givenChallenge(world, held, { id: uuid(), boardPartitions }));
  const [first] = courses;
  const courseOf = (n: number): Challenge => courses[n % courses.length] ?? first;
  const { joinCode } = held;
  /** For each person in the order of their arrival the number of a walker, or of nobody. */
  const turns = draws(SEED, 'turns').shuffled(Array.from({ length: options.people + reports }, (_, n) => n));
  const walkers = Array.from({ length: reports }, (_, n) =>
    newParticipant(world.now(), courseOf(n), {
      accountId: AccountId.parse(uuid()),
      participantId: uuid(),
      alias: `Jalan ${n}`,
      shareLeaderboard: true,
    }),
  );
  const counters = {
    attendees: event.key({ joinCode }),
    participants: challenge.key(first),
    onDisplay: displayCount.key({ challengeId: first.id }),
  };
  const { attendees, participants, onDisplay } = counters;
  const accepted: { readonly by: (typeof walkers)[number]; readonly steps: number }[] = [];

  const played = await playCrowd(
    {
      seed: SEED,
      at: world.now(),
      items: [...(await world.dump()), ...walkers.map(enrollment.stored), ...walkers.flatMap(aliasAndRanks)],
      ...model({ ...options, people: options.people + reports }),
    },
    async (send, n) => {
      const walker = walkers[turns[n] ?? reports];
      if (walker) {
        const body = { steps: 100 + n, measuredAt: world.now().toISOString() };
        const params = { id: walker.challengeId };
        const { status } = await send(reportSteps, { as: walker.accountId, params, body });
        if (status === 200) accepted.push({ by: walker, steps: body.steps });
        return;
      }
      await send(joinEvent, { params: { code: joinCode } });
      const body = { alias: `Pejalan ${n}`, shareLeaderboard: true, sharePublicDisplay: true };
      await send(enroll, { params: { id: courseOf(n).id }, body });
    },
  );
  const storedSteps = (walker: (typeof walkers)[number]) =>
    played.database.item(enrollment.key(walker))?.['steps'];
  return {
    ...played,
    /** The accepted reports, and how many of them are not stored. */
    accepted: accepted.length,
    lost: accepted.filter(({ by, steps }) => storedSteps(by) !== steps).length,
    counted: {
      attendees: played.database.item(attendees)?.['memberCount'],
      participants: played.database.item(participants)?.['memberCount'],
      onDisplay: played.database.item(onDisplay)?.['total'],
    },
  };
}

/**
 * A challenge was published for 100 people, and a crowd joins it. Everybody walks and reports steps when the platform asks for
 * it; the steps of the last rank are not written, so everybody is near.
 * @param lasts the crowd reports until then, in milliseconds.
 */
export async function playViralChallenge(
  world: World,
  { lasts, ...options }: Options & { readonly lasts: number },
) {
  const { uuid } = draws(SEED, 'ids');
  const held = await givenEvent(world, await givenClub(world, { id: uuid() }), {
    ...{ id: uuid(), joinCode: 'ekspo-viral', expectedAttendees: 100 },
  });
  const endsAt = later(world.now(), 2 * lasts).toISOString();
  const course = await givenChallenge(world, held, { id: uuid(), boardPartitions: 1, endsAt });
  const begins = world.now().getTime();
  /** When a request was refused, in milliseconds. */
  const refusedAt: number[] = [];
  const played = await playCrowd(
    { seed: SEED, at: world.now(), items: await world.dump(), ...model(options) },
    async (send, n, random, { now, sleep }) => {
      const soon = () => seconds(10) + random.chance() * seconds(20);
      /** Sends a request again until it is not refused, as a phone does. */
      async function sendAgain(...request: Parameters<typeof send>): Promise<Answer> {
        for (;;) {
          const answer = await send(...request);
          if (answer.status !== 503) return answer;
          refusedAt.push(now());
          await sleep(soon());
        }
      }
      await sendAgain(joinEvent, { params: { code: held.joinCode } });
      const body = { alias: `Pejalan ${n}`, shareLeaderboard: true, sharePublicDisplay: true };
      await sendAgain(enroll, { params: { id: course.id }, body });
      const steps = newWalker(random, now(), lasts);
      await sleep(soon());
      while (now() < lasts) {
        const at = now();
        const { body: stored } = await sendAgain(reportSteps, {
          params: { id: course.id },
          body: { steps: steps(at), measuredAt: new Date(begins + at).toISOString() },
        });
        await sleep(Date.parse(String(stored['nextReportAt'])) - begins - now());
      }
    },
  );
  const found = challenge.parse(played.database.item(challenge.key(course)) ?? {});
  return { ...played, refusedAt, boardPartitions: found.boardPartitions };
}

/** People ask to join one private club, whose owner is told of each of them. */
export async function playRequests(world: World, options: Options) {
  const { uuid } = draws(SEED, 'ids');
  const club = await givenClub(world, {
    id: uuid(),
    visibility: 'private',
    ownerId: AccountId.parse(uuid()),
  });
  await givenMember(world, club, 'owner');
  const played = await playCrowd(
    { seed: SEED, at: world.now(), items: await world.dump(), ...model(options) },
    async (send) => void (await send(joinClub, { params: { id: club.id }, body: {} })),
  );
  const told = played.database.items().filter(({ pk }) => pk === noticesOf(club.ownerId).pk);
  return { ...played, told: told.length };
}

/** People want the gifts of one campaign, whose units are spread evenly over its shards. */
export async function playRush(world: World, units: number, shards: number, options: Options) {
  const { id } = await givenCampaign(world, {
    id: draws(SEED, 'ids').uuid(),
    units: Array(shards).fill(units / shards),
  });
  let refusedTooEarly = 0;
  const played = await playCrowd(
    { seed: SEED, at: world.now(), items: await world.dump(), ...model(options) },
    async (send, _, { uuid }) => {
      await send(reserveReward, { params: { campaignId: id }, body: { claimId: uuid() } });
    },
    (status, database) => {
      if (status === 503 && freeUnits(database, id, shards) > 0) refusedTooEarly += 1;
    },
  );
  return {
    ...played,
    /** The 503 responses that were sent while a unit was free. */
    refusedTooEarly,
    left: freeUnits(played.database, id, shards),
  };
}

function freeUnits(database: Database, campaignId: string, shards: number): number {
  return Array.from({ length: shards }, (_, shard) => database.item(stockShard.key({ campaignId, shard })))
    .map((item) => Number(item?.['freeUnits']))
    .reduce((sum, units) => sum + units, 0);
}
