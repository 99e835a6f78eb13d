import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../functions/contracts.ts';
import {
  boardPartitionsFor,
  challenge as challengeItem,
  latestEvents,
} from '../../../shared/community/items.ts';
import { hours, later } from '../../../shared/values/clock.ts';
import {
  ATTENDEES_OF_A_BOARD_PARTITION,
  MAX_CHALLENGES,
  MAX_LISTED_CONTENT,
} from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  challengeContent,
  clubContent,
  eventContent,
  givenChallenge,
  givenClub,
  givenEvent,
  givenLatestEvents,
  givenMember,
} from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const send = async (operation: OperationId, params: Record<string, string>, body?: object) =>
  world.call(operation, { as: admin, params, ...(body && { body }) });
const owner = newAccount();
const made = {
  club: async (visibility = 'public') =>
    (await send('createPlatformClub', {}, { ...clubContent, visibility, ownerId: owner })).body,
  event: async (clubId: string, joinCode = 'pesta-sihat') =>
    (await send('createEvent', {}, { clubId, joinCode, ...eventContent })).body,
  challenge: async (code: string) => (await send('createChallenge', { code }, challengeContent)).body,
};
const own = async (as: AccountId) => (await world.call('listOwnCommunity', { as })).body;
const lookup = (code: string, as?: AccountId) => world.call('findEvent', { as, params: { code } });

describe('content that an administrator creates', () => {
  it('is listed in any state, latest first, for the owner of its club and nobody else', async () => {
    const club = await made.club();
    const [first, second] = [await made.event(club.id), await made.event(club.id, 'pesta-lain')];
    await send('publishEvent', { code: first.joinCode });
    world.advance(1000);
    const [ofFirst, ofSecond] = [await made.challenge(first.joinCode), await made.challenge(second.joinCode)];
    const { clubs, events, challenges } = await own(owner);
    expect(clubs).toMatchObject([{ id: club.id, state: 'draft' }]);
    expect(events.map(({ id, state }: { id: string; state: string }) => [id, state]).sort()).toEqual(
      [
        [first.id, 'published'],
        [second.id, 'draft'],
      ].sort(),
    );
    expect(challenges.map(({ id }: { id: string }) => id).sort()).toEqual([ofFirst.id, ofSecond.id].sort());
    world.advance(1000);
    const later = await made.event(club.id, 'pesta-esok');
    expect((await own(owner)).events[0].id).toBe(later.id);
    expect(await own(newAccount())).toEqual({ clubs: [], events: [], challenges: [] });
  });

  it('keeps its state when administrators change the texts of a club', async () => {
    const club = await made.club();
    const { version } = (await send('publishClub', { id: club.id })).body;
    const body = { ...clubContent, title: 'Kelab Baharu', version };
    const changed = await send('updatePlatformClub', { id: club.id }, body);
    expect(changed.body).toMatchObject({ title: 'Kelab Baharu', state: 'published', ownerId: owner });
    expect((await own(owner)).clubs).toEqual([changed.body]);
    expect((await world.call('listCommunity', {})).body.clubs).toMatchObject([{ title: 'Kelab Baharu' }]);
  });

  it('has the time of Malaysia unless an exhibition names another zone', async () => {
    const { id: clubId } = await made.club();
    const { timezone: _, ...inMalaysia } = eventContent;
    const { body } = await send('createEvent', {}, { ...inMalaysia, clubId, joinCode: 'pesta-sini' });
    expect(body.timezone).toBe('Asia/Kuala_Lumpur');
  });

  it('is hidden until its club, exhibition and challenge are all published, and again when one is unpublished', async () => {
    const club = await made.club();
    const event = await made.event(club.id);
    const challenge = await made.challenge(event.joinCode);
    expect([club.state, event.state, challenge.state]).toEqual(['draft', 'draft', 'draft']);
    expect(event.timezone).toBe(eventContent.timezone);
    const steps: [OperationId, Record<string, string>, number, number][] = [
      ['publishChallenge', { id: challenge.id }, 404, 0],
      ['publishEvent', { code: event.joinCode }, 404, 0],
      ['publishClub', { id: club.id }, 200, 1],
      ['unpublishChallenge', { id: challenge.id }, 200, 0],
      ['publishChallenge', { id: challenge.id }, 200, 1],
      ['unpublishEvent', { code: event.joinCode }, 404, 0],
      ['publishEvent', { code: event.joinCode }, 200, 1],
      ['unpublishClub', { id: club.id }, 404, 0],
    ];
    for (const [operation, params, status, challenges] of steps) {
      const first = await send(operation, params);
      expect(first.status).toBe(200);
      world.advance(1000);
      expect((await send(operation, params)).body).toEqual(first.body); // repeated, it changes nothing
      const found = await lookup(event.joinCode);
      expect([operation, found.status]).toEqual([operation, status]);
      expect(found.body.challenges ?? []).toHaveLength(challenges);
      const { body } = await world.call('listCommunity');
      expect(body.challenges).toHaveLength(challenges);
    }
    const whole = await send('getPlatformEvent', { code: event.joinCode });
    expect(whole.body.challenges).toMatchObject([{ id: challenge.id, state: 'published' }]);
    expect((await send('listPlatformEvents', { id: club.id })).body.events).toEqual([whole.body.event]);
    await expectCommunityInvariants(world);
  });
});

