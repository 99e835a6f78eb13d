import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import {
  campaign as campaignKind,
  claim,
  lease,
  leaseOf,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import { hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign, givenClaim, givenMerchant, removalOf } from '../../given/rewards.ts';
import { lost, meanwhile } from '../../support/fault-injection.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { LONG, RUNS } from '../../support/seeded-races.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, PATIENT, type World } from '../../support/world.ts';
import { furtherRefusals } from './claims.calls.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const reserve = (campaignId: string, as: AccountId = newAccount(), claimId = newId()) =>
  world.call('reserveReward', { as, params: { campaignId }, body: { claimId } });

const close = async (campaignId: string) =>
  world.call('closeCampaign', { as: await givenAdmin(world), params: { campaignId } });

const many = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));
const codes = (answers: readonly { status: number; body: { code?: string } }[], code: string) =>
  answers.filter(({ body }) => body.code === code).length;
const created = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 201).length;

/**
 * The units of each shard, in `npm test` and in `npm run test:long`. They are so uneven that requests must try several.
 */
const FEW = { units: [1, 0, 2, 1, 12, 1, 0, 2, 0, 1], accounts: 80 };
const MANY = { units: [1, 0, 7, 2, 60, 5, 0, 15, 3, 7], accounts: 400 };

describe('reserving one welcome reward', () => {
  it('answers 201 with the claim, and holds a unit for the reservation time of the campaign', async () => {
    const campaign = await givenCampaign(world, { reservationTtlSeconds: 90 });
    const claimId = newId();
    const { status, body } = await reserve(campaign.id, newAccount(), claimId);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: claimId,
      campaignId: campaign.id,
      deliveryKind: 'physical_gift',
      status: 'reserved',
      reservedAt: world.now().toISOString(),
      expiresAt: later(world.now(), seconds(90)).toISOString(),
    });
    const { shards, leases } = await expectStockInvariants(world);
    expect(shards[0]).toMatchObject({ freeUnits: 9, heldUnits: 1 });
    expect(leases[0]?.expiresAt).toBe(body.expiresAt);
  });

  it('ends a reservation with the last day of collection, when that comes first', async () => {
    const redeemBy = later(world.now(), seconds(30)).toISOString();
    const { id } = await givenCampaign(world, { redeemBy, endsAt: redeemBy });
    expect((await reserve(id)).body.expiresAt).toBe(redeemBy);
  });

  it('keeps a claimId in lower case and takes any 8-4-4-4-12 hexadecimal one', async () => {
    const { id } = await givenCampaign(world);
    const { status, body } = await reserve(
      id.toUpperCase(),
      newAccount(),
      'ABCDEF00-1111-0222-F333-444444444444',
    );
    expect(status).toBe(201);
    expect(body.id).toBe('abcdef00-1111-0222-f333-444444444444');
  });

  it('gives the lease a TTL at its expiry, and the claim none, because expired claims are still returned', async () => {
    const { id } = await givenCampaign(world);
    const { body } = await reserve(id);
    const items = await world.dump();
    const byKind = (sk: string) => items.filter((item) => String(item['sk']).startsWith(sk));
    expect(byKind('LEASE#').map((item) => item['ttl'])).toEqual([
      Math.ceil(Date.parse(body.expiresAt) / 1000),
    ]);
    expect(byKind('CLAIM#').every((item) => !('ttl' in item))).toBe(true);
    expect(byKind('POINTER').every((item) => !('ttl' in item))).toBe(true);
  });

  refusesToo('reserveReward', furtherRefusals, () => world);

  it('is possible from startsAt, inclusive, to endsAt, exclusive', async () => {
    const { id } = await givenCampaign(world, {
      startsAt: world.now().toISOString(),
      endsAt: later(world.now(), 1).toISOString(),
    });
    expect((await reserve(id)).status).toBe(201);
    world.advance(1);
    expect((await reserve(id)).body.code).toBe('campaign_ended');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['campaign_closed', (campaignId) => close(campaignId)],
    [
      'out_of_stock',
      async (campaignId) => {
        const stored = await world.item(campaignKind.key({ id: campaignId }));
        await givenClaim(world, campaignKind.parse(stored ?? {}));
      },
    ],
  ])('decides about stock in the write, not by an earlier read: %s concurrently', async (code, change) => {
    const { id } = await givenCampaign(world, { units: [1] });
    meanwhile(world, () => change(id));
    expect((await reserve(id)).body.code).toBe(code);
    await expectStockInvariants(world);
  });
});

