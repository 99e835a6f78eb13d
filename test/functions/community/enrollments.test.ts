import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { widenBoards } from '../../../shared/community/board-width.ts';
import { leaderboardRank } from '../../../shared/community/boards.ts';
import {
  type Challenge,
  challenge as challengeItem,
  club as clubItem,
  type Event,
  event as eventItem,
} from '../../../shared/community/items.ts';
import { rankOf } from '../../../shared/community/participation.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { days, hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import {
  ATTENDEES_OF_A_BOARD_PARTITION,
  MAX_BOARD_PARTITIONS,
  SECONDS_BETWEEN_REPORTS,
} from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  aliasAndRanks,
  enrollmentOf,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
  newParticipant,
} from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { NOON, newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
let ofEvent: Awaited<ReturnType<typeof givenClub>>;
let event: Event;
let challenge: Challenge;
beforeEach(async () => {
  world = await newWorld();
  ofEvent = await givenClub(world);
  await givenMember(world, ofEvent, 'owner');
  event = await givenEvent(world, ofEvent);
  challenge = await givenChallenge(world, event);
});

const params = () => ({ id: challenge.id });
const enroll = (as: AccountId, body: object) => world.call('enroll', { as, params: params(), body });
const change = (as: AccountId, body: object) =>
  world.call('changeEnrollment', { as, params: params(), body });
const withdraw = (as: AccountId) => world.call('withdrawEnrollment', { as, params: params() });
const report = (as: AccountId, steps: number, measuredAt: Date = world.now()) =>
  world.call('reportSteps', { as, params: params(), body: { steps, measuredAt: measuredAt.toISOString() } });
/** Widens the boards, as the roll-up does. */
async function widen(partitions: number): Promise<{ readonly status: number }> {
  await widenBoards(world.freshTable(), challenge, partitions * ATTENDEES_OF_A_BOARD_PARTITION);
  return { status: 200 };
}
const display = async () =>
  (await world.call('getDisplay', { params: { code: event.joinCode } })).body.challenges[0];
const leaderboard = async (query: Record<string, string> = {}, as = newAccount()) =>
  (await world.call('getLeaderboard', { as, params: params(), query })).body;

describe('enrolling in a challenge', () => {
  it.each([
    '🏃‍♀️ Aina',
    '👨‍👩‍👧 Family',
    '阿明🏃‍♂️',
    'അവന്\u200d',
    'ශ්\u200dරී',
    '林',
    '小Joe',
    'Team马来西亚',
    'K歌王',
    'Jason哥',
  ])('takes an alias as people are called, and shows it as it is: %j', async (alias) => {
    const { status, body } = await enroll(newAccount(), { alias, sharePublicDisplay: true });
    expect([status, body.alias]).toEqual([201, alias]);
    expect((await display()).top).toEqual([{ alias, steps: 0, rank: 1 }]);
  });

  it.each(['\u{1d159}\u{1d159}', '\u{1d159}\u{1d159}\u{1d159}', '\ufffc\ufffc'])(
    'refuses an alias that would be an empty rank on the wall: %j',
    async (alias) => {
      const before = await world.dump();
      const { status, body } = await enroll(newAccount(), { alias, sharePublicDisplay: true });
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_request', 'body.alias']);
      expect(body.issues[0].message).toMatch(/: character 1 is U\+(1D159|FFFC)$/);
      expect(await world.dump()).toEqual(before);
    },
  );

  it('gives no consent by default, and counts from now', async () => {
    const account = newAccount();
    const { status, body } = await enroll(account, { alias: 'Hang Langkah' });
    expect(status).toBe(201);
    expect(body).toEqual({
      participantId: expect.any(String),
      alias: 'Hang Langkah',
      joinedAt: NOON.toISOString(),
      countingFrom: NOON.toISOString(),
      shareLeaderboard: false,
      sharePublicDisplay: false,
      steps: 0,
      provisional: true,
      rewardEligible: true,
    });
    expect(await display()).toMatchObject({ top: [], total: 0 });
    expect((await leaderboard()).entries).toEqual([]);
    const shown = (await world.call('findEvent', { as: account, params: { code: event.joinCode } })).body;
    expect(shown.challenges[0]).toMatchObject({ memberCount: 1, enrollment: body });
  });

  it('counts from the start of a challenge that has not begun', async () => {
    const startsAt = later(NOON, hours(2)).toISOString();
    challenge = await givenChallenge(world, event, { startsAt });
    expect((await enroll(newAccount(), { alias: 'Awal' })).body.countingFrom).toBe(startsAt);
  });

  it('returns the existing enrollment when repeated, also with many concurrent requests', async () => {
    const account = newAccount();
    const body = { alias: 'Sekali', sharePublicDisplay: true };
    const answers = await Promise.all(Array.from({ length: 6 }, () => enroll(account, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.participantId)).size).toBe(1);
    expect((await enroll(account, { alias: 'Sekali' })).body.code).toBe('already_enrolled');
    await expectCommunityInvariants(world);
  });

  it('explains an alias of accents only, in every operation that accepts one', async () => {
    const [account, admin] = [newAccount(), await givenAdmin(world)];
    await enroll(account, { alias: 'Awal' });
    const body = { alias: 'ﾞﾞ', hidden: true };
    for (const answer of [
      await enroll(newAccount(), { alias: body.alias }),
      await change(account, { alias: body.alias }),
      await world.call('moderateAlias', { as: admin, params: params(), body }),
    ]) {
      expect([answer.status, answer.body.code, answer.body.issues]).toEqual([
        400,
        'invalid_request',
        [{ path: 'body.alias', message: 'must not consist of accents only' }],
      ]);
    }
  });

  it('accepts look-alike aliases in different challenges', async () => {
    await enroll(newAccount(), { alias: 'Ali' });
    challenge = await givenChallenge(world, event);
    expect((await enroll(newAccount(), { alias: 'Ali' })).status).toBe(201);
  });

  it('is not possible in a private club for someone who has only asked to join', async () => {
    const hidden = await givenClub(world, { visibility: 'private' });
    challenge = await givenChallenge(world, await givenEvent(world, hidden));
    const as = (await givenMember(world, hidden, 'requested')).accountId;
    expect((await enroll(as, { alias: 'Ingin Tahu' })).body.code).toBe('challenge_not_found');
    expect((await world.call('getLeaderboard', { as, params: params() })).body.code).toBe(
      'challenge_not_found',
    );
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the challenge', () => unpublish('unpublishChallenge', { id: challenge.id })],
    ['its exhibition', () => unpublish('unpublishEvent', { code: event.joinCode })],
    ['its club', () => unpublish('unpublishClub', { id: challenge.clubId })],
    ['the review of the challenge', () => unreview(challengeItem, challenge)],
    ['the review of its exhibition', () => unreview(eventItem, event)],
    ['the review of its club', () => unreview(clubItem, ofEvent)],
  ])('shows nothing when %s is withdrawn between the read and the write', async (_, takeOff) => {
    meanwhile(world, takeOff);
    const account = newAccount();
    const body = { alias: 'Lambat', shareLeaderboard: true, sharePublicDisplay: true };
    expect((await enroll(account, body)).status).toBe(201);
    await expectCommunityInvariants(world);

    const code = event.joinCode;
    const seen = [
      await world.call('listCommunity', { as: account }),
      await world.call('findEvent', { as: account, params: { code } }),
      await world.call('getDisplay', { params: { code } }),
    ];
    for (const { raw } of seen) expect(raw.body).not.toContain(challenge.title);
    const board = await world.call('getLeaderboard', { as: account, params: params() });
    expect(board.body.code).toBe('challenge_not_found');
    expect((await enroll(newAccount(), { alias: 'Lebih Lambat' })).body.code).toBe('challenge_not_found');
  });

  it('is refused by the write itself when the member leaves the club concurrently', async () => {
    const hidden = await givenClub(world, { visibility: 'private' });
    const { accountId } = await givenMember(world, hidden);
    const member = await givenMember(world, hidden);
    challenge = await givenChallenge(world, await givenEvent(world, hidden));
    meanwhile(world, () => world.call('leaveClub', { as: accountId, params: { id: hidden.id } }));
    expect((await enroll(accountId, { alias: 'Lambat' })).body.code).toBe('challenge_not_found');
    expect((await enroll(member.accountId, { alias: 'Ahli' })).status).toBe(201);
  });

  it('has copies of the times, which are fixed', async () => {
    const admin = await givenAdmin(world);
    const { title, summary, rules, rewardEligible, startsAt, endsAt } = challenge;
    const body = { title, summary, rules, rewardEligible, startsAt, version: 1 };
    const moved = { ...body, endsAt: later(NOON, hours(9)).toISOString() };
    meanwhile(world, async () => {
      const answer = await world.call('updateChallenge', { as: admin, params: params(), body: moved });
      expect(answer.body.code).toBe('times_fixed');
    });
    const walker = newAccount();
    expect((await enroll(walker, { alias: 'Tepat' })).status).toBe(201);
    expect(await world.item(enrollmentOf(walker, challenge.id))).toMatchObject({
      endsAt,
      countingFrom: NOON.toISOString(),
    });
  });

  async function unpublish(
    operation: 'unpublishChallenge' | 'unpublishEvent' | 'unpublishClub',
    of: Record<string, string>,
  ) {
    return world.call(operation, { as: await givenAdmin(world), params: of });
  }

  async function unreview<Item extends object>(
    kind: { readonly stored: (item: Item) => StoredItem },
    item: Item,
  ) {
    return world.put(kind.stored({ ...item, reviewedAt: undefined }));
  }
});

describe('joining an exhibition', () => {
  const joinEvent = (as: AccountId) => world.call('joinEvent', { as, params: { code: event.joinCode } });
  it('happens once however often it is requested, and so does leaving', async () => {
    const account = newAccount();
    const answers = await Promise.all([1, 2, 3].map(() => joinEvent(account)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.memberCount)).toContain(1);
    const found = await world.call('findEvent', { as: account, params: { code: event.joinCode } });
    expect(found.body.event).toMatchObject({ memberCount: 1, membership: {} });
    await expectCommunityInvariants(world);
    const leaveEvent = () => world.call('leaveEvent', { as: account, params: { code: event.joinCode } });
    const left = await Promise.all([1, 2].map(leaveEvent));
    expect(left.map(({ status }) => status)).toEqual([204, 204]);
    await expectCommunityInvariants(world);
  });

  it('keeps the time of a concurrent request that was first', async () => {
    const account = newAccount();
    meanwhile(world, async () => {
      world.advance(1);
      await joinEvent(account);
    });
    const joinedAt = later(world.now(), 1).toISOString();
    expect((await joinEvent(account)).body.membership).toEqual({ joinedAt });
    world.setFault(undefined);
    await expectCommunityInvariants(world);
  });

  it('is possible until its end', async () => {
    world.setNow(new Date(Date.parse(event.endsAt) - 1));
    expect((await joinEvent(newAccount())).status).toBe(200);
    world.advance(1);
    expect((await joinEvent(newAccount())).body.code).toBe('event_ended');
  });

  it.each(['unpublishEvent', 'unpublishClub'] as const)(
    'shows nothing when %s comes between the read and the write',
    async (operation) => {
      const admin = await givenAdmin(world);
      const of = operation === 'unpublishEvent' ? { code: event.joinCode } : { id: event.clubId };
      meanwhile(world, () => world.call(operation, { as: admin, params: of }));
      const account = newAccount();
      expect((await joinEvent(account)).status).toBe(200);
      expect((await world.call('listCommunity', { as: account })).body.events).toEqual([]);
      const found = await world.call('findEvent', { as: account, params: { code: event.joinCode } });
      expect(found.body.code).toBe('event_not_found');
      expect((await joinEvent(newAccount())).body.code).toBe('event_not_found');
      await expectCommunityInvariants(world);
    },
  );

  it('is refused by the write itself when the member leaves the club concurrently', async () => {
    const hidden = await givenClub(world, { visibility: 'private' });
    await givenMember(world, hidden, 'owner');
    event = await givenEvent(world, hidden);
    const { accountId } = await givenMember(world, hidden);
    meanwhile(world, () => world.call('leaveClub', { as: accountId, params: { id: hidden.id } }));
    expect((await joinEvent(accountId)).body.code).toBe('event_not_found');
    await expectCommunityInvariants(world);
  });
});

describe('withdrawing a consent', () => {
  it('removes the alias from the display or the leaderboard independently, even after the end', async () => {
    const { accountId, alias } = await givenParticipant(world, challenge, {
      steps: 70,
      shareLeaderboard: true,
    });
    await givenParticipant(world, challenge, { steps: 50, shareLeaderboard: true, alias: 'Lain' });
    world.advance(days(3));
    await change(accountId, { sharePublicDisplay: false });
    expect(await display()).toMatchObject({ top: [{ alias: 'Lain', rank: 1 }], total: 1 });
    expect((await leaderboard()).entries).toHaveLength(2);
    await change(accountId, { shareLeaderboard: false });
    expect((await leaderboard()).entries).toEqual([{ rank: 1, alias: 'Lain', steps: 50 }]);
    await change(accountId, { sharePublicDisplay: true });
    expect((await display()).top[0]).toEqual({ alias, steps: 70, rank: 1 });
    await expectCommunityInvariants(world);
  });

  it('changes the time of the display’s last change', async () => {
    const { accountId } = await givenParticipant(world, challenge, { steps: 70 });
    world.advance(minutes(5));
    await change(accountId, { sharePublicDisplay: false });
    const { body } = await world.call('getDisplay', { params: { code: event.joinCode } });
    expect(body.updatedAt).toBe(world.now().toISOString());
  });

  it('with the whole enrollment leaves nothing and frees the alias', async () => {
    const { accountId, alias } = await givenParticipant(world, challenge, {
      steps: 70,
      shareLeaderboard: true,
    });
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(accountId)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await expectCommunityInvariants(world)).toEqual([]);
    expect((await enroll(newAccount(), { alias })).status).toBe(201);
  });

  it.each<[string, (as: AccountId) => Promise<unknown>]>([
    ['report', (as) => report(as, 0)],
    ['change', (as) => change(as, { shareLeaderboard: true })],
    ['withdrawal', withdraw],
  ])('with the whole enrollment, and enrolling again, is not undone by a concurrent %s', async (_, act) => {
    const { accountId } = await givenParticipant(world, challenge, { alias: 'Nama Lama' });
    world.advance(minutes(1));
    meanwhile(world, async () => {
      await withdraw(accountId);
      await enroll(accountId, { alias: 'Nama Baharu', sharePublicDisplay: true });
    });
    await act(accountId);
    world.setFault(undefined);
    const enrollments = await expectCommunityInvariants(world);
    expect(enrollments.map(({ alias }) => alias)).toEqual(act === withdraw ? [] : ['Nama Baharu']);
  });

  it('with the whole enrollment ends both consents, and their record goes on with the next enrollment', async () => {
    const account = newAccount();
    const recorded = async () => {
      const { entries } = (await world.call('getAccountData', { as: account })).body;
      return entries.find(({ kind }: { kind: string }) => kind === 'enrollment_consents')?.data;
    };
    const change = (given: boolean) => ({ given, at: world.now().toISOString(), noticeVersion: '2031-02' });
    await enroll(account, { alias: 'Hang Langkah', shareLeaderboard: true, sharePublicDisplay: true });
    const first = change(true);
    world.advance(minutes(1));
    await withdraw(account);
    const record = {
      challengeId: challenge.id,
      shareLeaderboard: [first, change(false)],
      sharePublicDisplay: [first, change(false)],
    };
    expect(await recorded()).toEqual(record);
    await withdraw(account);
    world.advance(minutes(1));
    await enroll(account, { alias: 'Hang Langkah', sharePublicDisplay: true });
    const sharePublicDisplay = [...record.sharePublicDisplay, change(true)];
    expect(await recorded()).toEqual({ ...record, sharePublicDisplay });
  });

  it('with the whole enrollment leaves nothing of a concurrent report', async () => {
    const { accountId } = await givenParticipant(world, challenge, { shareLeaderboard: true });
    world.advance(minutes(1));
    meanwhile(world, () => report(accountId, 100));
    await withdraw(accountId);
    world.setFault(undefined);
    expect(await expectCommunityInvariants(world)).toEqual([]);
  });
});