describe('the display', () => {
  it('shows added and removed challenges, and the time of its last change never goes back', async () => {
    const club = await made.club();
    const { joinCode: code } = await made.event(club.id);
    const { id } = await made.challenge(code);
    await send('publishClub', { id: club.id });
    await send('publishEvent', { code });
    for (const operation of ['publishChallenge', 'unpublishChallenge', 'publishChallenge'] as const) {
      world.advance(60_000);
      await send(operation, { id });
      const display = await world.call('getDisplay', { params: { code } });
      expect(display.body.updatedAt).toBe(world.now().toISOString());
    }
  });
});

describe('what an exhibition belongs to', { tags: ['calls', 'units'] }, () => {
  /** The rounds and units of a look-up, a display and a leaderboard, with their statuses. */
  async function costs(code: string, id: string) {
    const as = newAccount();
    const params = { code };
    const requests = [
      ['findEvent', { as, params }],
      ['getDisplay', { params }],
      ['getLeaderboard', { as, params: { id } }],
    ] as const;
    const found: unknown[] = [];
    for (const [operation, request] of requests) {
      const { status } = await world.call(operation, request);
      const { databaseRounds, databaseCalls, consumedUnits } = world.lines.at(-1) ?? {};
      found.push({ operation, status, databaseRounds, databaseCalls, consumedUnits });
    }
    return found;
  }

  it('is read in two rounds while everybody sees it, and denied like an unknown code when a part is hidden', async () => {
    const club = await made.club();
    const { joinCode: code } = await made.event(club.id);
    const { id } = await made.challenge(code);
    const params = { id: club.id };
    await send('publishEvent', { code });
    await send('publishChallenge', { id });
    const unknown = await costs('no-such-code', newId());
    expect(await costs(code, id)).toEqual(unknown);
    await send('publishClub', params);
    const shown = [200, 200, 200].map((status) => ({ status, databaseRounds: 2 }));
    expect(await costs(code, id)).toMatchObject(shown);
    await send('unpublishEvent', { code });
    expect(await costs(code, id)).toEqual(unknown);
    await send('publishEvent', { code });
    expect(await costs(code, id)).toMatchObject(shown);
    await send('unpublishClub', params);
    expect(await costs(code, id)).toEqual(unknown);
  });

  it('is checked with each read, whatever the exhibition was told last', { tags: ['calls'] }, async () => {
    const club = await givenClub(world, { publishedAt: undefined });
    const event = await givenEvent(world, club, { parentsShown: true });
    const { id } = await givenChallenge(world, event, { parentsShown: true });
    expect(await costs(event.joinCode, id)).toMatchObject([404, 404, 404].map((status) => ({ status })));
    const shownClub = await givenClub(world);
    const untold = await givenEvent(world, shownClub, { parentsShown: false });
    const challenge = await givenChallenge(world, untold, { parentsShown: false });
    expect(await costs(untold.joinCode, challenge.id)).toMatchObject(
      [200, 200, 200].map((status) => ({ status, databaseRounds: 3 })),
    );
  });
});