describe('an existing claim of the account is returned before any other rule is checked', () => {
  it.each<[string, (id: string) => unknown]>([
    ['at once', () => {}],
    ['after it lapsed', () => world.advance(minutes(11))],
    ['after the campaign ended', () => world.advance(hours(5))],
    ['after the campaign was closed', (id) => close(id)],
    [
      'after its unit was released',
      async () => {
        world.advance(minutes(11));
        await world.run(sweepLapsedLeases);
      },
    ],
  ])('%s, with the same and with another claimId', async (_, change) => {
    const { id } = await givenCampaign(world);
    const account = newAccount();
    const first = await reserve(id, account);
    await change(id);
    const before = await world.dump();
    const again = await reserve(id, account, first.body.id);
    const other = await reserve(id, account);
    expect([again.status, other.status]).toEqual([200, 200]);
    const status = world.now().toISOString() < first.body.expiresAt ? 'reserved' : 'expired';
    expect(again.body).toEqual({ ...first.body, status });
    expect(other.body).toEqual(again.body);
    expect(await world.dump()).toEqual(before);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['released, and had by another afterwards', () => world.run(sweepLapsedLeases)],
    ['taken over', async () => {}],
  ])(
    'for every retry with the same claimId, and moves no second unit: its unit is %s',
    async (_, release) => {
      const { id } = await givenCampaign(world, { units: [2], reservationTtlSeconds: 600 });
      const [account, claimId] = [newAccount(), newId()];
      let moves = 0;
      const ask = async () => {
        world.setFault(async ({ command, input, send }) => {
          const answer = await send();
          if (command === 'TransactWrite' && JSON.stringify(input).includes('SHARD')) moves += 1;
          return answer;
        });
        const answer = await reserve(id, account, claimId);
        world.setFault(undefined);
        return answer;
      };
      const first = await ask();
      expect([first.status, first.body.status]).toEqual([201, 'reserved']);

      const again = async (status: 'reserved' | 'expired', freeUnits: number) => {
        const answer = await ask();
        expect([answer.status, answer.body]).toEqual([200, { ...first.body, status }]);
        expect(moves).toBe(1);
        expect((await expectStockInvariants(world)).shards).toMatchObject([{ freeUnits }]);
      };
      const begin = world.now();
      const askedAfter = async (time: number, status: 'reserved' | 'expired', freeUnits = 1) => {
        world.setNow(later(begin, time));
        await again(status, freeUnits);
      };
      await askedAfter(seconds(1), 'reserved');
      await askedAfter(minutes(9), 'reserved');
      await askedAfter(minutes(10), 'expired');
      await askedAfter(minutes(11), 'expired');
      await release(id);
      const [{ freeUnits = 0 } = {}] = (await expectStockInvariants(world)).shards;
      await again('expired', freeUnits);
      // Other accounts get all units, including this one.
      const others = [await reserve(id), await reserve(id)];
      expect(created(others)).toBe(2);
      await again('expired', 0);
    },
  );

  it('shows a redeemed claim with its time', async () => {
    const campaign = await givenCampaign(world);
    const redeemedAt = world.now().toISOString();
    const held = await givenClaim(world, campaign, { status: 'redeemed', redeemedAt });
    world.advance(hours(1));
    expect((await reserve(campaign.id, held.accountId)).body).toMatchObject({
      status: 'redeemed',
      redeemedAt,
    });
  });
});

