import { beforeEach, describe, expect, it } from 'vitest';
import { job as writeLastShownSteps } from '../../../functions/community/boards/write-last-shown-steps.ts';
import { type Challenge, challenge, type Event } from '../../../shared/community/items.ts';
import { hours, later } from '../../../shared/values/clock.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  challengeContent,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../../given/community.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newWorld, type World } from '../../support/world.ts';

let world: World;
let event: Event;
let live: Challenge;

beforeEach(async () => {
  world = await newWorld();
  event = await givenEvent(world, await givenClub(world));
  live = await givenChallenge(world, event, { boardPartitions: 3 });
});

const given = (steps: readonly number[], more: object = {}) =>
  Promise.all(
    steps.map((n) => givenParticipant(world, live, { steps: n, sharePublicDisplay: true, ...more })),
  );
const run = async () => (await world.run(writeLastShownSteps)).done;
const written = async (of: Challenge = live) => (await world.item(challenge.key(of)))?.['lastShownSteps'];
const upTo = (n: number) => Array.from({ length: n }, (_, k) => 100 * (k + 1));

describe('the steps of the last rank on a display', () => {
  it('are written once a display is full, and only when they change', async () => {
    await given(upTo(9));
    expect(await run()).toEqual({ challengesWritten: 0 });
    expect(await written()).toBeUndefined();
    await given([50]);
    expect(await run()).toEqual({ challengesWritten: 1 });
    expect(await written()).toBe(50);
    await given([2_000, 40]);
    expect(await run()).toEqual({ challengesWritten: 1 });
    expect(await written()).toBe(100);
    expect(await run()).toEqual({ challengesWritten: 0 });
  });

  it('leave out who is not on the display', async () => {
    await given(upTo(9));
    await given([5_000], { sharePublicDisplay: false, shareLeaderboard: true });
    await given([6_000], { aliasHiddenAt: live.startsAt });
    await run();
    expect(await written()).toBeUndefined();
  });

  it('are 0 again when the display has room', async () => {
    const people = await given(upTo(10));
    await run();
    expect(await written()).toBe(100);
    const params = { id: live.id };
    await world.call('withdrawEnrollment', { as: people[3]?.accountId, params });
    await run();
    expect(await written()).toBe(0);
  });

  it('are not written for a challenge that has ended, has not started, or has no display', async () => {
    const { startsAt, endsAt } = live;
    const others = [
      await givenChallenge(world, event, { startsAt, endsAt: later(world.now(), -hours(1)).toISOString() }),
      await givenChallenge(world, event, {
        ...{ startsAt: later(world.now(), hours(1)).toISOString(), endsAt },
        hasStarted: false,
      }),
      await givenChallenge(
        world,
        await givenEvent(world, await givenClub(world, { visibility: 'private' }), { visibility: 'private' }),
        { visibility: 'private' },
      ),
    ];
    for (const other of others)
      await Promise.all(
        upTo(10).map((steps) => givenParticipant(world, other, { steps, sharePublicDisplay: true })),
      );
    expect(await run()).toEqual({ challengesWritten: 0 });
    expect(await Promise.all(others.map(written))).toEqual([undefined, undefined, undefined]);
  });

  it('survive a concurrent change of the challenge, and do not undo it', async () => {
    await given(upTo(10));
    await run();
    await given([900]);
    const as = await givenAdmin(world);
    const { startsAt, endsAt, version } = live;
    meanwhile(world, run);
    const change = { ...challengeContent, startsAt, endsAt, version };
    await world.call('updateChallenge', { as, params: { id: live.id }, body: change });
    expect(await world.item(challenge.key(live))).toMatchObject({
      ...{ title: challengeContent.title, version: version + 1, lastShownSteps: 200 },
    });
  });

  it('decide when a phone reports again', async () => {
    const [near, far] = await given([2_000, 0, ...upTo(10).map((n) => n + 30_000)]);
    const reported = async (of: typeof near) => {
      const { body } = await world.call('reportSteps', {
        as: of?.accountId,
        params: { id: live.id },
        body: { steps: of?.steps ?? 0, measuredAt: world.now().toISOString() },
      });
      return Date.parse(body.nextReportAt) - world.now().getTime();
    };
    expect(await reported(far)).toBeLessThanOrEqual(55_000);
    await run();
    world.advance(hours(1) / 60);
    expect(await reported(far)).toBeGreaterThan(hours(0.19));
    expect(await reported(near)).toBeGreaterThan(hours(0.19));
  });
});
