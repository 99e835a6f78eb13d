import { beforeEach, describe, expect, it } from 'vitest';
import { hours, later } from '../../../shared/values/clock.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../../given/community.ts';
import { newWorld, type Sent, type World } from '../../support/world.ts';
import { hiddenEvents } from './hidden-events.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const find = (code: string, as?: Sent['as']) => world.call('findEvent', { as, params: { code } });

describe('finding an exhibition by its enrollment code', () => {
  it("returns the event, its challenges by start, and the caller's own membership and enrollments", async () => {
    const club = await givenClub(world);
    const event = await givenEvent(world, club);
    const second = await givenChallenge(world, event, {
      startsAt: later(world.now(), hours(2)).toISOString(),
    });
    const first = await givenChallenge(world, event);
    await givenChallenge(world, await givenEvent(world, club));
    const { accountId, joinedAt } = await givenAttendee(world, event);
    await givenParticipant(world, first, { accountId, alias: 'Siti' });

    const { status, body } = await find(event.joinCode, accountId);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['event', 'challenges']);
    expect(body.event).toMatchObject({ id: event.id, joinCode: event.joinCode, membership: { joinedAt } });
    expect(body.challenges.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect(body.challenges[0].enrollment.alias).toBe('Siti');
    expect('enrollment' in body.challenges[1]).toBe(false);

    const signedOut = await find(event.joinCode);
    expect(signedOut.status).toBe(200);
    expect(JSON.stringify(signedOut.body)).not.toMatch(/membership|enrollment/);
  });

  it.each(['ab', '-ab', 'Abc', 'a_b', 'a b', 'a#b', 'a/b', '..', 'abç', 'x'.repeat(65), ''])(
    'refuses the malformed code %j with 400',
    async (code) => {
      for (const operation of ['findEvent', 'getDisplay'] as const) {
        const { status, body } = await world.call(operation, { params: { code } });
        expect([status, body.issues[0].path]).toEqual([400, 'path.code']);
      }
    },
  );

  it.each(['abc', '0-9', 'a--', 'x'.repeat(64)])('looks up the code %j: 404, not 400', async (code) => {
    expect((await find(code)).status).toBe(404);
  });

  it.each(hiddenEvents)(
    'finds nothing of $what, by code or on the display, and changes nothing',
    async ({ scenario }) => {
      const sent = await scenario(world);
      const unknown = await find('no-such-code');
      const hidden = await world.call('findEvent', sent);
      const display = await world.call('getDisplay', { ...sent, as: undefined });
      expect([hidden.status, display.status]).toEqual([404, 404]);
      expect([hidden.raw.body, display.raw.body]).toEqual([unknown.raw.body, unknown.raw.body]);
    },
  );

  it('omits challenges that are drafts or unreviewed', async () => {
    const event = await givenEvent(world, await givenClub(world));
    await givenChallenge(world, event, { publishedAt: undefined });
    await givenChallenge(world, event, { reviewedAt: undefined });
    expect((await find(event.joinCode)).body.challenges).toEqual([]);
  });
});
