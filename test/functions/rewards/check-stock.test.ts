import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  finishedCampaigns,
  lease,
  stockedCampaigns,
  stockShard,
} from '../../../shared/rewards/items.ts';
import type { IndexList } from '../../../shared/table/item.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { days, hours, later } from '../../../shared/values/clock.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenWorkspace } from '../../given/workspaces.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let pauses: number[];
beforeEach(async () => {
  world = await newWorld();
  pauses = [];
  during(async () => {});
});

/** Changes the world in the pause between the two reads. */
function during(change: () => Promise<unknown>) {
  world.setTime({
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      await change();
    },
  });
}

const clean = {
  countersOff: 0,
  heldUnitsOff: 0,
  leasesWithoutClaim: 0,
  claimsWithoutLease: 0,
  strandedUnitsReleased: 0,
};

async function check() {
  world.lines.length = 0;
  await world.run(checkStock).catch(() => {});
  const run = world.lines.at(-1) ?? {};
  const counts = Object.fromEntries(Object.keys(clean).map((name) => [name, run[name]]));
  return { run, counts, findings: world.lines.slice(0, -1) };
}

async function setCounters(of: Campaign, change: Record<string, number>, shard = 0) {
  const stored = await world.item(stockShard.key({ campaignId: of.id, shard }));
  await world.put({ ...stored, ...change });
}
const leaseOf = (held: Claim) => ({ ...held, claimId: held.id });
const lapsed = () => ({ expiresAt: world.now().toISOString() });

describe('the hourly check of the stock', () => {
  it('finds nothing in consistent stock: held, expired, redeemed and released units, drafts and closed campaigns', async () => {
    const made = await givenCampaign(world, { units: [4, 3] });
    await givenClaim(world, made);
    await givenClaim(world, made, lapsed());
    await givenClaim(world, made, { shard: 1, status: 'redeemed' });
    await givenClaim(world, made, { shard: 1, status: 'expired' });
    await givenClaim(world, await givenCampaign(world, { status: 'closed' }));
    await givenCampaign(world, { status: 'draft' });
    const before = await world.dump();
    const { run, counts, findings } = await check();
    expect(run).toMatchObject({ level: 'info', worker: 'checkStock', campaignsChecked: 2, shardsChecked: 3 });
    expect(counts).toEqual(clean);
    expect(findings).toEqual([]);
    expect(pauses).toEqual([]);
    expect(await world.dump()).toEqual(before);
  });

  it.each<[string, string, (checked: Campaign, held: Claim) => Promise<unknown>]>([
    ['countersOff', 'counters_off', (checked) => setCounters(checked, { freeUnits: 8 }, 1)],
    [
      'countersOff',
      'counters_off',
      (checked) => setCounters(checked, { freeUnits: -1, redeemedUnits: 10 }, 1),
    ],
    ['heldUnitsOff', 'held_units_off', (checked) => setCounters(checked, { freeUnits: 8, heldUnits: 2 }, 1)],
    ['claimsWithoutLease', 'claim_without_lease', (_, held) => world.remove(lease.key(leaseOf(held)))],
    [
      'leasesWithoutClaim',
      'lease_without_claim',
      async (checked, held) => {
        await world.remove(claim.key(held));
        await setCounters(checked, { freeUnits: 10, heldUnits: 0 }, 1);
      },
    ],
  ])('counts a finding as %s, logs it as %s, and changes nothing', async (count, what, spoil) => {
    const made = await givenCampaign(world, { units: [1, 10] });
    await spoil(made, await givenClaim(world, made, { shard: 1 }));
    const before = await world.dump();
    const { run, counts, findings } = await check();
    expect(counts).toEqual({ ...clean, [count]: 1 });
    expect(run['level']).toBe('info');
    expect(findings).toEqual([{ level: 'error', worker: 'checkStock', what, campaignId: made.id, shard: 1 }]);
    expect(await world.dump()).toEqual(before);
  });

  it('finds a shard without counters', async () => {
    const made = await givenCampaign(world, { units: [5, 5] });
    await world.remove(stockShard.key({ campaignId: made.id, shard: 1 }));
    expect((await check()).findings).toMatchObject([{ what: 'counters_off', shard: 1 }]);
  });

  it('releases a stranded unit, whose expired claim has no lease, and counts it', async () => {
    const made = await givenCampaign(world);
    const stranded = await givenClaim(world, made, lapsed());
    await world.remove(lease.key(leaseOf(stranded)));
    const { counts, findings } = await check();
    expect(counts).toEqual({ ...clean, strandedUnitsReleased: 1 });
    expect(findings).toEqual([
      { level: 'error', worker: 'checkStock', what: 'unit_stranded', campaignId: made.id, shard: 0 },
    ]);
    const { shards, claims } = await expectStockInvariants(world);
    expect(shards[0]).toMatchObject({ freeUnits: 10, heldUnits: 0 });
    expect(claims.map(({ status }) => status)).toEqual(['expired']);
    expect((await check()).counts).toEqual(clean);
  });

  it('pauses once for all findings, and long enough', async () => {
    for (let n = 0; n < 3; n++) await setCounters(await givenCampaign(world), { freeUnits: 9 });
    expect((await check()).counts).toEqual({ ...clean, countersOff: 3 });
    expect(pauses).toEqual([1000]);
  });

  it('checks a campaign until 30 days after its last collection', async () => {
    const redeemBy = later(world.now(), -days(30)).toISOString();
    await setCounters(await givenCampaign(world, { redeemBy }), { freeUnits: 9 });
    expect(await check()).toMatchObject({ run: { campaignsChecked: 1 }, counts: { countersOff: 1 } });
    world.advance(1);
    expect(await check()).toMatchObject({ run: { campaignsChecked: 0 }, counts: clean });
  });
});

