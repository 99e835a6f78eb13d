import { expect } from 'vitest';
import { endpoint as withdrawStock } from '../../../functions/rewards/campaigns/withdraw-stock.ts';
import { endpoint as annulRedemption } from '../../../functions/rewards/claims/annul-redemption.ts';
import { endpoint as redeemClaim } from '../../../functions/rewards/claims/redeem-claim.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { givenOffer, type Offer } from './fixtures.ts';
import type { Heard, Simulation } from './simulated-world.ts';

/**
 * More accounts than units request one concurrently, while two administrators withdraw some, under one id. Some units are redeemed, at two counters concurrently; the other
 * reservations expire, and later callers, the sweep, and TTL with its stream free their units, while some of the
 * refused accounts try again.
 */
export interface RushSize {
  readonly accounts: number;
  readonly units: number;
}
export const RUSH: RushSize = { accounts: 200, units: 50 };

interface Guest {
  readonly name: string;
  readonly as: AccountId;
  readonly claimId: string;
}

const HELD_FOR = 600;
/** Everything happens within this many milliseconds around the expiry. */
const AROUND = 4000;

export async function rush(world: Simulation, { accounts, units }: RushSize): Promise<void> {
  const { scenario } = world;
  const shards = spread(units, scenario.pick([1, 1, 1, 2, 3]), scenario.between);
  const offer = await givenOffer(world, { units: shards, reservationTtlSeconds: HELD_FOR });
  const guests = Array.from({ length: accounts }, (_, n) => ({
    name: `account ${n + 1}`,
    as: world.newAccount(),
    claimId: scenario.uuid(),
  }));
  const reserve = (guest: Guest): Promise<Heard> =>
    world.insist(`${guest.name} reserving`, reserveReward, {
      as: guest.as,
      params: { campaignId: offer.campaign.id },
      body: { claimId: guest.claimId },
    });

  // All accounts request concurrently.
  const [heard] = await world.play(() =>
    Promise.all([
      Promise.all(
        guests.map(async (guest) => {
          await world.sleep(scenario.between(0, 3000));
          return { guest, answer: await reserve(guest) };
        }),
      ),
      units >= 10 && withdraw(world, offer, scenario.between(1, Math.floor(units / 10))),
    ]),
  );
  for (const { answer } of heard) {
    expect(answer.kind === 'ok' ? answer.body.status : answer.code).toMatch(/^(reserved|out_of_stock)$/);
  }
  const winners = heard.filter(({ answer }) => answer.kind === 'ok').map(({ guest }) => guest);
  const losers = heard.filter(({ answer }) => answer.code === 'out_of_stock').map(({ guest }) => guest);
  const { claims, withdrawals } = await expectStockInvariants(world);
  const left = withdrawals.reduce((rest, withdrawal) => rest - withdrawal.units, units);
  const most = Math.min(left, accounts);
  expect([winners.length, losers.length]).toEqual([most, accounts - most]);
  expect(claims.map(({ accountId, id }) => `${accountId} ${id}`).sort()).toEqual(
    winners.map(({ as, claimId }) => `${as} ${claimId}`).sort(),
  );

  // Some units are redeemed immediately, others shortly before their expiry.
  const early = winners.slice(0, Math.floor(most * 0.3));
  const late = winners.slice(early.length, Math.floor(most * 0.6));
  const handedOut = await world.play(() => handOut(world, offer, early));
  expect(handedOut).toHaveLength(early.length);
  const afterwards = await expectStockInvariants(world);
  const lapse = new Date(afterwards.claims[0]?.expiresAt ?? world.now()).getTime();

  const gaveUp = ({ name }: Guest) =>
    world.gaveUpOn().some((who) => who === `${name} reserving` || who.startsWith(`${name} reserving,`));
  const again = losers.slice(0, Math.ceil(losers.length * 0.2));
  const [lateOnes, , heardAgain] = await world.play(async () => {
    await world.sleep(lapse - world.now().getTime());
    return Promise.all([
      handOut(world, offer, late),
      background(world),
      Promise.all(
        again.map(async (guest) => {
          await world.sleep(scenario.between(0, AROUND * 2));
          return { guest, answer: await reserve(guest) };
        }),
      ),
    ]);
  });
  const found = await expectStockInvariants(world);
  for (const { guest, answer } of heardAgain) {
    const own = found.claims.filter(({ accountId }) => accountId === guest.as).map(({ id }) => id);
    const told = answer.kind === 'ok' ? answer.body.id : answer.code;
    // The phone gave up an attempt and then got a refusal for the next one, but the first write arrived late.
    const afterNo = told === 'out_of_stock' && own.length > 0 && gaveUp(guest);
    if (afterNo) world.notedAfterNo();
    expect([told, ...own]).toEqual(
      answer.kind === 'ok' || afterNo ? [told, guest.claimId] : ['out_of_stock'],
    );
    if (answer.kind === 'ok') expect(told).toBe(guest.claimId);
  }
  const redeemed = found.claims.filter(({ status }) => status === 'redeemed').map(({ id }) => id);
  expect(redeemed.sort()).toEqual([...handedOut, ...lateOnes].sort());
  expect(new Set(found.claims.map(({ accountId }) => accountId)).size).toBe(found.claims.length);
  // Each of the first claims is final.
  for (const { id, status } of found.claims) {
    if (winners.some(({ claimId }) => claimId === id)) expect(status).not.toBe('reserved');
  }
  await expectNothingAdrift(world);

  // At the end, every unit that was not redeemed is free.
  await world.play(async () => {
    await world.sleep((HELD_FOR + 60) * 1000);
    await world.runUntilDone('the last sweep', sweepLapsedLeases);
  });
  const { shards: last } = await expectStockInvariants(world);
  const sum = (of: 'freeUnits' | 'heldUnits') => last.reduce((all, shard) => all + shard[of], 0);
  expect([sum('heldUnits'), sum('freeUnits')]).toEqual([0, left - redeemed.length]);
}

