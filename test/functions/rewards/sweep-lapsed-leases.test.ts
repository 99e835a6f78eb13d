import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { type Campaign, type Claim, claim, newShard, stockShard } from '../../../shared/rewards/items.ts';
import type { Key, StoredItem } from '../../../shared/table/item.ts';
import { spreadOf } from '../../../shared/table/spread.ts';
import { later, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

function accountInList(spread: string): AccountId {
  for (;;) {
    const accountId = newAccount();
    if (spreadOf(accountId) === spread) return accountId;
  }
}

/** Expired claims in one of the 16 lists, whose leases TTL has deleted. */
async function givenLapsed(of: Campaign, claims: number, expiresAt = world.now()): Promise<Claim[]> {
  const lapsed = Array.from({ length: claims }, () => ({
    id: newId(),
    accountId: accountInList('7'),
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    deliveryKind: 'physical_gift' as const,
    status: 'reserved' as const,
    reservedAt: later(expiresAt, -seconds(600)).toISOString(),
    expiresAt: expiresAt.toISOString(),
    shard: 0,
  }));
  await world.put(...lapsed.map(claim.stored));
  return lapsed;
}

const sweep = () => world.run(sweepLapsedLeases);
const counters = async ({ id: campaignId }: Campaign) => world.item(stockShard.key({ campaignId, shard: 0 }));
async function hold(of: Campaign, units: number) {
  await world.put(stockShard.stored({ ...newShard(of, 0, units), freeUnits: 0, heldUnits: units }));
}

/** The shard whose counters a transaction changes. */
function shardIn(parts: readonly { readonly Update?: { readonly Key: Key } }[]): string {
  const counted = parts.find(({ Update }) => Update?.Key.sk === 'SHARD');
  if (!counted) throw new Error('the transaction changes no shard');
  return JSON.stringify(counted.Update?.Key);
}

describe('the sweep', () => {
  it('releases the units of ten shards concurrently, and those of one shard one after the other', {
    tags: ['calls'],
  }, async () => {
    const campaign = await givenCampaign(world, { units: Array(12).fill(2) });
    const expiresAt = world.now().toISOString();
    for (let n = 0; n < 24; n++) await givenClaim(world, campaign, { shard: n % 12, expiresAt });
    const underWay: string[] = [];
    const most = { shards: 0, ofOneShard: 0 };
    world.setFault(async ({ command, input, send }) => {
      if (command !== 'TransactWrite') return send();
      const shard = shardIn(input.TransactItems);
      underWay.push(shard);
      most.shards = Math.max(most.shards, underWay.length);
      most.ofOneShard = Math.max(most.ofOneShard, underWay.filter((running) => running === shard).length);
      await setTimeout(20);
      const answer = await send();
      underWay.splice(underWay.indexOf(shard), 1);
      return answer;
    });
    expect((await sweep()).done).toEqual({ unitsReleased: 24, claimsLeft: 0 });
    world.setFault(undefined);
    expect(most).toEqual({ shards: 10, ofOneShard: 1 });
    const { shards } = await expectStockInvariants(world);
    expect(shards.every(({ freeUnits }) => freeUnits === 2)).toBe(true);
  });

  it('releases all units in rounds of at most 100 of each list', async () => {
    const campaign = await givenCampaign(world, { units: [101] });
    await hold(campaign, 101);
    await givenLapsed(campaign, 101);
    expect((await sweep()).done).toEqual({ unitsReleased: 101, claimsLeft: 0 });
    expect(await counters(campaign)).toMatchObject({ freeUnits: 101, heldUnits: 0 });
  });

  it('ends before its time limit, states what is left, and continues in the next run', {
    tags: ['calls'],
  }, async () => {
    const campaign = await givenCampaign(world, { units: [5] });
    await hold(campaign, 5);
    await givenLapsed(campaign, 5);
    let elapsed = 0;
    world.setTime({ elapsed: () => elapsed });
    world.setFault(({ command, send }) => {
      if (command === 'TransactWrite') elapsed += seconds(12);
      return send();
    });
    expect((await sweep()).done).toEqual({ unitsReleased: 3, claimsLeft: 2 });
    world.setFault(undefined);
    expect((await sweep()).done).toEqual({ unitsReleased: 2, claimsLeft: 0 });
  });

  it('deletes the rows of holds that have passed and count nothing, and keeps the others', async () => {
    const campaign = await givenCampaign(world, { units: [3] });
    for (const age of [-60, -20, 60])
      await givenClaim(world, campaign, { expiresAt: later(world.now(), seconds(age)).toISOString() });
    await world.catchUp();
    const rows = async () => {
      const stored = (await world.dump()).filter(({ sk }) => String(sk).startsWith('HOLDS'));
      return stored
        .map(({ pk, sk, units }) => [String(pk).slice(0, 8), String(sk).split('#')[0], units])
        .sort();
    };
    const before = await rows();
    expect(before).toHaveLength(8);
    await sweep();
    // The roll-up has not counted the releases yet, so no row is empty.
    expect(await rows()).toEqual(before);
    await world.catchUp();
    await sweep();
    const left = [
      ['HOLDS', 1],
      ['HOLDS-UNTIL', 1],
    ];
    expect(await rows()).toEqual([
      ...left.map((row) => ['REWARDS#', ...row]),
      ...left.map((row) => ['WORKSPAC', ...row]),
    ]);
  });

  it.each(['REWARDS#HOLDS#', 'WORKSPACE#REPORT#'])(
    'keeps an expired row of %s that counts a claim again before it is deleted',
    async (partition) => {
      const campaign = await givenCampaign(world, { units: [3] });
      await givenClaim(world, campaign, { expiresAt: later(world.now(), -seconds(60)).toISOString() });
      await world.catchUp();
      await sweep();
      await world.catchUp();
      const isMeant = ({ pk, sk }: StoredItem) =>
        String(pk).startsWith(partition) && String(sk).startsWith('HOLDS-UNTIL#');
      const row = async () => (await world.dump()).find(isMeant);
      const empty = await row();
      expect(empty).toMatchObject({ units: 0 });
      let isTried = false;
      world.setFault(async ({ command, input, send }) => {
        const deleted: StoredItem[] = (command === 'TransactWrite' ? input.TransactItems : []).flatMap(
          ({ Delete }: { readonly Delete?: { readonly Key: StoredItem } }) => Delete?.Key ?? [],
        );
        if (empty && deleted.some(isMeant)) {
          isTried = true;
          await world.put({ ...empty, units: 1 });
        }
        return send();
      });
      await sweep();
      world.setFault(undefined);
      expect(isTried).toBe(true);
      expect(await row()).toMatchObject({ units: 1 });
    },
  );

  it.each([
    ['older', -1],
    ['newer', 1],
  ])('does not wait for %s claims of its list whose release always fails', async (_, age) => {
    world.advance(seconds(10));
    const [broken, sound] = [await givenCampaign(world), await givenCampaign(world, { units: [1] })];
    await givenLapsed(broken, 100, later(world.now(), seconds(age - 5)));
    await hold(sound, 1);
    await givenLapsed(sound, 1, later(world.now(), -seconds(5)));
    await expect(sweep()).rejects.toThrow('100 claims or rows failed');
    expect(await counters(sound)).toMatchObject({ freeUnits: 1, heldUnits: 0 });
  });

  it('releases the other units of a shard that has an unreadable claim', async () => {
    const campaign = await givenCampaign(world, { units: [2] });
    await hold(campaign, 2);
    const [odd] = await givenLapsed(campaign, 2);
    if (odd) await world.put({ ...claim.stored(odd), reservedAt: 'yesterday' });
    await expect(sweep()).rejects.toThrow('1 claims or rows failed');
    expect(world.lines.at(-1)).toMatchObject({ level: 'error', failures: 1, unitsReleased: 1 });
    expect(await counters(campaign)).toMatchObject({ freeUnits: 1, heldUnits: 1 });
  });
});