describe('a closed campaign', () => {
  const close = async (checked: Campaign) =>
    world.call('closeCampaign', { as: await givenAdmin(world), params: { campaignId: checked.id } });
  const listed = async (list: IndexList) => (await world.table.query(list)).map(({ id }) => id);
  const finished = () => listed(finishedCampaigns);

  it('is finished by the check once no unit is held, and is then no longer read by the check', async () => {
    const made = await givenCampaign(world, { units: [4, 3] });
    await givenClaim(world, made, { shard: 1, status: 'redeemed' });
    await close(made);
    expect((await check()).run).toMatchObject({ campaignsChecked: 1 });
    expect([await listed(stockedCampaigns), await finished()]).toEqual([[], [made.id]]);
    expect((await check()).run).toMatchObject({ campaignsChecked: 0 });
    await expectStockInvariants(world);
  });

  it('is finished even when it was closed long after its last collection', async () => {
    const made = await givenCampaign(world, { redeemBy: later(world.now(), -days(90)).toISOString() });
    await close(made);
    await check();
    expect(await finished()).toEqual([made.id]);
  });

  it('is finished only after its last held unit is redeemed, or released by the sweep', async () => {
    const made = await givenCampaign(world, { units: [2, 2] });
    await givenClaim(world, made, { shard: 1 });
    await close(made);
    await check();
    expect(await finished()).toEqual([]);
    world.advance(hours(1));
    await world.run(sweepLapsedLeases);
    await expectStockInvariants(world);
    await check();
    expect(await finished()).toEqual([made.id]);
  });

  it('is not finished before the roll-up has counted its last release', async () => {
    const made = await givenCampaign(world, { units: [2] });
    await givenClaim(world, made);
    await world.catchUp();
    await close(made);
    world.advance(hours(1));
    await world.run(sweepLapsedLeases);
    await check();
    expect(await finished()).toEqual([]);
    await world.catchUp();
    await check();
    expect(await finished()).toEqual([made.id]);
    expect((await world.dump()).filter(({ sk }) => sk === 'HOLDS')).not.toContainEqual(
      expect.objectContaining({ pk: expect.stringContaining(made.id) }),
    );
  });

  it('is not finished while it is published or inconsistent', async () => {
    const published = await givenCampaign(world);
    const odd = await givenCampaign(world, { units: [1, 10] });
    await setCounters(odd, { freeUnits: 8 }, 1);
    const leased = await givenCampaign(world);
    const gone = await givenClaim(world, leased);
    await setCounters(leased, { freeUnits: 10, heldUnits: 0 });
    await world.remove(claim.key(gone));
    for (const checked of [odd, leased]) await close(checked);
    await check();
    expect(await finished()).toEqual([]);
    expect(await listed(stockedCampaigns)).toEqual(expect.arrayContaining([published.id, odd.id, leased.id]));
  });

  it('is not finished when a unit was reserved while it was closed', async () => {
    const made = await givenCampaign(world);
    const as = newAccount();
    // The reservation is written between the reads and the write of the closing.
    meanwhile(world, () =>
      world.call('reserveReward', { as, params: { campaignId: made.id }, body: { claimId: newId() } }),
    );
    expect((await close(made)).status).toBe(200);
    world.setFault(undefined);
    await check();
    expect(await finished()).toEqual([]);
    expect((await expectStockInvariants(world)).leases).toHaveLength(1);
  });

  it('that only the index shows as closed is not changed, and a deleted one is not recreated', async () => {
    const made = await givenCampaign(world, { status: 'closed' });
    const key = campaign.key(made);
    meanwhile(world, async () => {
      await world.put({ ...(await world.item(key)), status: 'published' });
    });
    await check();
    world.setFault(undefined);
    expect(await finished()).toEqual([]);
    await world.put(campaign.stored(made));
    meanwhile(world, () => world.remove(key));
    await check();
    world.setFault(undefined);
    expect(await world.item(key)).toBeUndefined();
  });

  it('still counts in the report of its merchant', async () => {
    const shop = await givenWorkspace(world, 'merchant');
    const made = await givenCampaign(world, { merchantTenantId: shop.id, units: [4, 3] });
    await givenCampaign(world, { merchantTenantId: shop.id, units: [5] });
    await givenClaim(world, made, { shard: 1, status: 'redeemed' });
    const today = malaysianDate(world.now());
    const report = async () =>
      (
        await world.call('workspaceAnalytics', {
          as: await givenAdmin(world),
          params: { workspaceId: shop.id },
          query: { from: today, to: today },
        })
      ).body.current;
    const before = await report();
    expect(before).toMatchObject({ availableStock: 11, redeemedStock: 1 });
    await close(made);
    await check();
    expect(await finished()).toEqual([made.id]);
    expect(await report()).toEqual(before);
  });
});

