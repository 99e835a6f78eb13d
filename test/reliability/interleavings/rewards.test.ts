import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { campaign, lease, leaseOf } from '../../../shared/rewards/items.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  countPublished,
  givenCampaign,
  givenClaim,
  givenDefinition,
  givenMerchant,
} from '../../given/rewards.ts';
import { givenEmployee } from '../../given/workspaces.ts';
import type { Turn } from '../../support/interleave.ts';
import {
  call,
  expectBothWays,
  forEachSeed,
  LONG,
  movesClock,
  newRaceWorld,
  RUNS,
  writtenAt,
} from '../../support/seeded-races.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { remembered } from '../../support/table-snapshot.ts';
import { NOON, newAccount, newId, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newRaceWorld();
});

describe('in any order of the calls to the database', () => {
  it('a unit is either redeemed or released when its reservation expires', LONG, async () => {
    const { staffId, campaign } = await givenMerchant(world, { units: [1] });
    const held = await givenClaim(world, campaign);
    const lapsed = lease.stored(leaseOf(held));
    const Records = [{ eventName: 'REMOVE', dynamodb: { OldImage: marshall(lapsed) } }];
    const [next, claimId] = [newAccount(), newId()];
    const lapsesAt = new Date(held.expiresAt);
    const before = await remembered(world);
    const redeemed: boolean[] = [];
    const takenOver: boolean[] = [];

    await forEachSeed(world, RUNS, async (play, random) => {
      world.setNow(later(lapsesAt, -1));
      const beside = {
        sweep: () => world.run(sweepLapsedLeases),
        release: async (turn: Turn) => {
          // TTL never deletes a lease early.
          while (world.now() < lapsesAt) await turn();
          return world.run(releaseLapsedLease, { Records });
        },
      };
      const reserve = () =>
        call(world, 'reserveReward', { as: next, params: { campaignId: campaign.id }, body: { claimId } });
      const { answers, steps } = await play({
        clock: movesClock(world, random, lapsesAt),
        redeem: () =>
          call(world, 'redeemClaim', {
            as: staffId,
            params: { claimId: held.id },
            body: { redemptionId: newId() },
          }),
        ...(random() < 0.5 && beside),
        ...(random() < 0.5 && { reserve }),
      });
      // The next sweep repeats a release that came too early.
      if (!answers.redeem.done) await world.run(sweepLapsedLeases);
      const items = await world.dump();
      const { claims } = await expectStockInvariants({ dump: async () => items });
      const became = claims.find(({ id }) => id === held.id)?.status;
      const { redeem, reserve: other } = answers;
      expect([redeem.code, became]).toEqual(redeem.done ? ['', 'redeemed'] : ['claim_expired', 'expired']);
      if (redeem.done) expect(redeem.body.claim.redeemedAt < held.expiresAt).toBe(true);
      // No unit is released before the clock moves.
      const moved = steps.findLastIndex(({ side }) => side === 'clock');
      for (const side of ['sweep', 'release', 'reserve']) {
        expect(writtenAt(steps, side)).toBeGreaterThan(moved);
      }
      if (other) {
        expect(other.code).toBe(other.done ? '' : 'out_of_stock');
        expect(claims.some(({ accountId }) => accountId === next)).toBe(other.done);
        expect(other.done && redeem.done).toBe(false);
        takenOver.push(other.done);
      }
      redeemed.push(redeem.done);
      await before.restore(items);
    });
    expectBothWays(redeemed);
    expectBothWays(takenOver);
  });

  it('a unit that is taken back is held, free or redeemed once, whatever else happens', LONG, async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world, { units: [1] });
    const { accountId: colleague } = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
    const as = await givenAdmin(world);
    const [redemptionId, second, next, claimId] = [newId(), newId(), newAccount(), newId()];
    const redeemedAt = world.now().toISOString();
    const redeemed = await givenClaim(world, campaign, {
      status: 'redeemed',
      redeemedAt,
      redemptionId,
      expiresAt: later(world.now(), minutes(5)).toISOString(),
    });
    const lapsesAt = new Date(redeemed.expiresAt);
    const before = await remembered(world);
    const outcomes = new Set<string>();
    const at = (counter: AccountId, id: string) => ({
      as: counter,
      params: { claimId: redeemed.id },
      body: { redemptionId: id },
    });

    await forEachSeed(world, RUNS, async (play, random) => {
      world.setNow(later(lapsesAt, -1));
      const sometimes = <T extends object>(sides: T) => (random() < 0.4 ? sides : {});
      const { answers } = await play({
        clock: movesClock(world, random, lapsesAt),
        annul: () => call(world, 'annulRedemption', at(staffId, redemptionId)),
        again: () => call(world, 'annulRedemption', at(colleague, redemptionId)),
        late: () => call(world, 'redeemClaim', at(staffId, redemptionId)),
        redeem: () => call(world, 'redeemClaim', at(colleague, second)),
        ...sometimes({ sweep: () => world.run(sweepLapsedLeases) }),
        ...sometimes({ leave: () => call(world, 'requestDeletion', { as: redeemed.accountId }) }),
        ...sometimes({
          close: () => call(world, 'closeCampaign', { as, params: { campaignId: campaign.id } }),
        }),
        ...sometimes({
          reserve: () =>
            call(world, 'reserveReward', {
              as: next,
              params: { campaignId: campaign.id },
              body: { claimId },
            }),
        }),
      });
      const items = await world.dump();
      const { claims, shards } = await expectStockInvariants({ dump: async () => items });
      const own = claims.find(({ id }) => id === redeemed.id);
      const { annul, again, late, redeem } = answers;
      // Both counters learn that it was taken back, or both that the account has left.
      const isAnnulled = own?.annulledIds?.includes(redemptionId) ?? false;
      for (const { done, code } of [annul, again]) if (!done) expect(code).toBe('claim_not_found');
      expect(annul.done || again.done).toBe(isAnnulled);
      expect(late.code).toMatch(/^(|redemption_annulled|claim_not_found)$/);
      expect(redeem.code).toMatch(/^(|already_redeemed|claim_expired|claim_not_found)$/);
      if (redeem.done) expect([own?.status, own?.redemptionId]).toEqual(['redeemed', second]);
      if (!isAnnulled) expect([own?.status, own?.redemptionId]).toEqual(['redeemed', redemptionId]);
      expect(shards).toHaveLength(1);
      outcomes.add(own?.status ?? '');
      await before.restore(items);
    });
    expect([...outcomes].sort()).toEqual(['expired', 'redeemed', 'reserved']);
  });

  it('an expired unit is never out of stock while sweep and stream release it', LONG, async () => {
    // Each order puts the claim again, and a take-over finds it through an index.
    world = await newRaceWorld({ indexesLag: false });
    const campaign = await givenCampaign(world, { units: [1, 1, 1] });
    for (const shard of [0, 1]) await givenClaim(world, campaign, { shard, expiresAt: campaign.endsAt });
    const expired = await givenClaim(world, campaign, { shard: 2 });
    world.setNow(new Date(expired.expiresAt));
    const gone = lease.stored(leaseOf(expired));
    const Records = [{ eventName: 'REMOVE', dynamodb: { OldImage: marshall(gone) } }];
    const [next, claimId] = [newAccount(), newId()];
    const before = await remembered(world);
    const takenOver: boolean[] = [];

    await forEachSeed(world, RUNS, async (play, random) => {
      const { answers, steps } = await play({
        reserve: () =>
          call(world, 'reserveReward', { as: next, params: { campaignId: campaign.id }, body: { claimId } }),
        sweep: () => world.run(sweepLapsedLeases),
        // TTL deletes the lease, and the stream record may arrive much later.
        stream: async (turn) => {
          await turn();
          await world.freshTable().transact({ ttl: { Delete: { Key: lease.key(leaseOf(expired)) } } });
          for (let n = Math.floor(random() * 8); n > 0; n--) await turn();
          return world.run(releaseLapsedLease, { Records });
        },
      });
      expect([answers.reserve.done, answers.reserve.code]).toEqual([true, '']);
      const items = await world.dump();
      const { claims } = await expectStockInvariants({ dump: async () => items });
      expect(claims.find(({ id }) => id === expired.id)?.status).toBe('expired');
      takenOver.push(
        Math.min(writtenAt(steps, 'sweep'), writtenAt(steps, 'stream')) === Number.POSITIVE_INFINITY,
      );
      await before.restore(items);
    });
    expectBothWays(takenOver);
  });

  it('a campaign is published once, with the stock of its last version', LONG, async () => {
    const as = await givenAdmin(world);
    const definition = await givenDefinition(world);
    const { id: _, ...draft } = await givenCampaign(world, { status: 'draft' });
    const changed: boolean[] = [];

    await forEachSeed(world, RUNS, async (play, random) => {
      const { id } = await givenCampaign(world, draft);
      const params = { campaignId: id };
      const publish = () => call(world, 'publishCampaign', { as, params });
      const change = () => call(world, 'updateCampaign', { as, params, body: { ...definition, version: 1 } });
      const { answers } = await play({
        one: publish,
        other: publish,
        ...(random() < 0.5 && { change }),
      });
      const publications = [answers.one, answers.other];
      expect(publications.map(({ code }) => code).sort()).toEqual(['', '']);
      const wasChanged = answers.change?.done ?? false;
      expect(answers.change?.code ?? '').toBe(answers.change && !wasChanged ? 'fixed_by_publication' : '');
      const published = publications.find(({ done }) => done)?.body;
      expect(await world.item(campaign.key({ id }))).toMatchObject(published);
      expect([published.status, published.stockUnits, published.stockShards]).toEqual(
        wasChanged ? ['published', definition.stockUnits, definition.stockShards] : ['published', 10, 1],
      );
      if (answers.change) changed.push(wasChanged);
      // Only so many campaigns can be published.
      await world.put(
        campaign.stored({ ...published, freeUnits: 0, status: 'closed', closedAt: NOON.toISOString() }),
      );
      await countPublished(world, -1);
    });
    await expectStockInvariants(world);
    expectBothWays(changed);
  });
});