describe('an alias', () => {
  it('changes on the boards immediately, and the old one becomes free', async () => {
    const { accountId } = await givenParticipant(world, challenge, { alias: 'Lama', shareLeaderboard: true });
    expect((await change(accountId, { alias: 'Baharu' })).body.alias).toBe('Baharu');
    expect((await display()).top[0].alias).toBe('Baharu');
    expect((await leaderboard()).entries[0].alias).toBe('Baharu');
    expect((await enroll(newAccount(), { alias: 'Lama' })).status).toBe(201);
    await expectCommunityInvariants(world);
  });

  it('can change to another spelling that looks the same', async () => {
    const { accountId } = await givenParticipant(world, challenge, { alias: 'Ali Baba' });
    expect((await change(accountId, { alias: 'ALI-BABA' })).body.alias).toBe('ALI-BABA');
    expect((await display()).top[0].alias).toBe('ALI-BABA');
    await expectCommunityInvariants(world);
  });

  it('that an administrator hides is on no board until it is shown again or changed; all others stay', async () => {
    const admin = await givenAdmin(world);
    const moderate = (alias: string, hidden: boolean) =>
      world.call('moderateAlias', { as: admin, params: params(), body: { alias, hidden } });
    const rude = await givenParticipant(world, challenge, {
      alias: 'Si Nakal',
      steps: 9,
      shareLeaderboard: true,
    });
    await givenParticipant(world, challenge, { alias: 'Si Baik', steps: 5, shareLeaderboard: true });
    expect((await moderate('sI-NAKAL', true)).body).toEqual({ alias: 'Si Nakal', hidden: true });
    expect((await moderate('Si Nakal', true)).status).toBe(200);
    expect(await display()).toMatchObject({ top: [{ alias: 'Si Baik', rank: 1 }], total: 1 });
    expect((await leaderboard()).entries).toHaveLength(1);
    world.advance(1);
    await report(rude.accountId, 11);
    expect((await display()).total).toBe(1);
    await expectCommunityInvariants(world);

    await moderate('Si Nakal', false);
    expect((await display()).top[0]).toEqual({ alias: 'Si Nakal', steps: 11, rank: 1 });
    await moderate('Si Nakal', true);
    await change(rude.accountId, { alias: 'Si Sopan' });
    expect((await display()).top[0].alias).toBe('Si Sopan');
    expect((await moderate('Si Lain', true)).body.code).toBe('alias_not_found');
    await expectCommunityInvariants(world);
  });

  it('that is hidden stays taken for everyone, including its owner, until it is shown again', async () => {
    const admin = await givenAdmin(world);
    const moderate = (hidden: boolean) =>
      world.call('moderateAlias', { as: admin, params: params(), body: { alias: 'Si Nakal', hidden } });
    const rude = await givenParticipant(world, challenge, { alias: 'Si Nakal' });
    await moderate(true);
    await change(rude.accountId, { alias: 'Si Sopan' });
    expect((await change(rude.accountId, { alias: 'Si Nakal' })).body.code).toBe('alias_taken');
    expect((await enroll(newAccount(), { alias: 'Si Nakal' })).body.code).toBe('alias_taken');
    await expectCommunityInvariants(world);
    expect((await moderate(true)).status).toBe(200);
    expect((await moderate(false)).body).toEqual({ alias: 'Si Nakal', hidden: false });
    expect((await change(rude.accountId, { alias: 'Si Nakal' })).status).toBe(200);
    expect((await display()).top[0].alias).toBe('Si Nakal');

    await moderate(true);
    await withdraw(rude.accountId);
    expect((await enroll(rude.accountId, { alias: 'Si Nakal' })).body.code).toBe('alias_taken');
    await expectCommunityInvariants(world);
  });

  it('that is no longer used, and is shown again twice concurrently, stays with an account that takes it in between', async () => {
    const admin = await givenAdmin(world);
    const moderate = (hidden: boolean) =>
      world.call('moderateAlias', { as: admin, params: params(), body: { alias: 'Si Nakal', hidden } });
    const rude = await givenParticipant(world, challenge, { alias: 'Si Nakal' });
    for (const hiddenAgain of [false, true]) {
      await moderate(true);
      await withdraw(rude.accountId);
      const next = newAccount();
      meanwhile(world, async () => {
        await moderate(false);
        expect((await enroll(next, { alias: 'Si Nakal', sharePublicDisplay: true })).status).toBe(201);
        if (hiddenAgain) await moderate(true);
      });
      expect((await moderate(false)).status).toBe(200);
      world.setFault(undefined);
      expect((await enroll(newAccount(), { alias: 'Si Nakal' })).body.code).toBe('alias_taken');
      expect((await display()).top.map((participant: { alias: string }) => participant.alias)).toContain(
        'Si Nakal',
      );
      await expectCommunityInvariants(world);
      await withdraw(next);
      await givenParticipant(world, challenge, { accountId: rude.accountId, alias: 'Si Nakal' });
    }
  });

  it('that its owner changes concurrently is not hidden in its new spelling', async () => {
    const admin = await givenAdmin(world);
    const { accountId } = await givenParticipant(world, challenge, { alias: 'Si Nakal' });
    let changed = false;
    world.setFault(async ({ command, input, send }) => {
      const answer = await send();
      if (command === 'Get' && input.Key.pk.startsWith('COMMUNITY#ALIAS#') && !changed) {
        changed = true;
        await change(accountId, { alias: 'Si Sopan' });
      }
      return answer;
    });
    const body = { alias: 'Si Nakal', hidden: true };
    const { body: answer } = await world.call('moderateAlias', { as: admin, params: params(), body });
    world.setFault(undefined);
    expect(answer.code).toBe('alias_not_found');
    expect((await display()).top[0].alias).toBe('Si Sopan');
  });

  it('stays hidden when only its spelling changes', async () => {
    const { accountId } = await givenParticipant(world, challenge, { alias: 'Si Nakal' });
    const body = { alias: 'Si Nakal', hidden: true };
    await world.call('moderateAlias', { as: await givenAdmin(world), params: params(), body });
    await change(accountId, { alias: 'S.i N.akal' });
    expect((await display()).total).toBe(0);
  });
});

