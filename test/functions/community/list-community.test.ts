import { beforeEach, describe, expect, it } from 'vitest';
import { job as startActivities } from '../../../functions/community/overview/start-activities.ts';
import {
  challenge as challengeKind,
  club as clubKind,
  event as eventKind,
} from '../../../shared/community/items.ts';
import { days, hours, later, seconds } from '../../../shared/values/clock.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  eventContent,
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../../support/world.ts';
import { hiddenEvents } from './hidden-events.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const list = async (as?: Sent['as']) => {
  const { status, body } = await world.call('listCommunity', { as });
  expect(status).toBe(200);
  return body;
};
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);
const span = (from: number, to: number) => ({
  startsAt: later(world.now(), hours(from)).toISOString(),
  endsAt: later(world.now(), hours(to)).toISOString(),
});

describe('the list of the community', () => {
  it('has every field that the interface lists, and no more', async () => {
    const coverImage = {
      url: 'https://images.example.my/lake.png',
      alt: 'A lake',
      source: 'ai_generated',
    } as const;
    const club = await givenClub(world, { coverImage, memberCount: 7 });
    const event = await givenEvent(world, club, { memberCount: 3 });
    const challenge = await givenChallenge(world, event, { memberCount: 2 });
    expect(await list()).toEqual({
      clubs: [{ id: club.id, title: club.title, summary: club.summary, coverImage, memberCount: 7 }],
      events: [
        {
          id: event.id,
          clubId: club.id,
          title: event.title,
          summary: event.summary,
          startsAt: event.startsAt,
          endsAt: event.endsAt,
          timezone: 'Asia/Kuala_Lumpur',
          venue: event.venue,
          joinCode: event.joinCode,
          expectedAttendees: 500,
          memberCount: 3,
        },
      ],
      challenges: [
        {
          id: challenge.id,
          eventId: event.id,
          clubId: club.id,
          title: challenge.title,
          summary: challenge.summary,
          startsAt: challenge.startsAt,
          endsAt: challenge.endsAt,
          metric: 'steps',
          rules: challenge.rules,
          memberCount: 2,
          provisional: true,
          rewardEligible: true,
        },
      ],
    });
  });

  it("carries the caller's own membership and enrollment, and nobody else's", async () => {
    const club = await givenClub(world);
    const { accountId, joinedAt } = await givenMember(world, club);
    const event = await givenEvent(world, club);
    const attendee = await givenAttendee(world, event, accountId);
    const challenge = await givenChallenge(world, event);
    const own = await givenParticipant(world, challenge, {
      accountId,
      steps: 900,
      shareLeaderboard: true,
      alias: 'Kaki Laju',
    });
    await givenParticipant(world, challenge, { steps: 50 });

    const seen = await list(accountId);
    expect(seen.clubs[0].membership).toEqual({ joinedAt });
    expect(seen.events[0].membership).toEqual({ joinedAt: attendee.joinedAt });
    expect(seen.challenges[0].enrollment).toEqual({
      participantId: own.participantId,
      alias: 'Kaki Laju',
      joinedAt: own.joinedAt,
      countingFrom: own.countingFrom,
      shareLeaderboard: true,
      sharePublicDisplay: true,
      steps: 900,
      measuredAt: own.measuredAt,
      provisional: true,
      rewardEligible: true,
    });
    for (const other of [await list(), await list(newAccount())]) {
      expect(JSON.stringify(other)).not.toMatch(/membership|enrollment|alias/);
    }
  });

  it('omits a request to join, which is not a membership yet', async () => {
    const { accountId } = await givenMember(world, await givenClub(world), 'requested');
    expect('membership' in (await list(accountId)).clubs[0]).toBe(false);
  });

  it('is provisional until 24 hours after the end of a challenge', async () => {
    const event = await givenEvent(world, await givenClub(world));
    const { endsAt } = await givenChallenge(world, event);
    world.setNow(later(new Date(endsAt), days(1) - 1));
    expect((await list()).challenges[0].provisional).toBe(true);
    world.advance(1);
    expect((await list()).challenges[0].provisional).toBe(false);
  });
});

