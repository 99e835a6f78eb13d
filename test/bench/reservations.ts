import { claim } from '../../shared/rewards/items.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { lapsedClaim } from './seeds.ts';

/** The read units of reservations. */
export interface Reservations {
  readonly oneShard: number;
  readonly twentyShards: number;
  readonly outOfStock: number;
}

const SHARDS = 20;
const LAPSED_OF_OTHERS = 10_000;

/** @param world an empty world. */
export async function measureReservations(world: World): Promise<Reservations> {
  const unitsOf = async (campaignId: string, expected: number): Promise<number> => {
    world.lines.length = 0;
    const request = { as: newAccount(), params: { campaignId }, body: { claimId: newId() } };
    const { status } = await world.call('reserveReward', request);
    if (status !== expected) throw new Error(`reserveReward answered ${status}`);
    return Number(world.lines[0]?.['consumedUnits']);
  };
  const campaign = await givenCampaign(world, { units: [100] });
  const twenty = await givenCampaign(world, { units: Array(SHARDS).fill(5) });
  const empty = await givenCampaign(world, { units: Array(SHARDS).fill(2) });
  for (let n = 0; n < 2 * SHARDS; n++) await givenClaim(world, empty, { shard: n % SHARDS });
  const other = await givenCampaign(world);
  await world.put(...Array.from({ length: LAPSED_OF_OTHERS }, (_, n) => claim.stored(lapsedClaim(n, other))));
  return {
    oneShard: await unitsOf(campaign.id, 201),
    twentyShards: await unitsOf(twenty.id, 201),
    // The engine, like DynamoDB, reports no units of a failed transaction: these are read units.
    outOfStock: await unitsOf(empty.id, 409),
  };
}