describe('the leaderboard', () => {
  it('ranks only those who consented; ties share a rank and keep their order across pages', async () => {
    for (const [n, steps] of [90, 80, 80, 80, 10, 5].entries()) {
      await givenParticipant(world, challenge, {
        steps,
        alias: `Peserta ${'abcdef'[n]}`,
        shareLeaderboard: steps !== 10,
        measuredAt: later(NOON, -minutes(30 - n)).toISOString(),
      });
    }
    const as = newAccount();
    const whole = (await leaderboard({}, as)).entries;
    expect(whole.map(({ rank, alias }: { rank: number; alias: string }) => [rank, alias])).toEqual([
      [1, 'Peserta a'],
      [2, 'Peserta b'],
      [2, 'Peserta c'],
      [2, 'Peserta d'],
      [5, 'Peserta f'],
    ]);
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await leaderboard({ limit: '2', ...(cursor && { cursor }) }, as);
      paged.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(whole);
  });
});

describe('a leaderboard of many partitions', () => {
  it('has the same order, ranks and cursors as one partition', async () => {
    const length = fc.integer({ min: 1, max: 7 });
    const person = fc.record({ steps: fc.nat(6), minute: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(person, { maxLength: 30 }), length, async (people, limit) => {
        const other = await givenChallenge(world, event, { boardPartitions: MAX_BOARD_PARTITIONS });
        const participants = people.map(({ steps, minute }, n) =>
          newParticipant(NOON, other, {
            steps,
            alias: `Peserta ${n}`,
            shareLeaderboard: true,
            measuredAt: later(NOON, -minutes(30 - minute)).toISOString(),
          }),
        );
        await world.put(...participants.flatMap(aliasAndRanks));
        const expected = participants
          .map((of) => ({ ...of, key: rankOf(of) }))
          .sort((a, b) => (leaderboardRank.key(a.key).sk < leaderboardRank.key(b.key).sk ? -1 : 1));
        const found = [];
        let cursor: string | undefined;
        const as = newAccount();
        do {
          const query = { limit: String(limit), ...(cursor && { cursor }) };
          const { body } = await world.call('getLeaderboard', { as, params: { id: other.id }, query });
          found.push(...body.entries);
          cursor = body.nextCursor;
        } while (cursor);
        const ahead = (steps: number) => people.filter((of) => of.steps > steps).length;
        expect(found).toEqual(expected.map(({ alias, steps }) => ({ rank: 1 + ahead(steps), alias, steps })));
      }),
      { numRuns: 15 },
    );
  });
});