describe('stock under real concurrency', () => {
  it('gives exactly 50 units to 200 concurrent accounts', async () => {
    const { id } = await givenCampaign(world, { units: [50] });
    const answers = await many(200, () => reserve(id));
    expect(created(answers)).toBe(50);
    expect(codes(answers, 'out_of_stock')).toBe(150);
    const { shards, claims } = await expectStockInvariants(world);
    expect(claims).toHaveLength(50);
    expect(shards[0]).toMatchObject({ totalUnits: 50, freeUnits: 0, heldUnits: 50, redeemedUnits: 0 });
  });

  it('gives out every unit of 10 uneven shards', LONG, async () => {
    // The engine executes one call at a time, so the last request waits long.
    world = await newWorld({ policy: PATIENT });
    const { units, accounts } = RUNS < 1_000 ? FEW : MANY;
    const sum = units.reduce((all, of) => all + of, 0);
    const { id } = await givenCampaign(world, { units });
    const answers = await many(accounts, () => reserve(id));
    expect(created(answers)).toBe(sum);
    expect(codes(answers, 'out_of_stock')).toBe(accounts - sum);
    const { shards } = await expectStockInvariants(world);
    expect(shards.map(({ freeUnits }) => freeUnits)).toEqual(units.map(() => 0));
    expect((await world.run(checkStock)).done).toEqual({
      campaignsChecked: 1,
      shardsChecked: 10,
      countersOff: 0,
      heldUnitsOff: 0,
      leasesWithoutClaim: 0,
      claimsWithoutLease: 0,
      strandedUnitsReleased: 0,
    });
    noteTriedByTest({
      what: '400 accounts want 100 units of 10 uneven shards at once',
      times: '1 run, really parallel',
    });
  });

  it.each([
    ['the last unit goes to', (_: string) => {}],
    ['the campaign is closed on', (id: string) => close(id)],
  ])(
    'returns the claim that a concurrent request has just created, when %s the same account',
    async (_, then) => {
      const { id } = await givenCampaign(world, { units: [1] });
      const account = newAccount();
      let beside: Awaited<ReturnType<typeof reserve>> | undefined;
      meanwhile(world, async () => {
        world.setFault(undefined);
        beside = await reserve(id, account);
        await then(id);
      });
      const answer = await reserve(id, account);
      expect([beside?.status, answer.status]).toEqual([201, 200]);
      expect(answer.body).toEqual(beside?.body);
    },
  );

  it('never answers "out of stock" to the account that holds the last unit, in 50 concurrent requests', async () => {
    for (const units of [[1], [0, 1]]) {
      const { id } = await givenCampaign(world, { units });
      const account = newAccount();
      const answers = await many(50, () => reserve(id, account));
      expect(answers.map(({ status }) => status).filter((status) => status > 201)).toEqual([]);
      expect(created(answers)).toBe(1);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    }
    await expectStockInvariants(world);
  });
});

