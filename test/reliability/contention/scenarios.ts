import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { challenge, event } from '../../../shared/community/items.ts';
import { displayCount } from '../../../shared/community/participation.ts';
import { stockShard } from '../../../shared/rewards/items.ts';
import type { Key } from '../../../shared/table/item.ts';
import { givenChallenge, givenClub, givenEvent } from '../../given/community.ts';
import { givenCampaign } from '../../given/rewards.ts';
import type { World } from '../../support/world.ts';
import { type CrowdOptions, type Database, playCrowd } from './crowd.ts';
import type { TransactionPart } from './database.ts';

type Options = Pick<CrowdOptions, 'people' | 'within' | 'latency'>;
const SEED = 1;

/**
 * People join an exhibition and enroll in its challenge, on both boards.
 * @param isFirstVersion whether each request also changes its counters, as in the first version.
 */
export async function playExhibition(world: World, options: Options, isFirstVersion = false) {
  const held = await givenEvent(world, await givenClub(world));
  const { id: challengeId } = await givenChallenge(world, held);
  const { joinCode } = held;
  const counters = {
    attendees: event.key({ joinCode }),
    participants: challenge.key({ id: challengeId }),
    onDisplay: displayCount.key({ challengeId }),
  };
  const adding = (key: Key, counter: string): TransactionPart => ({
    Update: {
      Key: { ...key },
      UpdateExpression: `ADD ${counter} :one`,
      ExpressionAttributeValues: { ':one': 1 },
    },
  });
  const { attendees, participants, onDisplay } = counters;
  const firstVersion = (parts: readonly TransactionPart[]): TransactionPart[] =>
    parts.some(({ Put }) => Put?.Item?.['sk'] === `EVENT#${joinCode}`)
      ? [adding(attendees, 'memberCount')]
      : [adding(participants, 'memberCount'), adding(onDisplay, 'total')];

  const played = await playCrowd(
    {
      seed: SEED,
      at: world.now(),
      items: await world.dump(),
      ...options,
      ...(isFirstVersion && { extraParts: firstVersion, rollsUp: false }),
    },
    async (send, n) => {
      await send(joinEvent, { params: { code: joinCode } });
      const body = { alias: `Pejalan ${n}`, shareLeaderboard: true, sharePublicDisplay: true };
      await send(enroll, { params: { id: challengeId }, body });
    },
  );
  return {
    ...played,
    counted: {
      attendees: played.database.item(attendees)?.['memberCount'],
      participants: played.database.item(participants)?.['memberCount'],
      onDisplay: played.database.item(onDisplay)?.['total'],
    },
  };
}

/** People want the gifts of one campaign, whose units are spread evenly over its shards. */
export async function playRush(world: World, units: number, shards: number, options: Options) {
  const { id } = await givenCampaign(world, { units: Array(shards).fill(units / shards) });
  let refusedTooEarly = 0;
  const played = await playCrowd(
    { seed: SEED, at: world.now(), items: await world.dump(), ...options },
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
