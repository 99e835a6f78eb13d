import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { enrollmentConsents } from '../../shared/community/participation.ts';
import { minutes } from '../../shared/values/clock.ts';
import type { ConsentChange } from '../../shared/values/consents.ts';
import { MAX_CONSENT_CHANGES } from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { sharingConsent } from '../../shared/workspaces/items.ts';
import { givenChallenge, givenClub, givenEvent, givenMember } from '../given/community.ts';
import { memberOf } from '../given/members.ts';
import { expectCommunityInvariants } from '../support/community-invariants.ts';
import { meanwhile } from '../support/fault-injection.ts';
import { betweenKeys } from '../support/separate-reads.ts';
import { testSettings } from '../support/settings.ts';
import { newAccount, newWorld, type World } from '../support/world.ts';
import { newOffice } from './analytics/workspace-driver.ts';

/** Each consent is kept as a record of its changes, which the person reads in the copy of their data. */

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const NOTICE = testSettings.CONSENT_NOTICE_VERSION;
/** The same platform after the notice has changed. */
const underNewNotice = () =>
  newWorld({ on: world, rollsUp: true, settings: { CONSENT_NOTICE_VERSION: '2031-04' } });

const now = () => world.now().toISOString();
const given = (at = now(), noticeVersion = NOTICE): ConsentChange => ({ given: true, at, noticeVersion });
const ended = (at = now(), noticeVersion = NOTICE): ConsentChange => ({ given: false, at, noticeVersion });

/** The records of the consents of an account, as it reads them. */
async function recordsOf(as: AccountId) {
  const { body } = await world.call('getAccountData', { as, query: { limit: '100' } });
  return (body.entries as { kind: string; data: Record<string, ConsentChange[]> }[])
    .filter(({ kind }) => /_consents?$/.test(kind))
    .map(({ data }) => data);
}

/** A consent of one account, and how it changes. */
interface Consent {
  readonly account: AccountId;
  /** Changes the consent on this platform, or on another one with the same table. */
  readonly set: (given: boolean, on?: World) => Promise<{ readonly status: number }>;
  readonly changes: () => Promise<ConsentChange[] | undefined>;
}

async function openChallenge(visibility: 'public' | 'private' = 'public') {
  const club = await givenClub(world, { visibility });
  await givenMember(world, club, 'owner');
  return { club, challenge: await givenChallenge(world, await givenEvent(world, club)) };
}

let aliases = 0;
const enroll = (as: AccountId, id: string, choices: object = {}) =>
  world.call('enroll', { as, params: { id }, body: { alias: `Pejalan ${++aliases}`, ...choices } });
const choose = (as: AccountId, id: string, choices: object, on = world) =>
  on.call('changeEnrollment', { as, params: { id }, body: choices });

async function consentOfEnrollment(name: 'shareLeaderboard' | 'sharePublicDisplay'): Promise<Consent> {
  const { challenge } = await openChallenge();
  const account = newAccount();
  await enroll(account, challenge.id);
  return {
    account,
    set: (value, on) => choose(account, challenge.id, { [name]: value }, on),
    changes: async () => (await recordsOf(account))[0]?.[name],
  };
}

const office = () => newOffice(world);
const changesOf = async (account: AccountId) => (await recordsOf(account)).at(-1)?.['changes'];
const consents: Readonly<Record<string, () => Promise<Consent>>> = {
  'to the public display': () => consentOfEnrollment('sharePublicDisplay'),
  'to the leaderboard': () => consentOfEnrollment('shareLeaderboard'),
  'to show a reference': async () => {
    const of = await office();
    const { accountId: account } = await of.joinAs('TM-0417', false);
    return {
      account,
      set: (value, on) => of.shareReference(account, value, on),
      changes: () => changesOf(account),
    };
  },
  'to share a certificate': async () => {
    const of = await office();
    const { accountId: account } = await of.join();
    const { id } = await of.file(account, '2031-03-10', '2031-03-10', false);
    return {
      account,
      set: (value, on) => of.share(account, id, value, on),
      changes: () => changesOf(account),
    };
  },
};