/** Two administrators withdraw the same units under one id: both are told the same, and it happens once or not at all. */
async function withdraw(world: Simulation, { campaign, admins }: Offer, units: number): Promise<void> {
  const { scenario } = world;
  const body = { withdrawalId: scenario.uuid(), units, reason: 'broken' };
  const heard = await Promise.all(
    admins.map(async (as, n) => {
      await world.sleep(scenario.between(0, 3000));
      return world.insist(`administrator ${n + 1} withdrawing`, withdrawStock, {
        as,
        params: { campaignId: campaign.id },
        body,
      });
    }),
  );
  for (const { kind, code } of heard) expect(kind === 'ok' ? '' : code).toMatch(/^(too_few_free)?$/);
}

/** Spreads units unevenly over shards. */
function spread(
  units: number,
  shards: number,
  between: (least: number, most: number) => number,
): readonly number[] {
  if (shards <= 1 || units <= 1) return [units];
  const first = between(1, units - 1);
  return [first, ...spread(units - first, shards - 1, between)];
}

/**
 * Shows each claim at two counters concurrently, each with its own redemption id. In some cases, the counter that was too late then
 * takes the redemption back and redeems the claim itself.
 * @returns the claims that are redeemed in the end.
 */
async function handOut(
  world: Simulation,
  { staff }: Offer,
  guests: readonly Guest[],
): Promise<readonly string[]> {
  const { scenario } = world;
  const redeemed = await Promise.all(
    guests.map(async ({ name, claimId }) => {
      const counters = staff.map((as, n) => ({
        redemptionId: scenario.uuid(),
        sends: (endpoint: typeof redeemClaim, redemptionId: string) =>
          world.insist(`counter ${n + 1}, ${endpoint.contract.operationId} for ${name}`, endpoint, {
            as,
            params: { claimId },
            body: { redemptionId },
          }),
      }));
      await world.sleep(scenario.between(0, AROUND));
      const heard = await Promise.all(
        counters.map(({ sends, redemptionId }) => sends(redeemClaim, redemptionId)),
      );
      const [first, second] = heard.map(({ kind, code }) => (kind === 'ok' ? 'redeemed' : code)).sort();
      // At most one of them succeeds.
      expect(`${first} ${second}`).toMatch(
        /^(already_redeemed redeemed|claim_expired claim_expired|claim_expired redeemed)$/,
      );
      const winner = counters[heard.findIndex(({ kind }) => kind === 'ok')];
      const other = counters.find((counter) => counter !== winner);
      if (!winner) return [];
      if (!other || scenario.between(1, 4) > 1) return [claimId];

      // A wrong scan: the other counter takes it back and hands the gift out under a new id. Late copies change nothing.
      await world.sleep(scenario.between(0, AROUND));
      const annulled = await other.sends(annulRedemption, winner.redemptionId);
      expect(annulled.kind === 'ok' ? annulled.body.claim.status : annulled.code).toMatch(
        /^(reserved|expired)$/,
      );
      expect((await winner.sends(redeemClaim, winner.redemptionId)).code).toBe('redemption_annulled');
      const again = await other.sends(redeemClaim, scenario.uuid());
      await other.sends(annulRedemption, winner.redemptionId);
      if (again.code === 'already_redeemed') {
        // The other counter was told "no" at first, and then a late write of that request was made.
        world.notedAfterNo();
        expect((await other.sends(redeemClaim, other.redemptionId)).kind).toBe('ok');
        return [claimId];
      }
      expect(again.kind === 'ok' ? '' : again.code).toMatch(/^(claim_expired)?$/);
      return again.kind === 'ok' ? [claimId] : [];
    }),
  );
  return redeemed.flat();
}

/** Runs the sweep and TTL's stream concurrently until everything is released. */
async function background(world: Simulation): Promise<void> {
  const { scenario } = world;
  await Promise.all([
    (async () => {
      // The first run is at the expiry; a crashed run waits for the next schedule.
      for (let n = 1; n <= 3; n++) {
        await world.sleep(scenario.between(0, AROUND * 2));
        await world.run(`sweep ${n}`, sweepLapsedLeases);
      }
      await world.runUntilDone('sweep', sweepLapsedLeases);
    })(),
    (async () => {
      for (let n = 1; n <= 3; n++) {
        await world.sleep(scenario.between(0, AROUND));
        await world.deliver(await world.expire(), releaseLapsedLease);
      }
    })(),
  ]);
}

/** The platform's own stock check must find nothing. */
async function expectNothingAdrift(world: Simulation): Promise<void> {
  const found = await world.play(() => world.runUntilDone('the check of the stock', checkStock));
  const { campaignsChecked, shardsChecked, ...wrong } = found;
  expect(campaignsChecked).toBe(1);
  expect(shardsChecked).toBeGreaterThan(0);
  expect(Object.values(wrong).every((n) => n === 0)).toBe(true);
}