describe('because queries are no snapshot and the index lags', () => {
  it('a finding that is gone after the pause is ignored', async () => {
    const made = await givenCampaign(world);
    const held = await givenClaim(world, made);
    await world.remove(lease.key(leaseOf(held)));
    during(() => world.put(lease.stored(leaseOf(held))));
    const { counts, findings } = await check();
    expect(pauses).toHaveLength(1);
    expect([counts, findings]).toEqual([clean, []]);
  });

  it('a finding whose counters or claims changed during the pause waits for the next hour', async () => {
    const made = await givenCampaign(world);
    const held = await givenClaim(world, made);
    await world.remove(lease.key(leaseOf(held)));
    during(() => setCounters(made, { freeUnits: 8, redeemedUnits: 1 }));
    expect((await check()).counts).toEqual(clean);
    during(async () => {
      const other = await givenClaim(world, made);
      await setCounters(made, { freeUnits: 8, heldUnits: 1 });
      await world.remove(lease.key(leaseOf(other)));
    });
    expect((await check()).counts).toEqual(clean);
  });

  it('a different unit in the second read is not the same finding', async () => {
    const made = await givenCampaign(world);
    const [a, b] = [await givenClaim(world, made), await givenClaim(world, made)];
    await world.remove(lease.key(leaseOf(a)));
    during(async () => {
      await world.put(lease.stored(leaseOf(a)));
      await world.remove(lease.key(leaseOf(b)));
    });
    expect((await check()).counts).toEqual(clean);
  });

  it('the claim itself decides whether a unit is stranded, whatever the index shows', async () => {
    const made = await givenCampaign(world);
    const stranded = await givenClaim(world, made, lapsed());
    await world.remove(lease.key(leaseOf(stranded)));
    const stale = (await world.dump()).filter(({ gsi1sk }) => String(gsi1sk).startsWith('HELD#'));
    expect((await check()).counts.strandedUnitsReleased).toBe(1);
    await setCounters(made, { freeUnits: 9, heldUnits: 1 });
    world.setFault(async ({ command, input, send }) => {
      const answer = (await send()) as { output: { Items?: unknown[] } };
      if (command === 'Query' && input.IndexName === 'gsi1') answer.output.Items = stale;
      return answer;
    });
    const before = await world.dump();
    const { counts, findings } = await check();
    expect([counts, findings]).toEqual([clean, []]);
    expect(await world.dump()).toEqual(before);
  });
});

