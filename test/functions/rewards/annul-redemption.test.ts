import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { campaign as campaigns, finishedCampaigns, lease, leaseOf } from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { givenClaim, givenMerchant, removalOf } from '../../given/rewards.ts';
import { givenEmployee } from '../../given/workspaces.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const redeem = (as: AccountId, claimId: string, redemptionId: string) =>
  world.call('redeemClaim', { as, params: { claimId }, body: { redemptionId } });
const annul = (as: AccountId, claimId: string, redemptionId: string) =>
  world.call('annulRedemption', { as, params: { claimId }, body: { redemptionId } });
const undo = (as: AccountId, claimId: string, undoId: string) =>
  world.call('annulRedemption', { as, params: { claimId }, body: { undoId } });

/** A claim that a member of staff has redeemed, as it was before. */
async function redeemed({ reservationTtlSeconds = 3600, units = [2] } = {}) {
  const merchant = await givenMerchant(world, { reservationTtlSeconds, units });
  const held = await givenClaim(world, merchant.campaign);
  const before = await world.dump();
  const redemptionId = newId();
  const { body } = await redeem(merchant.staffId, held.id, redemptionId);
  return { ...merchant, held, before, redemptionId, shown: body };
}

describe('taking back a redemption', () => {
  it('holds the unit again, with the same lease, so that the gift can be collected', async () => {
    const { staffId, held, before, redemptionId } = await redeemed();
    world.advance(minutes(9));
    const { status, body } = await annul(staffId, held.id, redemptionId);
    const { id, campaignId, deliveryKind, reservedAt, expiresAt } = held;
    const claim = { id, campaignId, deliveryKind, status: 'reserved', reservedAt, expiresAt };
    expect([status, body.claim, body.canRedeem]).toEqual([200, claim, true]);
    // Everything is as it was, apart from the id that was taken back, the time of the last redemption, and what the visitor was told.
    const remembers = new Set(['annulledIds', 'lastRedeemedAt']);
    const stripped = (items: readonly StoredItem[]) =>
      items
        .filter(({ pk }) => !String(pk).startsWith('NOTICE#'))
        .map((item) => Object.fromEntries(Object.entries(item).filter(([field]) => !remembers.has(field))));
    expect(stripped(await world.dump())).toEqual(stripped(before));
    await expectStockInvariants(world);
    expect((await redeem(staffId, id, newId())).status).toBe(200);
    await expectStockInvariants(world);
  });

  it('frees the unit if the reservation has expired, at its very second', async () => {
    const { staffId, held, campaign, redemptionId } = await redeemed({
      reservationTtlSeconds: 300,
      units: [1],
    });
    world.setNow(new Date(held.expiresAt));
    const { body } = await annul(staffId, held.id, redemptionId);
    expect(body).toMatchObject({ claim: { status: 'expired' }, obstacle: 'claim_expired' });
    const { shards, leases } = await expectStockInvariants(world);
    expect([shards[0]?.freeUnits, leases]).toEqual([1, []]);
    const next = { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } };
    expect((await world.call('reserveReward', next)).status).toBe(201);
    await expectStockInvariants(world);
  });

  it('can be done by a colleague and by the owner, and is repeated without effect', async () => {
    const { workspaceId, staffId, held, redemptionId } = await redeemed();
    const { accountId: colleague } = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
    const { accountId: owner } = await givenEmployee(world, { id: workspaceId }, { role: 'owner' });
    const first = await annul(colleague, held.id, redemptionId);
    const before = await world.dump();
    for (const as of [colleague, owner, staffId]) {
      const again = await annul(as, held.id, redemptionId);
      expect([again.status, again.body.claim]).toEqual([200, first.body.claim]);
    }
    expect(await world.dump()).toEqual(before);
  });

  it('can be done with the undoId that all staff read, which never redeems again', async () => {
    const { staffId, workspaceId, held, shown } = await redeemed();
    const colleague = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
    const params = { claimId: held.id };
    const read = await world.call('getPartnerClaim', { as: colleague.accountId, params });
    const { undoId } = read.body;
    expect([read.body.undoUntil, undoId]).toEqual([shown.undoUntil, shown.undoId]);
    const taken = await undo(colleague.accountId, held.id, undoId);
    expect([taken.status, taken.body.canRedeem, taken.body.undoId]).toEqual([200, true, undefined]);
    const before = await world.dump();
    // It is repeated without effect.
    const repeated = await undo(staffId, held.id, undoId);
    expect([repeated.status, repeated.body.claim]).toEqual([200, taken.body.claim]);
    expect(await world.dump()).toEqual(before);
    // It is no id of a redemption, and the gift that is handed out again has another one.
    expect((await redeem(staffId, held.id, undoId)).body.code).toBe('invalid_request');
    const again = await redeem(staffId, held.id, newId());
    expect([again.status, again.body.undoId === undoId]).toEqual([200, false]);
    await expectStockInvariants(world);
  });

  it.each(['of another claim', 'of nobody'])('is refused with an undoId %s', async (of) => {
    const { staffId, held } = await redeemed();
    const other = await redeemed();
    const { undoId } = of === 'of nobody' ? { undoId: '0'.repeat(64) } : other.shown;
    const before = await world.dump();
    expect((await undo(staffId, held.id, undoId)).body.code).toBe('not_redeemed');
    expect((await undo(newAccount(), held.id, undoId)).body.code).toBe('claim_not_found');
    expect((await undo(held.accountId, held.id, undoId)).body.code).toBe('claim_not_found');
    expect(await world.dump()).toEqual(before);
  });

  it('is refused after ten minutes, and for a third time', async () => {
    const { staffId, held, redemptionId } = await redeemed();
    world.advance(minutes(10));
    expect((await annul(staffId, held.id, redemptionId)).body.code).toBe('annulment_too_late');
    world.advance(-1);
    expect((await annul(staffId, held.id, redemptionId)).status).toBe(200);
    const [second, third] = [newId(), newId()];
    await redeem(staffId, held.id, second);
    expect((await annul(staffId, held.id, second)).status).toBe(200);
    expect((await redeem(staffId, held.id, third)).body).not.toHaveProperty('undoUntil');
    const before = await world.dump();
    expect((await annul(staffId, held.id, third)).body.code).toBe('annulled_twice');
    expect(await world.dump()).toEqual(before);
  });

  it('is refused for a third time also if the redemption is in flight', async () => {
    const { staffId, held, redemptionId } = await redeemed();
    const [second, third] = [newId(), newId()];
    await annul(staffId, held.id, redemptionId);
    await redeem(staffId, held.id, second);
    await annul(staffId, held.id, second);
    meanwhile(world, () => redeem(staffId, held.id, third));
    expect((await annul(staffId, held.id, third)).body.code).toBe('annulled_twice');
    world.setFault(undefined);
    expect((await expectStockInvariants(world)).shards[0]?.redeemedUnits).toBe(1);
  });

  it('forgets no id if other requests redeem and annul in between', async () => {
    const { staffId, campaign } = await givenMerchant(world);
    const held = await givenClaim(world, campaign);
    const [first, second] = [newId(), newId()];
    meanwhile(world, async () => {
      await redeem(staffId, held.id, first);
      await annul(staffId, held.id, first);
      await redeem(staffId, held.id, second);
    });
    expect((await annul(staffId, held.id, second)).body.claim.status).toBe('reserved');
    world.setFault(undefined);
    for (const id of [first, second])
      expect((await redeem(staffId, held.id, id)).body.code).toBe('redemption_annulled');
    await expectStockInvariants(world);
  });

  it('does not let a delayed redemption with this id through', async () => {
    const { staffId, held, redemptionId } = await redeemed();
    await annul(staffId, held.id, redemptionId);
    const before = await world.dump();
    expect((await redeem(staffId, held.id, redemptionId)).body.code).toBe('redemption_annulled');
    expect(await world.dump()).toEqual(before);
    const second = newId();
    expect((await redeem(staffId, held.id, second)).status).toBe(200);
    // The late repetition of the annulment does not take the second redemption back.
    expect((await annul(staffId, held.id, redemptionId)).body.claim.status).toBe('redeemed');
    expect((await annul(staffId, held.id, newId())).body.code).toBe('not_redeemed');
  });

  it('leaves the unit of a closed account redeemed, also when it closes in between', async () => {
    const { staffId, held, redemptionId } = await redeemed();
    meanwhile(world, () => givenClosedAccount(world, held.accountId));
    expect((await annul(staffId, held.id, redemptionId)).body.code).toBe('claim_not_found');
    world.setFault(undefined);
    const { shards } = await expectStockInvariants(world);
    expect(shards[0]?.redeemedUnits).toBe(1);
    expect((await annul(staffId, held.id, redemptionId)).body.code).toBe('claim_not_found');
  });

  it('is refused to people who have lost their role in between', async () => {
    const { workspaceId, staffId, held, redemptionId } = await redeemed();
    const endedAt = world.now().toISOString();
    meanwhile(world, () =>
      givenEmployee(world, { id: workspaceId }, { accountId: staffId, role: 'staff', endedAt }),
    );
    expect((await annul(staffId, held.id, redemptionId)).body.code).toBe('claim_not_found');
    world.setFault(undefined);
    expect((await expectStockInvariants(world)).shards[0]?.redeemedUnits).toBe(1);
  });

  it('is not released twice when the stream record of the first lease comes late', async () => {
    const { staffId, held, redemptionId } = await redeemed({ reservationTtlSeconds: 300 });
    await annul(staffId, held.id, redemptionId);
    world.setNow(new Date(held.expiresAt));
    await world.run(sweepLapsedLeases);
    const before = await world.dump();
    await world.run(releaseLapsedLease, removalOf(held));
    expect(await world.dump()).toEqual(before);
    const { shards } = await expectStockInvariants(world);
    expect(shards[0]).toMatchObject({ freeUnits: 2, heldUnits: 0, redeemedUnits: 0 });
  });

  it('restores the lease with the time at which TTL deletes it', async () => {
    const { staffId, held, redemptionId } = await redeemed();
    const key = lease.key(leaseOf(held));
    expect(await world.item(key)).toBeUndefined();
    world.advance(seconds(5));
    await annul(staffId, held.id, redemptionId);
    expect(await world.item(key)).toMatchObject({ ttl: Math.floor(Date.parse(held.expiresAt) / 1000) });
  });
});

describe('a closed campaign', () => {
  it('is finished only when its last redemption can no longer be annulled', async () => {
    const { campaign, staffId, held, redemptionId } = await redeemed();
    await world.call('closeCampaign', { as: await givenAdmin(world), params: { campaignId: campaign.id } });
    const isFinished = async () => {
      await world.catchUp();
      await world.run(checkStock);
      return (await world.item(campaigns.key(campaign)))?.['gsi2pk'] === finishedCampaigns.pk;
    };
    const redeemedAt = world.now();
    expect(await isFinished()).toBe(false);
    world.setNow(later(redeemedAt, minutes(10) - 1));
    expect(await isFinished()).toBe(false);
    expect((await annul(staffId, held.id, redemptionId)).status).toBe(200);
    expect((await redeem(staffId, held.id, newId())).status).toBe(200);
    world.advance(minutes(11));
    expect(await isFinished()).toBe(false);
    world.advance(1);
    expect(await isFinished()).toBe(true);
  });
});