describe.each(Object.entries(consents))('the consent %s', (_, prepare) => {
  it('is recorded each time it is given or withdrawn, with the time and the notice in force', async () => {
    const { set, changes } = await prepare();
    expect(await changes()).toBeUndefined();
    const expected = [given()];
    await set(true);
    expect(await changes()).toEqual(expected);
    world.advance(minutes(1));
    await set(false);
    expected.push(ended());
    expect(await changes()).toEqual(expected);
    const later = await underNewNotice();
    later.advance(minutes(2));
    await set(true, later);
    expect(await changes()).toEqual([...expected, given(later.now().toISOString(), '2031-04')]);
  });

  it('is recorded only when it changes', async () => {
    const { set } = await prepare();
    for (const value of [false, true, false]) {
      await set(value);
      const before = await world.dump();
      world.advance(minutes(1));
      expect((await set(value)).status).toBeLessThan(300);
      expect(await world.dump()).toEqual(before);
    }
  });

  it('keeps its latest 20 changes', async () => {
    const { set, changes } = await prepare();
    const all: ConsentChange[] = [];
    for (let n = 0; n <= MAX_CONSENT_CHANGES; n++) {
      world.advance(minutes(1));
      await set(n % 2 === 0);
      all.push(n % 2 === 0 ? given() : ended());
    }
    expect(all).toHaveLength(21);
    expect(await changes()).toEqual(all.slice(1));
  });

  it.each(['first', 'later'])(
    'keeps both changes of two requests at the same time, %s ones',
    async (which) => {
      const { set, changes } = await prepare();
      if (which === 'later') {
        await set(true);
        await set(false);
      }
      const before = (await changes()) ?? [];
      meanwhile(world, async () => {
        await set(true);
        await set(false);
      });
      expect((await set(true)).status).toBeLessThan(300);
      expect(await changes()).toEqual([...before, given(), ended(), given()]);
    },
  );

  it('is erased with the account', async () => {
    const { account, set } = await prepare();
    await set(true);
    const isRecord = (item: object) => JSON.stringify(item).includes('noticeVersion');
    expect((await world.dump()).filter(isRecord)).toHaveLength(1);
    await world.call('requestDeletion', { as: account });
    world.setTime({ sleep: async () => {} });
    world.advance(minutes(10));
    await world.run(eraseAccounts);
    const left = (await world.dump()).filter(({ sk }) => String(sk).startsWith('CONSENTS#'));
    expect(left).toEqual([]);
  });
});

describe('the consents of an enrollment', () => {
  it('are recorded when it begins with them', async () => {
    const { challenge } = await openChallenge();
    const account = newAccount();
    await enroll(account, challenge.id, { sharePublicDisplay: true });
    expect(await recordsOf(account)).toEqual([
      { challengeId: challenge.id, shareLeaderboard: [], sharePublicDisplay: [given()] },
    ]);
    await expectCommunityInvariants(world);
  });

  it('have no record when it begins without them', async () => {
    const { challenge } = await openChallenge();
    const account = newAccount();
    await enroll(account, challenge.id);
    expect(await recordsOf(account)).toEqual([]);
  });

  it('are not touched by a step report', async () => {
    const { challenge } = await openChallenge();
    const account = newAccount();
    await enroll(account, challenge.id, { sharePublicDisplay: true });
    const record = await world.item(
      enrollmentConsents.key({ accountId: account, challengeId: challenge.id }),
    );
    expect(record).toBeDefined();
    world.advance(minutes(10));
    const keys = new Set<string>();
    world.setFault(async ({ input, send }) => {
      keys.add(JSON.stringify(input));
      return send();
    });
    const body = { steps: 300, measuredAt: now() };
    await world.call('reportSteps', { as: account, params: { id: challenge.id }, body });
    world.setFault(undefined);
    expect(keys.size).toBeGreaterThan(1);
    expect([...keys].filter((key) => key.includes('CONSENTS'))).toEqual([]);
    expect(
      await world.item(enrollmentConsents.key({ accountId: account, challengeId: challenge.id })),
    ).toEqual(record);
  });

  it.each([
    ['not recorded yet', {}],
    ['recorded', { shareLeaderboard: true }],
  ])(
    'keep a change that comes between the reads of the record and of the enrollment, %s',
    async (_, choices) => {
      const { challenge } = await openChallenge();
      const account = newAccount();
      await enroll(account, challenge.id, choices);
      betweenKeys(world, () => choose(account, challenge.id, { sharePublicDisplay: true }));
      await choose(account, challenge.id, { shareLeaderboard: true, sharePublicDisplay: false });
      world.setFault(undefined);
      expect(await recordsOf(account)).toEqual([
        { challengeId: challenge.id, shareLeaderboard: [given()], sharePublicDisplay: [given(), ended()] },
      ]);
    },
  );

  it.each(['leaves', 'is removed from'])('end when the member %s the private club', async (how) => {
    const { club, challenge } = await openChallenge('private');
    const { accountId } = await givenMember(world, club);
    const elsewhere = (await openChallenge()).challenge;
    const more = await Promise.all(
      Array.from({ length: 24 }, async () => givenChallenge(world, await givenEvent(world, club))),
    );
    const both = { shareLeaderboard: true, sharePublicDisplay: true };
    for (const { id } of [challenge, ...more, elsewhere]) await enroll(accountId, id, both);
    const first = given();
    world.advance(minutes(1));
    const { status } =
      how === 'leaves'
        ? await world.call('leaveClub', { as: accountId, params: { id: club.id } })
        : await world.call('removeClubMember', {
            as: club.ownerId,
            params: { id: club.id, memberId: memberOf(accountId, club.id) },
          });
    expect(status).toBe(204);
    const records = await recordsOf(accountId);
    expect(records).toHaveLength(26);
    for (const { challengeId, ...record } of records) {
      const expected = String(challengeId) === elsewhere.id ? [first] : [first, ended()];
      expect(record).toEqual({ shareLeaderboard: expected, sharePublicDisplay: expected });
    }
    await expectCommunityInvariants(world);
  });
});

