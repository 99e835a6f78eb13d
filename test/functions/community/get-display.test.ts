import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { displayCount, displayRank } from '../../../shared/community/boards.ts';
import { challenge as challengeKind, event as eventKind } from '../../../shared/community/items.ts';
import { days, hours, later, minutes } from '../../../shared/values/clock.ts';
import { givenChallenge, givenClub, givenEvent, givenParticipant } from '../../given/community.ts';
import { newAccount, newWorld, type Sent, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const show = (code: string, headers?: Sent['headers']) =>
  world.call('getDisplay', { params: { code }, ...(headers && { headers }) });

async function givenExhibition() {
  const event = await givenEvent(world, await givenClub(world));
  const challenge = await givenChallenge(world, event);
  return { event, challenge };
}
const agoIso = (milliseconds: number) => later(world.now(), -milliseconds).toISOString();

describe('the public display of an exhibition', () => {
  it('has every field that the interface lists, and no more', async () => {
    const { event, challenge } = await givenExhibition();
    await givenParticipant(world, challenge, { steps: 4200, alias: 'Kaki Laju' });
    const { status, body } = await show(event.joinCode);
    expect(status).toBe(200);
    expect(body).toEqual({
      event: { title: event.title, startsAt: event.startsAt, endsAt: event.endsAt },
      challenges: [{ title: challenge.title, top: [{ alias: 'Kaki Laju', steps: 4200, rank: 1 }], total: 1 }],
      updatedAt: agoIso(minutes(10)),
      provisional: true,
      rewardEligible: true,
    });
  });

  it('shows and counts only those who consented to the display, and no gap reveals anyone else', async () => {
    const { event, challenge } = await givenExhibition();
    await givenParticipant(world, challenge, { steps: 100, alias: 'Ali' });
    await givenParticipant(world, challenge, {
      steps: 900,
      alias: 'Rahsia',
      sharePublicDisplay: false,
      shareLeaderboard: true,
    });
    await givenParticipant(world, challenge, { steps: 500, alias: 'Mei' });
    const { raw, body } = await show(event.joinCode);
    expect(body.challenges[0]).toMatchObject({
      top: [
        { alias: 'Mei', steps: 500, rank: 1 },
        { alias: 'Ali', steps: 100, rank: 2 },
      ],
      total: 2,
    });
    expect(raw.body).not.toContain('Rahsia');
  });

  it.each([
    ['fewer than ten', 9, 0, 9],
    ['fewer than ten', 9, 40, 9],
    ['ten', 10, 9, 10],
    ['ten', 10, 10, 10],
    ['more than ten', 12, 0, 10],
    ['more than ten', 12, 40, 40],
  ])('with %s ranks (%i) and a rolled-up total of %i states %i', async (_, ranks, rolledUp, expected) => {
    const { event, challenge } = await givenExhibition();
    for (let n = 0; n < ranks; n++) await givenParticipant(world, challenge, { alias: `Pejalan ${n}` });
    const changedAt = world.now().toISOString();
    await world.put(displayCount.stored({ challengeId: challenge.id, total: rolledUp, changedAt }));
    expect((await show(event.joinCode)).body.challenges[0].total).toBe(expected);
  });

  it('is complete before anyone was counted', async () => {
    const { event, challenge } = await givenExhibition();
    for (let n = 0; n < 11; n++)
      await givenParticipant(world, challenge, { steps: n, alias: `Pejalan ${n}` });
    await world.remove(displayCount.key({ challengeId: challenge.id }));
    const { top, total } = (await show(event.joinCode)).body.challenges[0];
    expect([top.length, top[9].steps, total]).toEqual([10, 1, 10]);
  });

  it('shows an exhibition without challenges, and a challenge without participants', async () => {
    const bare = await givenEvent(world, await givenClub(world));
    expect((await show(bare.joinCode)).body).toMatchObject({
      challenges: [],
      provisional: false,
      rewardEligible: false,
    });
    const { event } = await givenExhibition();
    expect((await show(event.joinCode)).body.challenges[0]).toMatchObject({ top: [], total: 0 });
  });

  it('is provisional if any challenge is, and reward eligible if all are', async () => {
    const { event, challenge } = await givenExhibition();
    await givenChallenge(world, event, {
      rewardEligible: false,
      endsAt: later(world.now(), hours(9)).toISOString(),
    });
    const at = async (time: Date) => {
      world.setNow(time);
      const { provisional, rewardEligible } = (await show(event.joinCode)).body;
      return [provisional, rewardEligible];
    };
    expect(await at(later(new Date(challenge.endsAt), days(1)))).toEqual([true, false]);
    expect(await at(later(world.now(), hours(6)))).toEqual([false, false]);
  });

  it('states when the display last changed, including when a result became final', async () => {
    const { event, challenge } = await givenExhibition();
    await givenParticipant(world, challenge, { steps: 5 });
    expect((await show(event.joinCode)).body.updatedAt).toBe(agoIso(minutes(10)));
    const final = later(new Date(challenge.endsAt), days(1));
    world.setNow(final);
    expect((await show(event.joinCode)).body.updatedAt).toBe(final.toISOString());
  });

  it.each<[string, (of: Awaited<ReturnType<typeof givenExhibition>>, at: string) => Promise<unknown>]>([
    [
      'a rank among the ten',
      ({ challenge }, at) => givenParticipant(world, challenge, { steps: 7, measuredAt: at }),
    ],
    [
      'the title of the challenge',
      ({ challenge }, at) =>
        world.put(challengeKind.stored({ ...challenge, title: 'Baharu', updatedAt: at })),
    ],
    [
      'the title of the exhibition',
      ({ event }, at) => world.put(eventKind.stored({ ...event, title: 'Baharu', updatedAt: at })),
    ],
    [
      'the number of people',
      ({ challenge }, at) =>
        world.put(displayCount.stored({ challengeId: challenge.id, total: 0, changedAt: at })),
    ],
  ])('states when the display last changed: %s', async (_, change) => {
    const exhibition = await givenExhibition();
    const at = agoIso(minutes(3));
    expect((await show(exhibition.event.joinCode)).body.updatedAt < at).toBe(true);
    await change(exhibition, at);
    expect((await show(exhibition.event.joinCode)).body.updatedAt).toBe(at);
  });

  it('takes the newest change of a rank, whichever of the ten it is', async () => {
    const { event, challenge } = await givenExhibition();
    await givenParticipant(world, challenge, { steps: 90, measuredAt: agoIso(minutes(2)) });
    const later = await givenParticipant(world, challenge, { steps: 10, measuredAt: agoIso(minutes(9)) });
    await world.put(displayCount.stored({ challengeId: challenge.id, total: 2, changedAt: later.joinedAt }));
    expect((await show(event.joinCode)).body.updatedAt).toBe(agoIso(minutes(2)));
  });

  it('no longer shows an alias once its account requests deletion, and leaves no gap in the ranks', async () => {
    const { event, challenge } = await givenExhibition();
    const leaver = newAccount();
    await givenParticipant(world, challenge, { accountId: leaver, steps: 900, alias: 'Selamat Tinggal' });
    await givenParticipant(world, challenge, { steps: 100, alias: 'Kekal' });
    const before = await show(event.joinCode);
    world.advance(minutes(1));
    expect((await world.call('requestDeletion', { as: leaver })).status).toBe(201);
    const after = await show(event.joinCode, { 'if-none-match': before.headers['etag'] ?? '' });
    expect(after.status).toBe(200);
    expect(after.body.challenges[0]).toEqual({
      title: challenge.title,
      top: [{ alias: 'Kekal', steps: 100, rank: 1 }],
      total: 1,
    });
    expect(after.body.updatedAt).toBe(world.now().toISOString());
  });

  it('ranks any participants as a plain sort does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ steps: fc.nat(4), ago: fc.integer({ min: 1, max: 3 }), consents: fc.boolean() }),
          { maxLength: 14 },
        ),
        async (field) => {
          const { event, challenge } = await givenExhibition();
          const all = [];
          for (const { steps, ago, consents } of field) {
            all.push(
              await givenParticipant(world, challenge, {
                steps,
                measuredAt: agoIso(minutes(ago)),
                sharePublicDisplay: consents,
                alias: `P${all.length}`,
              }),
            );
          }
          const shown = all.filter((enrolled) => enrolled.sharePublicDisplay);
          const sorted = shown.toSorted(
            (a, b) =>
              b.steps - a.steps ||
              (a.measuredAt ?? '').localeCompare(b.measuredAt ?? '') ||
              a.participantId.localeCompare(b.participantId),
          );
          const { top, total } = (await show(event.joinCode)).body.challenges[0];
          expect(total).toBe(shown.length);
          expect(top).toEqual(
            sorted.slice(0, 10).map(({ alias, steps }) => ({
              alias,
              steps,
              rank: 1 + shown.filter((other) => other.steps > steps).length,
            })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('caching of the display', () => {
  it('allows CloudFront to cache it for 5 seconds, and never to serve it stale while the origin fails', async () => {
    const { event } = await givenExhibition();
    const { headers } = await show(event.joinCode);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-if-error=0');
    expect((await show('no-such-code')).headers['cache-control']).toBe(headers['cache-control']);
  });

  it('answers 304 without a body when the ETag matches, also by weak comparison', async () => {
    const { event, challenge } = await givenExhibition();
    const { headers } = await show(event.joinCode);
    const etag = headers['etag'] ?? '';
    for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
      const answer = await show(event.joinCode, { 'if-none-match': known });
      expect([answer.status, answer.raw.body]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({ etag, 'cache-control': headers['cache-control'] });
    }
    for (const other of ['"other"', etag.slice(1, -1), 'W/']) {
      expect((await show(event.joinCode, { 'if-none-match': other })).status).toBe(200);
    }
    await givenParticipant(world, challenge, { steps: 1 });
    expect((await show(event.joinCode, { 'if-none-match': etag })).status).toBe(200);
  });

  it('sorts ranks so that the top is the beginning of a partition', () => {
    const key = (steps: number) =>
      displayRank.key({ challengeId: 'c', partition: 0, participantId: 'p', steps, measuredAt: 'm' }).sk;
    expect(key(2) < key(1)).toBe(true);
    expect('COUNT' < key(9_999_999_999)).toBe(true);
  });
});
