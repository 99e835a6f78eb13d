import { beforeEach, describe, expect, it } from 'vitest';
import { withdrawal } from '../../../shared/rewards/campaign-items.ts';
import { stockShard } from '../../../shared/rewards/items.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const withdraw = (campaignId: string, units: number, more: { withdrawalId?: string; reason?: string } = {}) =>
  world.call('withdrawStock', {
    as: admin,
    params: { campaignId },
    body: { withdrawalId: newId(), units, reason: 'broken', ...more },
  });
const reserve = (campaignId: string) =>
  world.call('reserveReward', { as: newAccount(), params: { campaignId }, body: { claimId: newId() } });
const many = <T>(n: number, make: () => Promise<T>) => Promise.all(Array.from({ length: n }, make));
const freeIn = async () => (await expectStockInvariants(world)).shards.map(({ freeUnits }) => freeUnits);

describe('withdrawing units', () => {
  it('takes them from the shards in proportion to their free units, and says why', async () => {
    const { id, freeUnits: _, ...campaign } = await givenCampaign(world, { units: [40, 20, 0] });
    world.advance(1000);
    const withdrawalId = newId();
    const { status, body } = await withdraw(id, 30, { withdrawalId, reason: 'miscounted' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...campaign, id, stockUnits: 30, updatedAt: world.now().toISOString() });
    expect(await freeIn()).toEqual([20, 10, 0]);
    expect(await world.item(withdrawal.key({ campaignId: id, withdrawalId }))).toMatchObject({
      units: 30,
      reason: 'miscounted',
      withdrawnAt: world.now().toISOString(),
    });
    const { stock } = (await world.call('getPlatformCampaign', { as: admin, params: { campaignId: id } }))
      .body;
    expect(stock).toEqual({ total: 30, free: 30, held: 0, lapsed: 0, redeemed: 0, withdrawn: 30 });
    const { acts } = (await world.call('listAdministratorActs', { as: admin })).body;
    expect(acts).toMatchObject([{ operation: 'withdrawStock', subjects: [id], reason: 'miscounted' }]);
  });

  it('leaves reserved units, so that the last free one can be withdrawn and nobody loses a gift', async () => {
    const { id } = await givenCampaign(world, { units: [2, 2] });
    await many(3, () => reserve(id));
    expect((await withdraw(id, 2)).body).toMatchObject({
      code: 'too_few_free',
      message: 'Only 1 units are free.',
    });
    expect((await withdraw(id, 1)).status).toBe(200);
    expect((await reserve(id)).body.code).toBe('out_of_stock');
    const { claims } = await expectStockInvariants(world);
    expect(claims.map(({ status }) => status)).toEqual(['reserved', 'reserved', 'reserved']);
  });

  it('takes all of them or none', async () => {
    const { id } = await givenCampaign(world, { units: [3, 4] });
    const before = await world.dump();
    expect((await withdraw(id, 8)).body.message).toBe('Only 7 units are free.');
    expect(await world.dump()).toEqual(before);
    expect((await withdraw(id, 7)).body.stockUnits).toBe(0);
    expect(await freeIn()).toEqual([0, 0]);
  });

  it('happens once for one withdrawalId, however often it is repeated, also concurrently and after closing', async () => {
    const { id } = await givenCampaign(world, { units: [10, 10] });
    const withdrawalId = newId();
    const answers = await many(20, () => withdraw(id, 7, { withdrawalId }));
    expect(answers.map(({ status, body }) => [status, body.stockUnits])).toEqual(Array(20).fill([200, 13]));
    await world.call('closeCampaign', { as: admin, params: { campaignId: id } });
    const before = await world.dump();
    expect(await withdraw(id, 7, { withdrawalId })).toMatchObject({
      status: 200,
      body: { status: 'closed' },
    });
    expect((await withdraw(id, 6, { withdrawalId })).body.code).toBe('withdrawal_id_taken');
    expect((await withdraw(id, 7, { withdrawalId, reason: 'missing' })).body.code).toBe(
      'withdrawal_id_taken',
    );
    expect((await withdraw(id, 7)).body.code).toBe('not_published');
    expect(await world.dump()).toEqual(before);
  });

  it('counts again when a reservation takes the last unit of a shard after it has looked', async () => {
    const { id } = await givenCampaign(world, { units: [1] });
    meanwhile(world, () => reserve(id));
    expect((await withdraw(id, 1)).body.message).toBe('Only 0 units are free.');
    const counters = await world.item(stockShard.key({ campaignId: id, shard: 0 }));
    expect(counters).toMatchObject({ totalUnits: 1, freeUnits: 0, heldUnits: 1 });
  });

  it('never answers a retry with "too few" because of the units that it has withdrawn itself', async () => {
    const { id } = await givenCampaign(world, { units: [3] });
    const withdrawalId = newId();
    let isFirst = true;
    world.setFault(async ({ command, send }) => {
      if (command === 'BatchGet' && isFirst) {
        isFirst = false;
        await withdraw(id, 2, { withdrawalId });
      }
      return send();
    });
    expect(await withdraw(id, 2, { withdrawalId })).toMatchObject({ status: 200, body: { stockUnits: 1 } });
    expect(await freeIn()).toEqual([1]);
  });

  it('takes nothing from a campaign that is closed after it has looked', async () => {
    const { id } = await givenCampaign(world);
    meanwhile(world, () => world.call('closeCampaign', { as: admin, params: { campaignId: id } }));
    expect((await withdraw(id, 1)).body.code).toBe('not_published');
    expect(await freeIn()).toEqual([10]);
  });

  it('by ten administrators, concurrently with reservations and restocks, loses no unit', async () => {
    const { id } = await givenCampaign(world, { units: [20, 20] });
    const [taken, reserved, added] = await Promise.all([
      many(10, () => withdraw(id, 4)),
      many(20, () => reserve(id)),
      many(3, () =>
        world.call('restockCampaign', {
          as: admin,
          params: { campaignId: id },
          body: { restockId: newId(), units: 2 },
        }),
      ),
    ]);
    const withdrawn = taken.filter(({ status }) => status === 200).length * 4;
    for (const { status, body } of taken) if (status !== 200) expect(body.code).toBe('too_few_free');
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { shards, claims } = await expectStockInvariants(world);
    expect(claims).toHaveLength(reserved.filter(({ status }) => status === 201).length);
    expect(shards.reduce((sum, { totalUnits }) => sum + totalUnits, 0)).toBe(46 - withdrawn);
  });
});