describe('visibility', () => {
  it('shows a private club, its events and its challenges only to approved members and the owner', async () => {
    const club = await givenClub(world, { visibility: 'private' });
    const event = await givenEvent(world, club);
    const challenge = await givenChallenge(world, event);
    const ended = await givenEvent(world, club, span(-50, -40));
    const member = await givenMember(world, club);
    const owner = await givenMember(world, club, 'owner');
    const hopeful = await givenMember(world, club, 'requested');
    for (const as of [member.accountId, owner.accountId]) {
      const seen = await list(as);
      expect(ids(seen.clubs)).toEqual([club.id]);
      expect(ids(seen.events)).toEqual([event.id, ended.id]);
      expect(ids(seen.challenges)).toEqual([challenge.id]);
    }
    for (const as of [undefined, newAccount(), hopeful.accountId]) {
      expect(await list(as)).toEqual({ clubs: [], events: [], challenges: [] });
    }
  });

  it.each(hiddenEvents)('omits $what', async ({ scenario }) => {
    const { as } = await scenario(world);
    const seen = await list(as);
    expect(seen.events).toEqual([]);
    expect(seen.challenges).toEqual([]);
  });

  it('omits drafts and unreviewed clubs and challenges, also for their owner', async () => {
    for (const hidden of [{ publishedAt: undefined }, { reviewedAt: undefined }]) {
      const club = await givenClub(world, hidden);
      const { accountId } = await givenMember(world, club, 'owner');
      expect(ids((await list(accountId)).clubs)).not.toContain(club.id);
      const event = await givenEvent(world, await givenClub(world));
      const challenge = await givenChallenge(world, event, hidden);
      expect(ids((await list()).challenges)).not.toContain(challenge.id);
    }
  });

  it('omits a challenge whose event is hidden, also for a participant', async () => {
    const event = await givenEvent(world, await givenClub(world), { reviewedAt: undefined });
    const challenge = await givenChallenge(world, event);
    const { accountId } = await givenParticipant(world, challenge);
    expect((await list(accountId)).challenges).toEqual([]);
  });

  it('omits the content of a club that was hidden after the listing was written', async () => {
    const club = await givenClub(world);
    await givenChallenge(world, await givenEvent(world, club));
    await givenClub(world, { ...club, reviewedAt: undefined });
    expect(await list()).toEqual({ clubs: [], events: [], challenges: [] });
  });
});

describe('the public part', () => {
  beforeEach(async () => {
    world = await newWorld({ keepsCopies: true });
  });
  const cacheControl = async () => (await world.call('listCommunity')).headers['cache-control'];
  const calls = () => Number(world.lines.at(-1)?.['databaseCalls']);

  it('is read once in five seconds, and shared caches keep it for the rest of them', async () => {
    const first = await givenClub(world);
    expect(ids((await list()).clubs)).toEqual([first.id]);
    const second = await givenClub(world);
    for (const left of [5, 4, 3]) {
      expect(await cacheControl()).toContain(`s-maxage=${left},`);
      world.advance(seconds(1));
    }
    world.advance(-1);
    expect(await cacheControl()).toContain('s-maxage=2,');
    expect(calls()).toBe(0);
    expect(ids((await list(newAccount())).clubs)).toEqual([first.id]);
    world.advance(seconds(2) + 1);
    expect(new Set(ids((await list()).clubs))).toEqual(new Set(ids([first, second])));
    expect(await cacheControl()).toContain('s-maxage=5,');
  });

  it('does not hide from owners and members what they have just changed or joined', async () => {
    const owner = newAccount();
    const club = await givenClub(world, { ownerId: owner });
    await givenMember(world, club, 'owner');
    const event = await givenEvent(world, club);
    await list();
    await world.put(clubKind.stored({ ...club, title: 'Nama Baharu', version: 2 }));
    const { accountId } = await givenAttendee(world, event);
    expect((await list(owner)).clubs).toMatchObject([{ title: 'Nama Baharu' }]);
    expect((await list(accountId)).events).toMatchObject([
      { memberCount: 1, membership: { joinedAt: expect.any(String) } },
    ]);
    expect((await list()).clubs).toMatchObject([{ title: club.title }]);
  });

  it('never holds what only members of a private club see', async () => {
    const club = await givenClub(world, { visibility: 'private' });
    await givenEvent(world, club);
    const { accountId } = await givenMember(world, club);
    for (const [as, seen] of [
      [accountId, 1],
      [undefined, 0],
      [newAccount(), 0],
      [accountId, 1],
    ] as const) {
      const { clubs, events } = await list(as);
      expect([clubs.length, events.length]).toEqual([seen, seen]);
    }
  });

  it('is read again when the clock was set back', async () => {
    await list();
    const club = await givenClub(world);
    world.advance(-1);
    expect(ids((await list()).clubs)).toEqual([club.id]);
  });
});