describe('random operations, in sequence and concurrently', () => {
  it('keep boards, counters and aliases consistent with the enrollments', async () => {
    const accounts = Array.from({ length: 4 }, newAccount);
    const admin = await givenAdmin(world);
    const aliases = ['Ali', 'ALI', 'Abu', 'Ani', 'Adi'];
    const action = fc.record({
      who: fc.nat(accounts.length - 1),
      what: fc.constantFrom('enroll', 'change', 'withdraw', 'report', 'hide', 'show', 'widen'),
      alias: fc.constantFrom(...aliases),
      shareLeaderboard: fc.boolean(),
      sharePublicDisplay: fc.boolean(),
      steps: fc.nat(50),
      minute: fc.nat(20),
    });
    const run = async ({
      who,
      what,
      alias,
      steps,
      minute,
      ...shares
    }: typeof action extends fc.Arbitrary<infer A> ? A : never) => {
      const as = accounts[who] ?? admin;
      if (what === 'enroll') return enroll(as, { alias, ...shares });
      if (what === 'change') return change(as, { alias, ...shares });
      if (what === 'withdraw') return withdraw(as);
      if (what === 'report') return report(as, steps, later(NOON, minutes(minute)));
      if (what === 'widen') return widen(1 + (steps % MAX_BOARD_PARTITIONS));
      const body = { alias, hidden: what === 'hide' };
      return world.call('moderateAlias', { as: admin, params: params(), body });
    };
    world.advance(minutes(20));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (turns) => {
          for (const atOnce of turns) {
            world.advance(seconds(SECONDS_BETWEEN_REPORTS));
            const answers = await Promise.all(atOnce.map(run));
            for (const { status } of answers) expect(status).toBeLessThan(500);
          }
          await expectCommunityInvariants(world);
        },
      ),
      { numRuns: 25 },
    );
  });
});