describe('an expired unit, without sweep and TTL', () => {
  it('is taken over from its expiry on, and not a millisecond earlier', async () => {
    const { id } = await givenCampaign(world, { units: [1], reservationTtlSeconds: 1 });
    const first = await reserve(id);
    world.advance(999);
    expect((await reserve(id)).body.code).toBe('out_of_stock');
    world.advance(1);
    const second = await reserve(id);
    expect(second.status).toBe(201);
    const { claims, shards } = await expectStockInvariants(world);
    expect(claims.find((stored) => stored.id === first.body.id)?.status).toBe('expired');
    expect(shards[0]).toMatchObject({ freeUnits: 0, heldUnits: 1 });
  });

  it('is taken over in the second of its expiry even when TTL has already deleted its lease', async () => {
    const campaign = await givenCampaign(world, { units: [1, 0] });
    const held = await givenClaim(world, campaign);
    world.setNow(new Date(held.expiresAt));
    await world.remove(lease.key(leaseOf(held)));
    const { status, body } = await reserve(campaign.id);
    expect(status).toBe(201);
    const { claims } = await expectStockInvariants(world);
    expect(new Map(claims.map(({ id, status: became }) => [id, became]))).toEqual(
      new Map([
        [held.id, 'expired'],
        [body.id, 'reserved'],
      ]),
    );
    // The stream record of the deletion arrives late and finds nothing to release.
    const before = await world.dump();
    await world.run(releaseLapsedLease, removalOf(held));
    expect(await world.dump()).toEqual(before);
  });

  it.each<[string, (now: Date) => Partial<Parameters<typeof stockShard.stored>[0]>]>([
    ['campaign_closed', () => ({ isOpen: false })],
    ['verified_identity_required', () => ({ requiresVerifiedIdentity: true })],
    ['not_started', (now) => ({ startsAt: later(now, 1).toISOString() })],
    ['campaign_ended', (now) => ({ endsAt: now.toISOString() })],
  ])('is not taken over when its shard changes after the stock was read: %s', async (code, change) => {
    const campaign = await givenCampaign(world, { units: [1] });
    const held = await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    const key = stockShard.key({ campaignId: campaign.id, shard: 0 });
    const stored = stockShard.parse((await world.item(key)) ?? {});
    const changes = () => world.put(stockShard.stored({ ...stored, ...change(world.now()) }));
    // Only the take-over writes the claim of the other account.
    meanwhile(world, changes, held.accountId);
    expect((await reserve(campaign.id)).body.code).toBe(code);
    await expectStockInvariants(world);
  });

  it('goes to one account each, when 60 concurrent accounts ask for 20 expired units', async () => {
    const { id } = await givenCampaign(world, { units: [12, 8], reservationTtlSeconds: 60 });
    await many(20, () => reserve(id));
    world.advance(seconds(60));
    const answers = await many(60, () => reserve(id));
    expect(created(answers)).toBe(20);
    expect(codes(answers, 'out_of_stock')).toBe(40);
    const { claims } = await expectStockInvariants(world);
    expect(claims.filter(({ status }) => status === 'expired')).toHaveLength(20);
  });

  it('is not taken over by its own account, which gets its expired claim', async () => {
    const campaign = await givenCampaign(world, { units: [1] });
    const account = newAccount();
    const other = await givenClaim(world, campaign);
    // Another request of the account takes the unit, and it expires, after this request was refused and before it reads the stock.
    world.setFault(async ({ command, send }) => {
      if (command === 'Query') {
        world.setFault(undefined);
        await releaseUnit(world.freshTable(), other, new Date(other.expiresAt));
        await givenClaim(world, campaign, { accountId: account, expiresAt: world.now().toISOString() });
      }
      return send();
    });
    const { status, body } = await reserve(campaign.id, account);
    world.setFault(undefined);
    expect([status, body.status]).toEqual([200, 'expired']);
    await expectStockInvariants(world);
  });
});

describe('the release of a unit', () => {
  it('is done by the sweep for every expired lease of every campaign, also closed ones, and no other', async () => {
    const open = await givenCampaign(world, { units: [3, 3] });
    const closed = await givenCampaign(world, { units: [2], status: 'closed' });
    const expiresAt = world.now().toISOString();
    await givenClaim(world, open, { expiresAt });
    await givenClaim(world, open, { expiresAt, shard: 1 });
    await givenClaim(world, open);
    await givenClaim(world, closed, { expiresAt });
    await world.run(sweepLapsedLeases);
    const { shards, claims } = await expectStockInvariants(world);
    const byCampaign = (id: string) => shards.filter(({ campaignId }) => campaignId === id);
    expect(byCampaign(open.id).map(({ freeUnits }) => freeUnits)).toEqual([2, 3]);
    expect(byCampaign(closed.id).map(({ freeUnits }) => freeUnits)).toEqual([2]);
    expect(claims.filter(({ status }) => status === 'expired')).toHaveLength(3);
    const before = await world.dump();
    await world.run(sweepLapsedLeases);
    expect(await world.dump()).toEqual(before);
  });

  it.each([
    ['in time', 0],
    ['behind the one of TTL', seconds(2)],
  ])(
    'is done by the stream once for a lease that TTL deleted, with a clock that is %s',
    async (_, behind) => {
      const campaign = await givenCampaign(world, { units: [2] });
      const expiresAt = later(world.now(), behind).toISOString();
      const held = await givenClaim(world, campaign, { expiresAt });
      const live = await givenClaim(world, campaign);
      await world.remove(lease.key(leaseOf(held)));

      expect(await world.run(releaseLapsedLease, removalOf(held))).toEqual({ batchItemFailures: [] });
      const { shards, claims } = await expectStockInvariants(world);
      expect(shards[0]).toMatchObject({ freeUnits: 1, heldUnits: 1 });
      const statuses = new Map(claims.map(({ status, id }) => [id, status]));
      expect([statuses.get(held.id), statuses.get(live.id)]).toEqual(['expired', 'reserved']);

      const before = await world.dump();
      expect(await world.run(releaseLapsedLease, removalOf(held))).toEqual({ batchItemFailures: [] });
      expect(await world.dump()).toEqual(before);
    },
  );

  it('is done by nobody before the expiry', async () => {
    const campaign = await givenCampaign(world);
    const held = await givenClaim(world, campaign);
    const before = await world.dump();
    const early = later(new Date(held.expiresAt), -1);
    expect(await releaseUnit(world.freshTable(), held, early)).toBe('nothing_to_release');
    expect(await world.dump()).toEqual(before);
    expect(await releaseUnit(world.freshTable(), held, new Date(held.expiresAt))).toBe('released');
    await expectStockInvariants(world);
  });
});