describe('the exhibitions of a club', () => {
  it('are listed for its owner in any state, also when two are created at the same time', async () => {
    const owner = newAccount();
    const club = await givenClub(world, { ownerId: owner });
    await givenMember(world, club, 'owner');
    const [first, second] = await Promise.all([made.event(club.id), made.event(club.id, 'pesta-lain')]);
    const { id } = await made.challenge(first.joinCode);
    const listed = await own(owner);
    expect(listed.events.map((event: { id: string }) => event.id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect(listed.challenges).toMatchObject([{ id }]);
  });

  it('are known to the club as far as its owner sees them: the latest 100', async () => {
    const club = await givenClub(world);
    const times = Array.from({ length: MAX_LISTED_CONTENT }, (_, n) => later(NOON, -hours(n)).toISOString());
    const events = times.map((createdAt, n) => `${createdAt}#ekspo-lama-${n}`);
    await world.put(latestEvents.stored({ clubId: club.id, events, version: 1 }));
    world.advance(1);
    const { joinCode } = await made.event(club.id);
    const stored = latestEvents.parse((await world.item(latestEvents.key({ clubId: club.id }))) ?? {});
    expect(stored.events).toEqual([`${world.now().toISOString()}#${joinCode}`, ...events.slice(0, -1)]);
  });

  it('keep all exhibitions that are created at the same moment', async () => {
    const club = await givenClub(world);
    const create = (joinCode: string) =>
      send('createEvent', {}, { clubId: club.id, joinCode, ...eventContent });
    await create('ekspo-satu');
    world.setFault(async ({ command, send: pass }) => {
      if (command === 'TransactWrite') {
        world.setFault(undefined);
        await create('ekspo-dua');
      }
      return pass();
    });
    await create('ekspo-tiga');
    const { events } = latestEvents.parse((await world.item(latestEvents.key({ clubId: club.id }))) ?? {});
    expect(events.map((entry) => entry.split('#').at(-1)).toSorted()).toEqual([
      'ekspo-dua',
      'ekspo-satu',
      'ekspo-tiga',
    ]);
  });

  it('are found with a few calls: 100 exhibitions and challenges of 50 clubs', {
    tags: ['calls'],
  }, async () => {
    const owner = newAccount();
    const clubs = await Promise.all(Array.from({ length: 50 }, () => givenClub(world, { ownerId: owner })));
    for (const club of clubs) await givenMember(world, club, 'owner');
    const events = await Promise.all(
      clubs.flatMap((club) => [givenEvent(world, club), givenEvent(world, club)]),
    );
    await givenLatestEvents(world, events);
    for (const event of events) await givenChallenge(world, event);
    const { events: listed, challenges } = await own(owner);
    expect([listed.length, challenges.length]).toEqual([100, 100]);
    expect(Number(world.lines.at(-1)?.['databaseCalls'])).toBeLessThanOrEqual(12);
  });
});

/** A draft of an exhibition that expects 10,000 visitors. */
async function largeHall() {
  const { id: clubId } = await made.club();
  const body = { ...eventContent, clubId, joinCode: 'dewan-besar', expectedAttendees: 10_000 };
  const { joinCode: code } = (await send('createEvent', {}, body)).body;
  return { code, clubId };
}

describe('the boards of an exhibition', () => {
  it('have at most 48 partitions together, so that a display costs at most 60 units', {
    tags: ['calls'],
  }, async () => {
    const { code, clubId } = await largeHall();
    await send('publishClub', { id: clubId });
    await send('publishEvent', { code });
    const partitions: unknown[] = [];
    const publish = async (id: string) => {
      await send('publishChallenge', { id });
      partitions.push((await world.item(challengeItem.key({ id })))?.['boardPartitions']);
    };
    const together = [await made.challenge(code), await made.challenge(code)];
    for (const { id } of together) await publish(id);
    for (let n = 2; n < MAX_CHALLENGES; n++) await publish((await made.challenge(code)).id);
    // Those that exist share the partitions, and one is left for each that follows.
    expect(partitions).toEqual([8, 8, 8, 8, 5, ...Array(11).fill(1)]);
    expect((await world.call('getDisplay', { params: { code } })).status).toBe(200);
    expect(Number(world.lines.at(-1)?.['consumedUnits'])).toBeLessThanOrEqual(60);
  });
});

describe('boards that are prepared at the same time', () => {
  it('count a challenge that was created and published meanwhile', async () => {
    const { code } = await largeHall();
    const first = await made.challenge(code);
    let second = '';
    world.setFault(async ({ command, send: pass }) => {
      if (command === 'TransactWrite') {
        world.setFault(undefined);
        second = (await made.challenge(code)).id ?? '';
        await send('publishChallenge', { id: second });
      }
      return pass();
    });
    await send('publishChallenge', { id: first.id });
    const items = await Promise.all([first.id, second].map((id) => world.item(challengeItem.key({ id }))));
    expect(items.map((item) => item?.['boardPartitions'])).toEqual([8, 8]);
  });

  it('divide the partitions once', async () => {
    const { code } = await largeHall();
    const all = [await made.challenge(code), await made.challenge(code), await made.challenge(code)];
    await Promise.all(all.map(({ id }) => send('publishChallenge', { id })));
    for (const { id } of all) expect((await send('publishChallenge', { id })).status).toBe(200);
    const items = await Promise.all(all.map(({ id }) => world.item(challengeItem.key({ id }))));
    expect(items.map((item) => item?.['boardPartitions'])).toEqual([8, 8, 8]);
  });
});

describe('an exhibition', () => {
  it('has at most 16 challenges, also with many concurrent creations', async () => {
    const event = await made.event((await made.club()).id);
    const answers = await Promise.all(
      Array.from({ length: 19 }, () => send('createChallenge', { code: event.joinCode }, challengeContent)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_CHALLENGES);
  });

  it('is changed only in the version that was read, also while people join', async () => {
    const club = await made.club();
    const { joinCode: code } = await made.event(club.id);
    await send('publishClub', { id: club.id });
    const { version } = (await send('publishEvent', { code })).body;
    const join = world.call('joinEvent', { as: newAccount(), params: { code } });
    const change = (title: string) => send('updateEvent', { code }, { ...eventContent, title, version });
    const answers = await Promise.all([change('Satu'), change('Dua')]);
    await join;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await lookup(code)).body.event.memberCount).toBe(1);
    await expectCommunityInvariants(world);
  });

  it.each([
    ['clubContent', {}],
    ['times', { endsAt: later(NOON, hours(40)).toISOString() }],
  ])('keeps a concurrent change that comes between the read and the write of its %s', async (_, more) => {
    const { joinCode: code } = await made.event((await made.club()).id);
    const change = (title: string, changes: object = {}) =>
      send('updateEvent', { code }, { ...eventContent, ...changes, title, version: 1 });
    meanwhile(world, () => change('Satu'));
    expect((await change('Dua', more)).body.code).toBe('version_conflict');
    expect((await send('getPlatformEvent', { code })).body.event).toMatchObject({
      title: 'Satu',
      version: 2,
    });
  });

  it.each([
    ['ends before it starts', { endsAt: '2031-03-14T23:59:59.999Z' }, 'endsAt'],
    ['is in no time zone', { timezone: 'Asia/Kuala Lumpur' }, 'timezone'],
    ['is 16 hours off what people mean by Etc/GMT+8', { timezone: 'Etc/GMT+8' }, 'timezone'],
    ['has no venue', { venue: '' }, 'venue'],
    ['has a title of two lines', { title: 'a\nb' }, 'title'],
  ])('is refused when it %s', async (_, wrong, path) => {
    const club = await made.club();
    const { status, body } = await send(
      'createEvent',
      {},
      { clubId: club.id, joinCode: 'pesta', ...eventContent, ...wrong },
    );
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      [`body.${path}`],
    ]);
  });
});

