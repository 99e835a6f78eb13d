import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkStock } from '../../../functions/rewards/check-stock.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/sweep-lapsed-leases.ts';
import { claim, stockShard } from '../../../shared/items/rewards.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { givenAdmin, givenMerchant } from '../../support/given.ts';
import { RUNS } from '../../support/seeded-races.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';

/** Whatever is done to a campaign, one after the other or at once, no unit is lost or handed out twice. */

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const ACCOUNTS = 6;
const account = fc.nat(ACCOUNTS - 1);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve' as const), account }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('redeem' as const), account }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restock' as const), units: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const time = fc.record({
  kind: fc.constant('advance' as const),
  by: fc.constantFrom(1, 30_000, 59_999, 60_000),
});

/** A campaign and everything that can happen to it; claims go by the account's number. */
async function givenHistory(units: readonly number[]) {
  world.setNow(NOON);
  const { staffId, campaign } = await givenMerchant(world, { units, reservationTtlSeconds: 60 });
  const accounts = Array.from({ length: ACCOUNTS }, newAccount);
  const claimIds = Array.from({ length: ACCOUNTS }, newId);
  const params = { campaignId: campaign.id };

  async function act(one: Action): Promise<{ status: number; body: { code?: string; id?: string } }> {
    switch (one.kind) {
      case 'reserve':
        return world.call('reserveReward', {
          as: accounts[one.account],
          params,
          body: { claimId: claimIds[one.account] },
        });
      case 'redeem':
        return world.call('redeemClaim', { as: staffId, params: { claimId: claimIds[one.account] ?? '' } });
      case 'restock':
        return world.call('restockCampaign', {
          as: admin,
          params,
          body: { restockId: newId(), units: one.units },
        });
      case 'close':
        return world.call('closeCampaign', { as: admin, params });
      case 'sweep':
        await world.run(sweepLapsedLeases);
        return { status: 200, body: {} };
    }
  }
  const claimOf = async (n: number) =>
    claim.parseIfAny(
      await world.item(claim.key({ accountId: accounts[n] ?? newAccount(), campaignId: campaign.id })),
    );
  return { act, claimOf, claimIds };
}

const EXPECTED: Record<Action['kind'], RegExp> = {
  reserve: /^(out_of_stock|campaign_ended|campaign_closed)$/,
  redeem: /^(claim_not_found|claim_expired)$/,
  restock: /^not_published$/,
  close: /^not_published$/,
  sweep: /^$/,
};

const shapes = fc.constantFrom([1], [2, 1], [0, 2]);

describe('any history of a campaign', () => {
  it('keeps free + held + redeemed = total, one claim an account, and the claims it gave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: action }, { weight: 1, arbitrary: time }), {
          minLength: 1,
          maxLength: 18,
        }),
        shapes,
        async (steps, units) => {
          const { act, claimOf, claimIds } = await givenHistory(units);
          const given = new Set<number>();
          const redeemed = new Set<number>();
          for (const one of steps) {
            if (one.kind === 'advance') {
              world.advance(one.by);
              continue;
            }
            const { status, body } = await act(one);
            if (status > 201) {
              expect(body.code).toMatch(EXPECTED[one.kind]);
              if (one.kind === 'reserve') expect(given.has(one.account)).toBe(false);
              if (one.kind === 'redeem') expect(redeemed.has(one.account)).toBe(false);
            } else {
              if (one.kind === 'reserve') given.add(one.account);
              if (one.kind === 'redeem') redeemed.add(one.account);
            }
          }
          await expectStockInvariants(world);
          for (const n of given) expect((await claimOf(n))?.id).toBe(claimIds[n]);
          for (const n of redeemed) expect((await claimOf(n))?.status).toBe('redeemed');
        },
      ),
      { numRuns: RUNS / 5 },
    );
    // Every history of this world was sound: the hourly check has nothing to say.
    world.lines.length = 0;
    await world.run(checkStock);
    expect(world.lines).toHaveLength(1);
    expect(world.lines[0]).toMatchObject({ countersOff: 0, heldUnitsOff: 0, leasesWithoutClaim: 0 });
  });

  it('keeps it also when everything comes at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(account, { maxLength: 4 }),
        fc.constantFrom(1, 59_999, 60_000),
        fc.array(action, { minLength: 2, maxLength: 12 }),
        shapes,
        async (first, passing, together, units) => {
          const { act } = await givenHistory(units);
          for (const n of first) await act({ kind: 'reserve', account: n });
          world.advance(passing);
          const answers = await Promise.all(together.map(act));
          expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
          await expectStockInvariants(world);
        },
      ),
      { numRuns: RUNS / 10 },
    );
  });

  it('keeps the counters of a shard where the definition says', () => {
    expect(stockShard.key({ campaignId: 'c', shard: 3 })).toEqual({
      pk: 'REWARDS#STOCK#c#3',
      sk: 'COUNTERS',
    });
  });
});
