import { beforeEach, describe, expect, it } from 'vitest';
import type { Challenge, Event } from '../../../shared/community/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { days, hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import { SECONDS_BETWEEN_REPORTS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { enrollmentOf, givenChallenge, givenClub, givenEvent, givenMember } from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
let event: Event;
let challenge: Challenge;
let walker: AccountId;
/** 20:00 in Malaysia. */
const START = new Date('2031-03-14T12:00:00.000Z');

beforeEach(async () => {
  world = await newWorld();
  world.setNow(START);
  const club = await givenClub(world);
  await givenMember(world, club, 'owner');
  event = await givenEvent(world, club);
  challenge = await givenChallenge(world, event, {
    startsAt: START.toISOString(),
    endsAt: later(START, days(2)).toISOString(),
  });
  walker = newAccount();
  await world.call('enroll', {
    as: walker,
    params: { id: challenge.id },
    body: { alias: 'Pejalan', sharePublicDisplay: true, shareLeaderboard: true },
  });
});

const report = (steps: number, afterStart: number) =>
  world.call('reportSteps', {
    as: walker,
    params: { id: challenge.id },
    body: { steps, measuredAt: later(START, afterStart).toISOString() },
  });
/** A report ten seconds later, which is not too soon after another one. */
async function next(steps: number, afterStart: number) {
  world.advance(seconds(SECONDS_BETWEEN_REPORTS));
  return report(steps, afterStart);
}
const shown = async () =>
  (await world.call('getDisplay', { params: { code: event.joinCode } })).body.challenges[0].top;