describe('the consent to show a reference', () => {
  it('is recorded when an invitation is accepted with it', async () => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', true);
    expect(await recordsOf(accountId)).toEqual([{ workspaceId: of.id, changes: [given()] }]);
    const { accountId: silent } = await of.joinAs('TM-0418', false);
    const { body } = await of.invite();
    const without = newAccount();
    await of.accept(without, body.invitationToken, { shareReference: true });
    for (const account of [silent, without]) expect(await recordsOf(account)).toEqual([]);
  });

  it.each(['leaves', 'is removed'])('ends when the member %s, and can be given again', async (how) => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', true);
    const first = given();
    world.advance(minutes(1));
    const { status } = await (how === 'leaves' ? of.leave(accountId) : of.remove(accountId));
    expect(status).toBe(204);
    const second = ended();
    expect(await changesOf(accountId)).toEqual([first, second]);
    world.advance(minutes(1));
    const { body } = await of.invite('member', of.owner, { reference: 'TM-0999' });
    await of.accept(accountId, body.invitationToken, { shareReference: true });
    expect(await changesOf(accountId)).toEqual([first, second, given()]);
  });

  it.each(['leaves', 'is removed'])('has no record when a member %s who never gave it', async (how) => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', false);
    const { status } = await (how === 'leaves' ? of.leave(accountId) : of.remove(accountId));
    expect(status).toBe(204);
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it.each([
    ['leaves', [true]],
    ['is removed', [true]],
    ['leaves', [true, false, true]],
    ['is removed', [true, false, true]],
  ])('ends when the member %s at the moment of changing it to %s', async (how, values) => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', false);
    const [last, ...before] = [...values].reverse();
    for (const value of before.reverse()) await of.shareReference(accountId, value);
    meanwhile(world, () => of.shareReference(accountId, last ?? true), 'endedAt');
    const { status } = await (how === 'leaves' ? of.leave(accountId) : of.remove(accountId));
    expect(status).toBe(204);
    expect(await changesOf(accountId)).toEqual([
      ...values.map((value) => (value ? given() : ended())),
      ended(),
    ]);
  });

  it('keeps the end of a membership that ends while the next invitation is accepted', async () => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', true);
    const { body } = await of.invite('member', of.owner, { reference: 'TM-0999' });
    meanwhile(world, () => of.leave(accountId), 'acceptedAt');
    const { status } = await of.accept(accountId, body.invitationToken, { shareReference: true });
    expect(status).toBe(201);
    expect(await changesOf(accountId)).toEqual([given(), ended(), given()]);
  });

  it('has times that never run backwards, even when requests wait for each other', async () => {
    const of = await office();
    const { accountId } = await of.joinAs('TM-0417', false);
    meanwhile(
      world,
      async () => {
        for (const value of [true, false]) {
          world.advance(300);
          await of.shareReference(accountId, value);
        }
      },
      'shareReference',
    );
    expect((await of.shareReference(accountId, true)).status).toBe(204);
    const changes = (await changesOf(accountId)) ?? [];
    expect(changes.map((change) => change.given)).toEqual([true, false, true]);
    const times = changes.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });
});

describe('the consent to share a certificate', () => {
  it('is recorded with the submission, and not when it is refused', async () => {
    const of = await office();
    const { accountId } = await of.join();
    const { id } = await of.file(accountId, '2031-03-10');
    expect(await recordsOf(accountId)).toEqual([{ certificateId: id, changes: [given()] }]);
    await of.file(accountId, '2031-03-12', '2031-03-12', false);
    expect(await recordsOf(accountId)).toHaveLength(1);
  });

  it('stays recorded when the request is withdrawn, which shares it as withdrawn', async () => {
    const of = await office();
    const { accountId } = await of.join();
    const { id } = await of.file(accountId, '2031-03-10');
    await of.withdraw(accountId, id);
    expect(await changesOf(accountId)).toEqual([given()]);
    expect(await of.shared()).toMatchObject([{ id, status: 'withdrawn' }]);
    const record = await world.item(sharingConsent.key({ accountId, shared: 'certificate', id }));
    expect(record).toMatchObject({ version: 1 });
  });
});
