import { describe, expect, it } from 'vitest';
import { hours } from '../../../shared/values/clock.ts';
import { playDay } from './day.ts';
import { exceededLimits, isByTheRules } from './rules.ts';
import { newTallies } from './tallies.ts';

describe('the day of a hall', () => {
  it('checks every membership and every step that 20 people were told, and meets only what the rules explain', {
    timeout: 120_000,
  }, async () => {
    const day = await playDay({
      people: 20,
      partitions: 24,
      seed: 1,
      lasts: hours(5),
      latency: 10,
      onProgress: () => {},
    });
    expect(day.joined).toBe(20);
    expect(day.losses).toEqual([]);
    expect([...day.answers.keys()].filter((answer) => !isByTheRules(answer))).toEqual([]);
    expect(exceededLimits(day.edgeInAMinute)).toEqual([]);
  });

  it('counts every response that the rules do not explain as a refusal, not only a 5xx', () => {
    const { began, all } = newTallies(() => 0);
    began('reserveReward')(409, 'out_of_stock');
    began('joinEvent')(200);
    expect([...all().firstRefusal.keys()]).toEqual([]);
    began('joinEvent')(404, 'event_not_found');
    began('reserveReward')(409, 'claim_id_taken');
    began('reportSteps')(503, 'try_again');
    expect([...all().firstRefusal.keys()]).toEqual(['joinEvent', 'reserveReward', 'reportSteps']);
  });

  it('compares what one address sends at the edge in a minute with the limits of the firewall', () => {
    let now = 0;
    const { atEdge, all } = newTallies(() => now);
    for (let n = 0; n < 20_000; n++) atEdge('findEvent');
    for (let n = 0; n < 6001; n++) atEdge('getDisplay');
    now = 60_000;
    atEdge('findEvent');
    const { edgeInAMinute } = all();
    expect(exceededLimits(edgeInAMinute)).toEqual([
      "6001 requests in a minute, above the firewall's limit for display",
    ]);
  });
});