describe('a challenge', () => {
  it('keeps its times from its first publication on, even after it is unpublished; its other fields can change', async () => {
    const { joinCode: code } = await made.event((await made.club()).id);
    const { id } = await made.challenge(code);
    const moved = { ...challengeContent, endsAt: later(NOON, hours(40)).toISOString() };
    expect((await send('updateChallenge', { id }, { ...moved, version: 1 })).status).toBe(200);
    const change = (more: object, version: number) =>
      send('updateChallenge', { id }, { ...moved, ...more, version });
    const startsAt = later(NOON, hours(1)).toISOString();
    let version = 2;
    for (const operation of ['publishChallenge', 'unpublishChallenge', 'publishChallenge'] as const) {
      world.advance(1000);
      expect((await send(operation, { id })).body.version).toBe(++version);
      for (const times of [{ startsAt }, { endsAt: challengeContent.endsAt }]) {
        expect((await change(times, version)).body.code).toBe('times_fixed');
      }
      const changed = await change({ title: `Tangga ${version}` }, version);
      expect(changed.body).toMatchObject({ title: `Tangga ${++version - 1}`, endsAt: moved.endsAt });
    }
    const { challenges } = (await send('getPlatformEvent', { code })).body;
    expect(challenges).toMatchObject([{ id, version, state: 'published', endsAt: moved.endsAt }]);
  });

  it('gets the partitions of its boards at its first publication, and more when its exhibition expects more visitors', async () => {
    const { joinCode: code } = await made.event((await made.club()).id);
    const { id } = await made.challenge(code);
    const partitions = async () => (await world.item(challengeItem.key({ id })))?.['boardPartitions'];
    const expecting = (expectedAttendees: number, version: number) =>
      send('updateEvent', { code }, { ...eventContent, expectedAttendees, version });
    const { version } = (await send('getPlatformEvent', { code })).body.event;
    await expecting(5 * ATTENDEES_OF_A_BOARD_PARTITION, version);
    expect(await partitions()).toBeUndefined();
    await send('publishChallenge', { id });
    expect(await partitions()).toBe(5);
    await send('unpublishChallenge', { id });
    const { version: next } = (await send('getPlatformEvent', { code })).body.event;
    expect((await expecting(10_000_000, next)).status).toBe(200);
    expect(await partitions()).toBe(8);
    await send('publishChallenge', { id });
    expect(await partitions()).toBe(8);
    expect([0, 1, 1250, 1251, 10_000, 10_000_000].map(boardPartitionsFor)).toEqual([1, 1, 1, 2, 8, 8]);
  });

  it('ends with its exhibition at the latest, also when it is created while the exhibition is shortened', async () => {
    const { joinCode: code } = await made.event((await made.club()).id);
    await made.challenge(code);
    const shorter = { ...eventContent, endsAt: later(NOON, hours(40)).toISOString(), version: 1 };
    expect((await send('updateEvent', { code }, shorter)).body.code).toBe('challenge_ends_later');

    const another = 'pesta-kedua';
    const { clubId } = (await send('getPlatformEvent', { code })).body.event;
    await send('createEvent', {}, { clubId, joinCode: another, ...eventContent });
    meanwhile(world, () => made.challenge(another));
    expect((await send('updateEvent', { code: another }, shorter)).body.code).toBe('version_conflict');
    expect((await send('updateEvent', { code: another }, shorter)).body.code).toBe('challenge_ends_later');
    const { event, challenges } = (await send('getPlatformEvent', { code: another })).body;
    expect(event.endsAt).toBe(eventContent.endsAt);
    expect(challenges).toHaveLength(1);
  });

  it('keeps the times with which it is published when they are changed concurrently', async () => {
    const { joinCode: code } = await made.event((await made.club()).id);
    const { id } = await made.challenge(code);
    meanwhile(world, () => send('publishChallenge', { id }));
    const moved = { ...challengeContent, endsAt: later(NOON, hours(40)).toISOString(), version: 1 };
    expect((await send('updateChallenge', { id }, moved)).body.code).toBe('version_conflict');
    const { challenges } = (await send('getPlatformEvent', { code })).body;
    expect(challenges).toMatchObject([{ endsAt: challengeContent.endsAt, state: 'published' }]);
  });

  it.each([
    ['clubContent', {}],
    ['times', { endsAt: '2031-03-17T00:00:00.000Z' }],
  ])('keeps a concurrent change when its %s are changed in an outdated version', async (_, more) => {
    const { joinCode: code } = await made.event((await made.club()).id);
    const { id } = await made.challenge(code);
    const change = (title: string, version: number, changes: object = {}) =>
      send('updateChallenge', { id }, { ...challengeContent, ...changes, title, version });
    meanwhile(world, () => change('Lebih Pantas', 1));
    expect((await change('Lambat', 1, more)).body.code).toBe('version_conflict');
    const { challenges } = (await send('getPlatformEvent', { code })).body;
    expect(challenges).toMatchObject([
      { title: 'Lebih Pantas', version: 2, endsAt: challengeContent.endsAt },
    ]);
  });
});
