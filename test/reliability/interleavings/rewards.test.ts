import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { campaign, lease, leaseOf } from '../../../shared/rewards/items.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { countPublished, givenCampaign, givenClaim, givenDefinition } from '../../given/rewards.ts';
import {
  call,
  expectBothWays,
  forEachSeed,
  LONG,
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