describe('trouble at the database', () => {
  const cancelled = (reasons: readonly object[]) =>
    Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: reasons,
    });

  it.each([
    ['pointer', 'claim_id_taken'],
    ['shard', 'out_of_stock'],
  ])('is not mistaken for a refusal when a conflict hides half of the own write: %s', async (part) => {
    const { id } = await givenCampaign(world, { units: [1] });
    let first = true;
    world.setFault(async ({ command, input, send }) => {
      if (command !== 'TransactWrite' || !first) return send();
      first = false;
      // The write was executed; its retry meets some parts that are still locked.
      await send();
      input.ClientRequestToken = newId();
      const index = part === 'pointer' ? 1 : 4;
      throw cancelled(
        input.TransactItems.map((_: unknown, n: number) =>
          n === 0
            ? { Code: 'TransactionConflict' }
            : { Code: n === index ? 'ConditionalCheckFailed' : 'None' },
        ),
      );
    });
    const { status, body } = await reserve(id);
    expect([status, body.status]).toEqual([201, 'reserved']);
    await expectStockInvariants(world);
  });

  it('reads the claim to find the outcome of an unanswered write, and never guesses', async () => {
    const { id } = await givenCampaign(world, { units: [5] });
    const silent = (commit: boolean) => {
      let sent = false;
      world.setFault(async ({ command, send }) => {
        if (command !== 'TransactWrite') return send();
        if (commit && !sent) await send();
        sent = true;
        throw lost();
      });
    };
    silent(true);
    expect((await reserve(id)).status).toBe(201);
    silent(false);
    expect((await reserve(id)).body.code).toBe('try_again');
    world.setFault(undefined);
    expect((await expectStockInvariants(world)).shards[0]).toMatchObject({ freeUnits: 4, heldUnits: 1 });
  });

  it.each([
    ['before the claims are read', 'Query', 'before'],
    ['between the claims and the counters', 'Query', 'after'],
    ['after the counters', 'BatchGet', 'after'],
  ])('never leads to "out of stock" for a unit that is released %s', async (_, at, when) => {
    const campaign = await givenCampaign(world, { units: [1] });
    await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    let refused = false;
    let released = false;
    const release = async () => {
      if (released) return;
      released = true;
      expect((await world.run(sweepLapsedLeases)).done).toMatchObject({ unitsReleased: 1 });
    };
    const now = async (command: string, moment: string) => {
      if (refused && command === at && moment === when) await release();
    };
    world.setFault(async ({ command, send }) => {
      await now(command, 'before');
      const answer = await send().catch((error: unknown) => {
        refused ||= command === 'TransactWrite';
        throw error;
      });
      await now(command, 'after');
      return answer;
    });
    expect((await reserve(campaign.id)).status).toBe(201);
    world.setFault(undefined);
    expect(released).toBe(true);
    await expectStockInvariants(world);
  });

  it('does not retry forever because an index still lists a claim that has been redeemed', async () => {
    const { staffId, campaign } = await givenMerchant(world, { units: [1] });
    const held = await givenClaim(world, campaign);
    const stale = claim.stored(held);
    await world.call('redeemClaim', {
      as: staffId,
      params: { claimId: held.id },
      body: { redemptionId: newId() },
    });
    world.setNow(new Date(held.expiresAt));
    world.setFault(async ({ command, send }) => {
      const answer = (await send()) as { output: { Items?: unknown[] } };
      if (command === 'Query') answer.output.Items = [stale];
      return answer;
    });
    expect((await reserve(campaign.id)).body.code).toBe('out_of_stock');
    world.setFault(undefined);
    await expectStockInvariants(world);
  });
});