describe('reporting steps', () => {
  it('shows the newest measurement on the boards, even when it is lower', async () => {
    world.setNow(later(START, hours(5)));
    expect((await report(5000, hours(1))).body).toMatchObject({
      steps: 5000,
      measuredAt: later(START, hours(1)).toISOString(),
    });
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 5000, rank: 1 }]);
    expect((await next(4200, hours(2))).body.steps).toBe(4200);
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 4200, rank: 1 }]);
    await expectCommunityInvariants(world);
  });

  it('counts nothing twice when phone and watch overlap or a late sync crosses midnight: the newest measurement wins', async () => {
    world.setNow(later(START, hours(12)));
    await report(8000, hours(5)); // the watch, at 01:00
    const late = await next(7900, hours(3)); // the phone, measured at 23:00 and synced late
    expect(late.status).toBe(200);
    expect(late.body).toMatchObject({ steps: 8000, measuredAt: later(START, hours(5)).toISOString() });
    await next(8100, hours(6));
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 8100, rank: 1 }]);
  });

  it('stores the higher of two totals for the same moment, as when a watch delivers hours later, and never the lower one (report 3)', async () => {
    world.setNow(later(START, days(2)));
    await report(9000, days(2));
    world.advance(hours(5));
    expect((await report(9500, days(2))).body.steps).toBe(9500);
    const before = await world.dump();
    expect((await report(9000, days(2))).body.steps).toBe(9500);
    expect((await report(9500, days(2))).body.steps).toBe(9500);
    expect((await report(300_001, days(2))).body.code).toBe('implausible_steps');
    expect(await world.dump()).toEqual(before);
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 9500, rank: 1 }]);
    await expectCommunityInvariants(world);
  });

  it('keeps the higher of two concurrent totals for the same moment, in any order', async () => {
    world.setNow(later(START, days(2)));
    await Promise.all([300, 100, 500, 200, 400].map((steps) => report(steps, hours(1))));
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 500, rank: 1 }]);
    await expectCommunityInvariants(world);
  });

  it('takes a report of a phone that is up to a minute behind as measured at the start of counting (reports 1 and 38)', async () => {
    const measuredAt = START.toISOString();
    expect((await report(0, -minutes(1))).body).toMatchObject({ steps: 0, measuredAt });
    expect((await next(1, -300)).body.code).toBe('implausible_steps');
    expect((await report(0, -minutes(1) - 1)).body.code).toBe('measured_outside');
    expect((await next(10, seconds(10))).body.steps).toBe(10);
  });

  it('keeps the newest of several concurrent reports after the end, in any order', async () => {
    world.setNow(later(START, days(2)));
    await Promise.all([3, 1, 5, 2, 4].map((n) => report(n * 100, hours(n))));
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 500, rank: 1 }]);
    await expectCommunityInvariants(world);
  });

  it('accepts measurements from the first to the last moment of the challenge, until 24 hours after its end', async () => {
    expect((await report(0, 0)).status).toBe(200);
    expect((await report(0, -minutes(1) - 1)).body.code).toBe('measured_outside');
    world.setNow(later(START, days(3) - 1));
    expect((await report(1, days(2) + 1)).body.code).toBe('measured_outside');
    expect((await report(7, days(2))).body).toMatchObject({ steps: 7, provisional: true });
    world.advance(1);
    expect((await report(8, days(2))).body.code).toBe('challenge_final');
    expect(await shown()).toEqual([{ alias: 'Pejalan', steps: 7, rank: 1 }]);
  });

  it('is refused for a moment in the future, apart from the clock tolerance', async () => {
    expect((await report(1, minutes(1) + 1)).body.code).toBe('measured_in_future');
    expect((await report(1, minutes(1))).status).toBe(200);
  });

  it('is refused for more than 300 steps a minute since the enrollment', async () => {
    expect((await report(100_000, 60)).body.code).toBe('implausible_steps');
    expect((await report(1, 199)).body.code).toBe('implausible_steps');
    expect((await report(1, 200)).status).toBe(200);
    world.setNow(later(START, hours(1)));
    expect((await report(3001, minutes(10))).body.code).toBe('implausible_steps');
    expect((await report(3000, minutes(10))).body.steps).toBe(3000);
    expect((await next(18_000, hours(1))).body.steps).toBe(18_000);
  });

  it('is refused for more than 100,000 steps per started day', async () => {
    world.setNow(later(START, hours(40)));
    expect((await report(100_001, days(1) - 1)).body.code).toBe('implausible_steps');
    expect((await report(100_000, days(1) - 1)).status).toBe(200);
    expect((await next(200_001, days(1))).body.code).toBe('implausible_steps');
    expect((await report(200_000, days(1))).status).toBe(200);
  });

  describe('within ten seconds of the last accepted report', () => {
    beforeEach(async () => {
      world.setNow(later(START, hours(5)));
      await report(100, hours(1));
      world.advance(seconds(SECONDS_BETWEEN_REPORTS) - 1);
    });

    it('writes nothing, reads three items, and returns what is stored', { tags: ['calls'] }, async () => {
      const before = await world.dump();
      world.lines.length = 0;
      const { status, body } = await report(200, hours(2));
      expect([status, body.steps, body.measuredAt]).toEqual([200, 100, later(START, hours(1)).toISOString()]);
      expect(await world.dump()).toEqual(before);
      expect(world.lines[0]).toMatchObject({ databaseCalls: 3, databaseRounds: 1 });
    });

    it('is refused as ever', async () => {
      expect((await report(1_000_000, hours(2))).body.code).toBe('implausible_steps');
      await world.put(accountStanding.stored({ accountId: walker, closedAt: START.toISOString() }));
      expect((await report(200, hours(2))).body.code).toBe('account_closed');
    });

    it('is too soon by the clock of the server, whatever was measured', async () => {
      expect((await report(200, hours(4))).body.steps).toBe(100);
      world.advance(1);
      expect((await report(200, minutes(61))).body.steps).toBe(200);
    });

    it('is still too soon after a change of the alias', async () => {
      const body = { alias: 'Nama Baharu' };
      await world.call('changeEnrollment', { as: walker, params: { id: challenge.id }, body });
      expect((await report(200, hours(2))).body.steps).toBe(100);
      world.advance(1);
      expect((await report(200, hours(2))).body.steps).toBe(200);
    });
  });

  it('always counts after the end, also at once', async () => {
    world.setNow(later(START, days(2) - 1));
    await report(100, hours(1));
    expect((await report(200, hours(2))).body.steps).toBe(100);
    world.advance(1);
    expect((await report(200, hours(2))).body.steps).toBe(200);
    expect((await report(300, hours(3))).body.steps).toBe(300);
  });

  it('changes the time of the display’s last change when someone leaves the top ten', async () => {
    world.setNow(later(START, hours(5)));
    await report(5000, hours(1));
    for (let n = 0; n < 10; n++) {
      const as = newAccount();
      const body = { alias: `Pesaing ${'abcdefghij'[n]}`, sharePublicDisplay: true };
      await world.call('enroll', { as, params: { id: challenge.id }, body });
      world.advance(minutes(1));
      const steps = { steps: 100 + n, measuredAt: world.now().toISOString() };
      await world.call('reportSteps', { as, params: { id: challenge.id }, body: steps });
    }
    world.advance(minutes(7));
    await report(1, hours(2));
    const { body } = await world.call('getDisplay', { params: { code: event.joinCode } });
    expect(body.challenges[0].top.map(({ alias }: { alias: string }) => alias)).not.toContain('Pejalan');
    expect(body.updatedAt).toBe(world.now().toISOString());
  });

  it('counts each fall of an enrollment that is on the display, and no other change', async () => {
    world.setNow(later(START, hours(12)));
    const change = (body: object) =>
      world.call('changeEnrollment', { as: walker, params: { id: challenge.id }, body });
    const falls = async () => (await world.item(enrollmentOf(walker, challenge.id)))?.['falls'];
    await report(5000, hours(1));
    await next(5000, hours(2));
    expect(await falls()).toBeUndefined();
    await next(4999, hours(3));
    await next(1, hours(4));
    await next(9, hours(2)); // an earlier measurement changes nothing
    expect(await falls()).toBe(2);
    await change({ sharePublicDisplay: false });
    await next(0, hours(5));
    await change({ sharePublicDisplay: true, alias: 'Nama Baharu' });
    expect(await falls()).toBe(2);
    await next(60, hours(6));
    await next(50, hours(7));
    expect(await falls()).toBe(3);
  });

  it('counts no fall while the alias is hidden', async () => {
    world.setNow(later(START, hours(12)));
    const body = { alias: 'Pejalan', hidden: true };
    const as = await givenAdmin(world);
    await report(5000, hours(1));
    await world.call('moderateAlias', { as, params: { id: challenge.id }, body });
    await next(1, hours(2));
    expect(await world.item(enrollmentOf(walker, challenge.id))).not.toHaveProperty('falls');
  });

  it('does not show a participant whose consent is withdrawn concurrently', async () => {
    world.setNow(later(START, hours(5)));
    meanwhile(world, () =>
      world.call('changeEnrollment', {
        as: walker,
        params: { id: challenge.id },
        body: { sharePublicDisplay: false },
      }),
    );
    expect((await report(10, hours(1))).body).toMatchObject({ steps: 10, sharePublicDisplay: false });
    expect(await shown()).toEqual([]);
    await expectCommunityInvariants(world);
  });
});
