import { expect } from 'vitest';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { endpoint as listCampaigns } from '../../../functions/rewards/campaigns/list-campaigns.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { hours, seconds } from '../../../shared/values/clock.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { givenOffer } from './fixtures.ts';
import type { Simulation } from './simulated-world.ts';

/**
 * Every unit is reserved and abandoned, and nothing releases it for two days: no TTL, no sweep. Only the roll-up runs. Each unit can be
 * reserved from its expiry on, and is listed as available at most ten seconds later. The clocks agree, so that the expiry can
 * be checked to the second.
 */
export async function lapse(world: Simulation, units: number): Promise<void> {
  const heldFor = hours(24);
  const shards = [units - 2 * Math.floor(units / 3), Math.floor(units / 3), Math.floor(units / 3)];
  const offer = await givenOffer(world, { units: shards, reservationTtlSeconds: heldFor / 1000 });
  const { id: campaignId } = offer.campaign;
  const reserve = (who: string) =>
    world.insist(who, reserveReward, {
      as: world.newAccount(),
      params: { campaignId },
      body: { claimId: world.scenario.uuid() },
    });
  /** Rolls up all changes, and then reads the listed number. */
  const available = async (who = 'a reader') => {
    const changes = await world.changes();
    await world.play(() => world.deliver(changes, rollUp));
    const { body } = await world.play(() => world.insist(who, listCampaigns, { as: world.newAccount() }));
    return body.campaigns[0].availableStock;
  };
  const until = async (time: string | undefined) => {
    await world.sleep(Date.parse(time ?? '') - world.now().getTime());
  };
  const numbers = Array.from({ length: units }, (_, n) => n + 1);

  const held = await world.play(async () => {
    const ends: string[] = [];
    for (const n of numbers) {
      // A retry recovers a lost response, so every reservation is confirmed.
      ends.push((await reserve(`account ${n}`)).body.expiresAt);
      await world.sleep(hours(0.1));
    }
    return ends;
  });
  expect(await available()).toBe(0);

  // When a reservation expires, its unit can be reserved in that second, and is listed ten seconds later.
  for (const [n, end] of held.entries()) {
    await world.play(() => until(end));
    if (n % 2 === 1) {
      await world.play(() => world.sleep(seconds(10)));
      expect(await available(`reader ${n + 1}`)).toBe(1);
    }
    const heard = await world.play(() => reserve(`next ${n + 1}`));
    expect([heard.kind, heard.code]).toEqual(['ok', '']);
    expect(await available(`reader ${n + 1} again`)).toBe(0);
    expect((await world.play(() => reserve(`too early ${n + 1}`))).code).toBe('out_of_stock');
  }
  await world.play(() => world.sleep(hours(48)));
  expect(await available()).toBe(units);
  expect((await expectStockInvariants(world)).shards.reduce((sum, { freeUnits }) => sum + freeUnits, 0)).toBe(
    0,
  );

  const heard = await world.play(() => Promise.all(numbers.map((n) => reserve(`last ${n}`))));
  expect(heard.map(({ kind }) => kind)).toEqual(numbers.map(() => 'ok'));
  expect(await available()).toBe(0);
  await expectStockInvariants(world);
}