describe('a campaign that cannot be checked', () => {
  it('does not stop the check of the others, whose findings are counted', async () => {
    const broken = await givenCampaign(world);
    await setCounters(await givenCampaign(world), { freeUnits: 9 });
    await world.put({ pk: stockShard.key({ campaignId: broken.id, shard: 0 }).pk, sk: 'LEASE#odd' });
    await expect(world.run(checkStock)).rejects.toThrow('1 campaigns, shards or units failed');
    const { run, counts, findings } = await check();
    expect(run).toMatchObject({ level: 'error', failures: 1, campaignsChecked: 1 });
    expect(counts).toEqual({ ...clean, countersOff: 1 });
    expect(findings).toHaveLength(1);
  });

  it('does not stop the release of a stranded unit of another one', async () => {
    const [broken, sound] = [await givenCampaign(world), await givenCampaign(world)];
    for (const checked of [broken, sound]) {
      const stranded = await givenClaim(world, checked, lapsed());
      await world.remove(lease.key(leaseOf(stranded)));
    }
    await setCounters(broken, { freeUnits: 10, heldUnits: 0 });
    const { run, counts, findings } = await check();
    expect(run['failures']).toBe(1);
    expect(counts).toEqual({ ...clean, heldUnitsOff: 1, strandedUnitsReleased: 1 });
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'held_units_off', campaignId: broken.id }),
        expect.objectContaining({ what: 'unit_stranded', campaignId: broken.id }),
        expect.objectContaining({ what: 'unit_stranded', campaignId: sound.id }),
      ]),
    );
    const counters = await world.item(stockShard.key({ campaignId: sound.id, shard: 0 }));
    expect(counters).toMatchObject({ freeUnits: 10, heldUnits: 0 });
  });

  it('does not hide other findings of its shard: a failed release is logged and fails the run', async () => {
    const made = await givenCampaign(world);
    for (const overrides of [lapsed(), lapsed(), {}]) {
      await world.remove(lease.key(leaseOf(await givenClaim(world, made, overrides))));
    }
    await setCounters(made, { freeUnits: 10, heldUnits: 0 });
    const { run, counts, findings } = await check();
    expect(run).toMatchObject({ level: 'error', failures: 1 });
    expect(counts).toEqual({ ...clean, heldUnitsOff: 1, claimsWithoutLease: 1 });
    expect(findings.map(({ what }) => what).sort()).toEqual([
      'claim_without_lease',
      'held_units_off',
      'unit_stranded',
      'unit_stranded',
    ]);
  });
});
