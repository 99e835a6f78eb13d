import { afterAll, describe, expect, it } from 'vitest';
import { hours, seconds } from '../../../shared/values/clock.ts';
import { displayed, publishedChallenge } from './fixtures.ts';
import { newTown, type Person, SOON } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const walker = town.person();
const [friend, shy] = [town.person(), town.person()];
const { moment } = town;
const times = { startsAt: moment(1), endsAt: moment(29) };
const { club, code, challenge } = await publishedChallenge(admin, times);

describe("a walker's month", { shuffle: false }, () => {
  const inClub = { params: { id: club.id } };
  const atEvent = { params: { code } };
  const inChallenge = { params: { id: challenge.id } };

  const steps = async (person: Person, taken: number) =>
    person.does('reportSteps', {
      ...inChallenge,
      body: { steps: taken, measuredAt: (await town.now()).toISOString() },
    });
  const shares = (body: object) => walker.does('changeEnrollment', { ...inChallenge, body });
  const display = () => displayed(town, code);
  const leaderboard = async () => (await walker.does('getLeaderboard', inChallenge)).entries;

  it('starts in a club and at its exhibition', async () => {
    expect((await town.visitor.does('listCommunity')).clubs).toMatchObject([{ id: club.id, memberCount: 1 }]);
    await walker.does('joinClub', { ...inClub, body: {} });
    await walker.does('joinEvent', atEvent);
    await expect
      .poll(() => walker.does('findEvent', atEvent), SOON)
      .toMatchObject({
        event: { memberCount: 1, membership: { joinedAt: expect.any(String) } },
        challenges: [{ id: challenge.id, memberCount: 0, provisional: true }],
      });
    await expect
      .poll(() => walker.does('listCommunity'), SOON)
      .toMatchObject({ clubs: [{ memberCount: 2, membership: {} }] });
  });

  it('is visible to nobody else until the walker consents', async () => {
    const enrolled = await walker.does('enroll', { ...inChallenge, body: { alias: 'Jalan Jauh' } });
    expect(enrolled).toMatchObject({ shareLeaderboard: false, sharePublicDisplay: false, steps: 0 });
    expect(enrolled.countingFrom).toBe(challenge.startsAt);
    expect(await friend.isRefused('enroll', { ...inChallenge, body: { alias: 'JALAN JAUH' } })).toBe(
      'alias_taken',
    );
    const both = { shareLeaderboard: true, sharePublicDisplay: true };
    await friend.does('enroll', { ...inChallenge, body: { alias: 'Kawan', ...both } });
    await shy.does('enroll', { ...inChallenge, body: { alias: 'Segan' } });

    await town.until(moment(2));
    await steps(shy, 30_000);
    await steps(walker, 12_000);
    await steps(friend, 9_000);
    expect(await display()).toMatchObject({ top: [{ alias: 'Kawan', steps: 9_000, rank: 1 }], total: 1 });
    expect(await leaderboard()).toEqual([{ alias: 'Kawan', steps: 9_000, rank: 1 }]);
  });

  it('appears on the leaderboard and the display with two consents, and moves up and down there', async () => {
    await shares({ shareLeaderboard: true });
    expect(await leaderboard()).toMatchObject([
      { alias: 'Jalan Jauh', rank: 1 },
      { alias: 'Kawan', rank: 2 },
    ]);
    expect((await display()).total).toBe(1);
    await shares({ sharePublicDisplay: true });
    for (const [day, own, others] of [
      [5, 40_000, 52_000],
      [9, 80_000, 80_000],
      [15, 160_000, 120_000],
    ] as const) {
      await town.until(moment(day));
      await steps(walker, own);
      await steps(friend, others);
      const { top, total } = await display();
      expect(total).toBe(2);
      const ranks = Object.fromEntries(
        top.map(({ alias, rank }: { alias: string; rank: number }) => [alias, rank]),
      );
      expect(ranks).toEqual({ 'Jalan Jauh': own < others ? 2 : 1, Kawan: own > others ? 2 : 1 });
    }
    expect(
      await walker.isRefused('reportSteps', {
        ...inChallenge,
        body: { steps: 9_000_000, measuredAt: (await town.now()).toISOString() },
      }),
    ).toBe('implausible_steps');
  });

  it('is fair: a cheater cannot jump ahead, is excluded, and does not return under another alias', async () => {
    const cheater = town.person();
    const both = { shareLeaderboard: true, sharePublicDisplay: true };
    await cheater.does('enroll', { ...inChallenge, body: { alias: 'Kilat', ...both } });
    const measuredAt = (await town.now()).toISOString();
    const leap = { ...inChallenge, body: { steps: 100_000, measuredAt } };
    expect(await cheater.isRefused('reportSteps', leap)).toBe('implausible_steps');
    await town.passes(hours(10));
    await steps(cheater, 99_999);
    expect((await display()).top).toContainEqual({ alias: 'Kilat', steps: 99_999, rank: 3 });

    const body = { alias: 'Kilat', reason: 'Mesin penggoncang telefon.' };
    const { id: exclusionId } = await admin.does('excludeParticipant', { ...inChallenge, body });
    expect((await display()).top.map(({ alias }) => alias)).toEqual(['Jalan Jauh', 'Kawan']);
    await cheater.does('withdrawEnrollment', inChallenge);
    const again = await cheater.does('enroll', { ...inChallenge, body: { alias: 'Ribut', ...both } });
    expect(again).toMatchObject({ rewardEligible: false });
    expect(await leaderboard()).toHaveLength(2);
    expect((await admin.does('listExclusions', inChallenge)).exclusions).toMatchObject([
      { id: exclusionId, alias: 'Kilat' },
    ]);
    const readmission = { params: { ...inChallenge.params, exclusionId }, body: { reason: 'Tersilap.' } };
    await admin.does('readmitParticipant', readmission);
    expect(await leaderboard()).toContainEqual({ alias: 'Ribut', steps: 0, rank: 3 });
    await cheater.does('withdrawEnrollment', inChallenge);
  });

  it('disappears from the display when the consent is withdrawn', async () => {
    let seen = { ...atEvent, headers: { 'if-none-match': '' } };
    const again = async () => {
      const first = await town.visitor.asks('getDisplay', atEvent);
      seen = { ...atEvent, headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
      return town.visitor.asks('getDisplay', seen);
    };
    // The counters follow a moment after the cheater has left.
    await expect.poll(again, SOON).toMatchObject({ status: 304, text: '' });

    await shares({ sharePublicDisplay: false });
    const next = await town.visitor.asks('getDisplay', seen);
    expect(next.status).toBe(200);
    expect(next.text).not.toContain('Jalan Jauh');
    expect(next.body.challenges[0]).toMatchObject({ top: [{ alias: 'Kawan', rank: 1 }], total: 1 });
    expect(await leaderboard()).toHaveLength(2);
    await shares({ sharePublicDisplay: true });
    expect((await display()).top[0]).toEqual({ alias: 'Jalan Jauh', steps: 160_000, rank: 1 });
  });

  it('ends, and becomes final a day later, after late phones have synced', async () => {
    await town.until(moment(28));
    const measuredAt = (await town.now()).toISOString();
    await town.until(challenge.endsAt);
    expect(await town.person().isRefused('enroll', { ...inChallenge, body: { alias: 'Lewat' } })).toBe(
      'challenge_ended',
    );
    await town.passes(hours(23));
    const late = { ...inChallenge, body: { steps: 250_000, measuredAt } };
    expect(await walker.does('reportSteps', late)).toMatchObject({ steps: 250_000, provisional: true });
    const running = await town.visitor.asks('getDisplay', atEvent);
    expect(running.body).toMatchObject({ provisional: true, rewardEligible: true });

    await town.passes(hours(1) + seconds(1));
    expect(await walker.isRefused('reportSteps', late)).toBe('challenge_final');
    const final = await town.visitor.asks('getDisplay', {
      ...atEvent,
      headers: { 'if-none-match': running.headers.get('etag') ?? '' },
    });
    expect(final).toMatchObject({ status: 200, body: { provisional: false } });
    expect(final.body.challenges[0]?.top[0]).toEqual({ alias: 'Jalan Jauh', steps: 250_000, rank: 1 });
  });

  it('is forgotten when the walker withdraws', async () => {
    await walker.does('withdrawEnrollment', inChallenge);
    expect(await display()).toMatchObject({ top: [{ alias: 'Kawan', rank: 1 }], total: 1 });
    expect(await leaderboard()).toEqual([{ alias: 'Kawan', steps: 120_000, rank: 1 }]);
    expect(await walker.isRefused('changeEnrollment', { ...inChallenge, body: { alias: 'Baharu' } })).toBe(
      'not_enrolled',
    );
    await walker.does('leaveEvent', atEvent);
    await walker.does('leaveClub', inClub);
    const found = () => walker.does('findEvent', atEvent);
    await expect
      .poll(found, SOON)
      .toMatchObject({ event: { memberCount: 0 }, challenges: [{ memberCount: 2 }] });
    expect((await found()).event).not.toHaveProperty('membership');
  });
});