describe('at most 100 of each, in order', () => {
  it("lists the caller's own first, then live ones by end, upcoming ones by start, and ended ones, latest first", async () => {
    const club = await givenClub(world);
    const event = (from: number, to: number) => givenEvent(world, club, span(from, to));
    const endedLong = await event(-90, -80);
    const upcomingLate = await event(9, 10);
    const liveLong = await event(-9, 30);
    const ended = await event(-9, -8);
    const upcoming = await event(5, 40);
    const live = await event(-1, 2);
    const endsNow = await event(-1, 0);
    const startsNow = await event(0, 3);
    const ownEnded = await event(-70, -60);
    const { accountId } = await givenAttendee(world, ownEnded);
    expect(ids((await list(accountId)).events)).toEqual(
      ids([ownEnded, live, startsNow, liveLong, upcoming, upcomingLate, endsNow, ended, endedLong]),
    );
    expect(ids((await list()).events)).toEqual(
      ids([live, startsNow, liveLong, upcoming, upcomingLate, endsNow, ended, ownEnded, endedLong]),
    );
  });

  it('lists the ones that end first, even when more are live than the list can hold', {
    tags: ['calls'],
  }, async () => {
    const club = await givenClub(world);
    const live = await Promise.all(
      Array.from({ length: 730 }, (_, n) => givenEvent(world, club, span(-1, n + 1))),
    );
    await givenEvent(world, club, span(-3, -2));
    expect(ids((await list()).events)).toEqual(ids(live.slice(0, 100)));
    expect(world.lines.at(-1)?.['databaseRounds']).toBe(2);
  });

  it('lists what is live however much is announced, also what ends after all of it', {
    tags: ['calls'],
  }, async () => {
    const club = await givenClub(world);
    const live = await givenEvent(world, club, span(-1, 900));
    await Promise.all(Array.from({ length: 220 }, (_, n) => givenEvent(world, club, span(n + 1, n + 2))));
    const starting = await givenEvent(world, club, span(0.5, 800));
    world.advance(hours(0.5));
    const before = ids((await list()).events);
    expect(before.slice(0, 2)).toEqual(ids([starting, live]));
    expect((await world.run(startActivities)).done).toEqual({ activitiesStarted: 1 });
    expect(ids((await list()).events)).toEqual(before);
    expect((await world.run(startActivities)).done).toEqual({ activitiesStarted: 0 });
    expect(world.lines.findLast(({ operation }) => operation === 'listCommunity')).toMatchObject({
      databaseRounds: 2,
      consumedUnits: expect.toSatisfy((units: number) => units <= 150),
    });
  });

  it('lists what starts at the same moment before it is moved, and what is announced', async () => {
    const club = await givenClub(world);
    const starting = await Promise.all(
      Array.from({ length: 120 }, (_, n) => givenEvent(world, club, span(1, n + 2))),
    );
    const announced = await givenEvent(world, club, span(2, 3));
    const [first, last] = [starting[0], starting[119]];
    if (!first || !last) throw new Error('nothing starts');
    world.advance(hours(1));
    const { events } = await list();
    expect(events).toHaveLength(100);
    expect(ids(events)[0]).toBe(first.id);
    for (const { clubId, ...hidden } of starting.slice(1, -1))
      await world.put(eventKind.stored({ ...hidden, clubId: newId() }));
    world.advance(seconds(5)); // The kept copy is read again.
    expect(ids((await list()).events)).toEqual(ids([first, last, announced]));
  });

  it('does not undo a change that happens while an activity is moved', async () => {
    const admin = await givenAdmin(world);
    const {
      joinCode: code,
      version,
      ...event
    } = await givenEvent(world, await givenClub(world), {
      ...span(-1, 3),
      hasStarted: false,
    });
    const moved = { ...eventContent, ...span(1, 3), version };
    meanwhile(world, () => world.call('updateEvent', { as: admin, params: { code }, body: moved }));
    expect((await world.run(startActivities)).done).toEqual({ activitiesStarted: 0 });
    expect(await world.item(eventKind.key({ joinCode: code }))).toMatchObject({
      hasStarted: false,
      startsAt: moved.startsAt,
    });
    expect(ids((await list()).events)).toEqual([event.id]);
  });

  it('lists ended ones although the index still contains many hidden ones', async () => {
    const club = await givenClub(world);
    await Promise.all(Array.from({ length: 150 }, (_, n) => givenEvent(world, club, span(-1, n + 1))));
    await givenClub(world, { ...club, publishedAt: undefined });
    const other = await givenClub(world);
    const ended = await Promise.all(
      Array.from({ length: 104 }, (_, n) => givenEvent(world, other, span(-n - 20, -n - 10))),
    );
    expect(ids((await list()).events)).toEqual(ids(ended.slice(0, 100)));
  });

  it('lists the clubs that became visible last first; a social club becomes visible with its review', async () => {
    const at = (n: number) => later(world.now(), hours(n)).toISOString();
    const reviewed = await givenClub(world, { publishedAt: at(-90), reviewedAt: at(-10) });
    const published = await givenClub(world, { publishedAt: at(-20), reviewedAt: at(-90) });
    const early = await givenClub(world, { publishedAt: at(-50), reviewedAt: at(-40) });
    expect(ids((await list()).clubs)).toEqual(ids([reviewed, published, early]));
  });

  it('is limited to 100 events, 100 challenges and 100 clubs, and always contains the own ones', async () => {
    const clubs = await Promise.all(
      Array.from({ length: 101 }, (_, n) =>
        givenClub(world, { publishedAt: later(world.now(), -hours(n)).toISOString() }),
      ),
    );
    const [club, oldClub] = [clubs[0], clubs[100]];
    if (!club || !oldClub) throw new Error('no club');
    const events = await Promise.all(
      Array.from({ length: 104 }, (_, n) => givenEvent(world, club, span(-n - 20, -n - 10))),
    );
    await Promise.all(events.slice(0, 101).map((event) => givenChallenge(world, event)));
    const oldest = await givenEvent(world, oldClub, span(-5000, -4990));
    const { accountId } = await givenAttendee(world, oldest);
    const oldChallenge = await givenChallenge(world, oldest);
    const participant = await givenParticipant(world, oldChallenge);
    await givenParticipant(world, oldChallenge, { accountId });

    const seen = await list();
    expect([seen.clubs.length, seen.events.length, seen.challenges.length]).toEqual([100, 100, 100]);
    expect(ids(seen.clubs)).toEqual(ids(clubs.slice(0, 100)));
    expect(ids(seen.events)).toEqual(ids(events.slice(0, 100)));
    const own = await list(accountId);
    expect(ids(own.events)).toEqual([oldest.id, ...ids(events.slice(0, 99))]);
    expect(own.challenges[0].id).toBe(oldChallenge.id);
    expect(own.challenges).toHaveLength(100);
    expect((await list(participant.accountId)).challenges[0].id).toBe(oldChallenge.id);
  });

  it('omits hidden content that an index still lists', async () => {
    const event = await givenEvent(world, await givenClub(world));
    const challenge = await givenChallenge(world, event);
    const { publishedAt: _, ...hidden } = challenge;
    await world.put({ ...challengeKind.stored(challenge), ...hidden, publishedAt: undefined });
    expect((await list()).challenges).toEqual([]);
    const found = await world.call('findEvent', { params: { code: event.joinCode } });
    expect(found.body.challenges).toEqual([]);
    const { reviewedAt: __, ...unreviewed } = event;
    await world.put({ ...eventKind.stored(event), ...unreviewed, reviewedAt: undefined });
    expect((await list()).events).toEqual([]);
  });
});
