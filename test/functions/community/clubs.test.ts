import { beforeEach, describe, expect, it } from 'vitest';
import { stillAsFound } from '../../../functions/community/club-members/club-members.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { leavingClub, membershipAsFound } from '../../../shared/community/departures.ts';
import { club } from '../../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  communityOfAccount,
  membersOfClub,
} from '../../../shared/community/participation.ts';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import {
  clubContent,
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { memberOf } from '../../given/members.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { type Fault, meanwhile } from '../../support/fault-injection.ts';
import { type Answer, newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const found = async (as: AccountId, visibility: 'public' | 'private' = 'public') =>
  (await world.call('createClub', { as, body: { ...clubContent, visibility } })).body;
const listed = async (as?: AccountId) => (await world.call('listCommunity', { as })).body.clubs;
const review = (id: string, version: number, decision = 'approved') =>
  world.call('reviewClub', {
    as: admin,
    params: { id },
    body: { decision, reason: 'Says nothing.', version },
  });
const join = (as: AccountId, id: string, knownAs?: string) =>
  world.call('joinClub', { as, params: { id }, body: { knownAs } });
const leave = (as: AccountId, id: string) => world.call('leaveClub', { as, params: { id } });
/** The id by which the owner of a club knows an account; that of nobody without a membership. */
const memberIdOf = async (clubId: string, accountId: AccountId): Promise<string> =>
  clubMembership.parseIfAny(await world.item(clubMembership.key({ accountId, clubId })))?.memberId ?? newId();
const approve = async (as: AccountId, id: string, accountId: AccountId) =>
  world.call('approveClubMember', { as, params: { id, memberId: await memberIdOf(id, accountId) } });
const memberCount = async (id: string) =>
  (await world.call('getPlatformClub', { as: admin, params: { id } })).body.memberCount;
const membersOf = async (as: AccountId, id: string, standing: 'member' | 'requested') =>
  (await world.call('listClubMembers', { as, params: { id }, query: { standing } })).body.members;

describe('a social club', () => {
  it('is unreviewed and not listed for anyone, not even its owner, until an administrator approves it', async () => {
    const owner = newAccount();
    const made = await found(owner);
    expect(made).toMatchObject({
      state: 'unreviewed',
      ownerId: owner,
      memberCount: 1,
      social: true,
      version: 1,
    });
    expect(await listed(owner)).toEqual([]);
    expect((await world.call('listOwnCommunity', { as: owner })).body.clubs).toEqual([made]);
    const waiting = await world.call('listPlatformClubs', { as: admin, query: { state: 'unreviewed' } });
    expect(waiting.body.clubs).toEqual([made]);

    expect((await review(made.id, 1)).body.state).toBe('published');
    expect(await listed()).toMatchObject([{ id: made.id }]);
    expect(await listed(owner)).toMatchObject([{ id: made.id, membership: { joinedAt: made.createdAt } }]);
    expect(
      (await world.call('listPlatformClubs', { as: admin, query: { state: 'unreviewed' } })).body.clubs,
    ).toEqual([]);
  });

  it('that was rejected shows the reason to its owner, and is reviewed again after a change', async () => {
    const owner = newAccount();
    const { id } = await found(owner);
    await review(id, 1, 'rejected');
    const { clubs } = (await world.call('listOwnCommunity', { as: owner })).body;
    expect(clubs).toMatchObject([{ state: 'rejected', rejectionReason: 'Says nothing.', version: 2 }]);
    expect(await listed()).toEqual([]);
    const body = { title: 'Kelab Basikal', summary: 'Every dawn, 20 km.', published: true, version: 2 };
    const changed = (await world.call('updateClub', { as: owner, params: { id }, body })).body;
    expect(changed).toMatchObject({ state: 'unreviewed', title: 'Kelab Basikal', version: 3 });
    expect(changed).not.toHaveProperty('rejectionReason');
  });

  it('accepts only one of two changes to the same version', async () => {
    const owner = newAccount();
    const { id } = await found(owner);
    const change = (title: string) =>
      world.call('updateClub', {
        as: owner,
        params: { id },
        body: { ...clubContent, title, published: true, version: 1 },
      });
    const answers = await Promise.all([change('One'), change('Other')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('can be unpublished by its owner, and new texts are reviewed before it is visible again', async () => {
    const owner = newAccount();
    const { id } = await found(owner);
    await review(id, 1);
    const change = (published: boolean, version: number) =>
      world.call('updateClub', { as: owner, params: { id }, body: { ...clubContent, published, version } });
    expect((await change(false, 2)).body.state).toBe('draft');
    expect(await listed()).toEqual([]);
    expect((await change(true, 3)).body.state).toBe('unreviewed');
    expect(await listed()).toEqual([]);
  });

  it('keeps its cover image only while updates contain it', async () => {
    const owner = newAccount();
    const coverImage = { url: 'https://images.example.my/a.png', alt: 'A lake', source: 'ai_generated' };
    const { body } = await world.call('createClub', {
      as: owner,
      body: { ...clubContent, visibility: 'public', coverImage },
    });
    expect(body.coverImage).toEqual(coverImage);
    const { coverImage: _, ...withoutImage } = clubContent;
    const after = await world.call('updateClub', {
      as: owner,
      params: { id: body.id },
      body: { ...withoutImage, published: true, version: 1 },
    });
    expect(after.body).not.toHaveProperty('coverImage');
    expect(await world.item(club.key(body))).not.toHaveProperty('coverImage');
  });

  it('can be founded 20 times by one account, also with more concurrent requests', async () => {
    const owner = newAccount();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        world.call('createClub', { as: owner, body: { ...clubContent, visibility: 'public' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect((await world.call('listOwnCommunity', { as: owner })).body.clubs).toHaveLength(20);
  });
});

describe('the members of a club', () => {
  it('join a public one immediately, and are counted once however often they ask', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const account = newAccount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(account, made.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toEqual({
      clubId: made.id,
      status: 'member',
      joinedAt: world.now().toISOString(),
    });
    expect((await listed(account))[0]).toMatchObject({ memberCount: 2, membership: {} });
    await expectCommunityInvariants(world);
    await Promise.all([leave(account, made.id), leave(account, made.id)]);
    expect((await listed(account))[0]).toMatchObject({ memberCount: 1 });
    expect((await leave(account, made.id)).status).toBe(204);
    await expectCommunityInvariants(world);
  });

  it('are not counted twice when they join or become the owner between the read and the write', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const account = newAccount();
    meanwhile(world, async () => {
      world.advance(1);
      await join(account, made.id);
    });
    const { body } = await join(account, made.id);
    expect(body).toMatchObject({ status: 'member', joinedAt: world.now().toISOString() });
    world.setFault(undefined);
    await expectCommunityInvariants(world);
    const next = newAccount();
    meanwhile(world, () => join(next, made.id));
    const assign = { as: admin, params: { id: made.id }, body: { accountId: next } };
    expect((await world.call('assignClubOwner', assign)).body.ownerId).toBe(next);
    world.setFault(undefined);
    await expectCommunityInvariants(world);
  });

  it('ask to join a private one, and see nothing of it until its owner approves', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const event = await givenEvent(world, made);
    const account = newAccount();
    expect((await join(account, made.id)).body).toEqual({
      clubId: made.id,
      status: 'requested',
      requestedAt: world.now().toISOString(),
    });
    const look = () => world.call('findEvent', { as: account, params: { code: event.joinCode } });
    expect((await look()).status).toBe(404);
    expect(await membersOf(made.ownerId, made.id, 'requested')).toMatchObject([
      { memberId: await memberIdOf(made.id, account) },
    ]);

    const answers = await Promise.all([1, 2, 3].map(() => approve(made.ownerId, made.id, account)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await look()).status).toBe(200);
    expect(await membersOf(made.ownerId, made.id, 'requested')).toEqual([]);
    expect(await membersOf(made.ownerId, made.id, 'member')).toMatchObject([
      { memberId: await memberIdOf(made.id, account) },
    ]);
    expect(await memberCount(made.id)).toBe(2);
    await expectCommunityInvariants(world);
  });

  it('are found when another approval happens between reading the members and reading the requests', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const { accountId } = await givenMember(world, made, 'requested');
    const reads = ({ input }: Parameters<Fault>[0], standing: 'member' | 'requested') =>
      JSON.stringify(input).includes(membersOfClub(made.id, standing).pk);
    const members = Promise.withResolvers<void>();
    let other: Promise<Answer> | undefined;
    world.setFault(async (call) => {
      if (!other && reads(call, 'requested')) {
        await members.promise;
        other = approve(made.ownerId, made.id, accountId);
        await other;
      }
      const answer = await call.send();
      if (reads(call, 'member')) members.resolve();
      return answer;
    });
    const answer = await approve(made.ownerId, made.id, accountId);
    expect([answer.status, (await other)?.status]).toEqual([200, 200]);
  });

  it('whose account is closed while they are approved do not become members', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const { accountId } = await givenMember(world, made, 'requested');
    meanwhile(world, () => givenClosedAccount(world, accountId));
    expect((await approve(made.ownerId, made.id, accountId)).body.code).toBe('member_not_found');
    expect(await memberCount(made.id)).toBe(1);
  });

  it('cannot be approved after they withdraw their request', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const { accountId } = await givenMember(world, made, 'requested');
    meanwhile(world, () => leave(accountId, made.id));
    for (const _ of ['between the read and the write', 'before the request']) {
      expect((await approve(made.ownerId, made.id, accountId)).body.code).toBe('member_not_found');
      world.setFault(undefined);
    }
    expect(await memberCount(made.id)).toBe(1);
  });

  it.each(['unpublishClub', 'reviewClub'] as const)(
    'may join at the moment of %s, and see nothing of the club',
    async (operation) => {
      const made = await givenClub(world);
      await givenMember(world, made, 'owner');
      const body = operation === 'reviewClub' ? { decision: 'rejected', version: 1 } : undefined;
      meanwhile(world, () => world.call(operation, { as: admin, params: { id: made.id }, body }));
      const account = newAccount();
      expect((await join(account, made.id)).status).toBe(200);
      expect(await listed(account)).toEqual([]);
      expect((await join(newAccount(), made.id)).body.code).toBe('club_not_found');
      await expectCommunityInvariants(world);
    },
  );

  it.each(['before the request', 'between the read and the write'])(
    'are not approved or removed by an owner who loses the club %s',
    async (moment) => {
      const made = await givenClub(world, { visibility: 'private' });
      await givenMember(world, made, 'owner');
      const { accountId: asking } = await givenMember(world, made, 'requested');
      const { accountId: member } = await givenMember(world, made);
      for (const [act, accountId] of [
        ['approveClubMember', asking],
        ['removeClubMember', asking],
        ['removeClubMember', member],
      ] as const) {
        const before = (await world.item(club.key(made)))?.['ownerId'] as AccountId;
        const assign = { as: admin, params: { id: made.id }, body: { accountId: newAccount() } };
        const loses = () => world.call('assignClubOwner', assign);
        if (moment === 'before the request') await loses();
        else meanwhile(world, loses);
        const items = await world.table.query(communityOfAccount(accountId));
        const params = { id: made.id, memberId: memberOf(accountId, made.id) };
        const answer = await world.call(act, { as: before, params });
        expect(answer.body?.code).toBe('club_not_found');
        expect(await world.table.query(communityOfAccount(accountId))).toEqual(items);
      }
      world.setFault(undefined);
      await expectCommunityInvariants(world);
    },
  );

  it('who join something in a private club while they leave it leave that, too', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const event = await givenEvent(world, made);
    const { accountId: as } = await givenMember(world, made);
    // The loop runs once for the first entry and once for another one.
    for (let n = 0; n < 2; n++) {
      const { id } = await givenChallenge(world, event);
      meanwhile(world, async () => {
        const body = { alias: `Lewat ${n}`, shareLeaderboard: true };
        expect((await world.call('enroll', { as, params: { id }, body })).status).toBe(201);
      });
      if (n === 0) await world.call('joinEvent', { as, params: { code: event.joinCode } });
      else expect((await leave(as, made.id)).status).toBe(204);
    }
    world.setFault(undefined);
    expect(await expectCommunityInvariants(world)).toEqual([]);
    const stays = (await givenMember(world, made)).accountId;
    const { id } = await givenChallenge(world, event);
    meanwhile(world, () => world.call('enroll', { as: stays, params: { id }, body: { alias: 'Pertama' } }));
    expect((await leave(stays, made.id)).status).toBe(204);
    world.setFault(undefined);
    expect(await expectCommunityInvariants(world)).toEqual([]);
  });

  it('who enroll in a private club between two pages of what they have joined leave that, too', async () => {
    const [made, other] = [await givenClub(world, { visibility: 'private' }), await givenClub(world)];
    for (const club of [made, other]) await givenMember(world, club, 'owner');
    const { accountId: as } = await givenMember(world, made);
    const { id } = await givenChallenge(world, await givenEvent(world, made));
    // The enrollment in this one comes after all others.
    const last = { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' };
    await givenParticipant(world, await givenChallenge(world, await givenEvent(world, other), last), {
      accountId: as,
    });
    let pages = 0;
    world.setFault(async ({ command, input, send }) => {
      if (command !== 'Query') return send();
      const answer = await send({ ...input, Limit: 1 });
      if (pages++ === 0) await world.call('enroll', { as, params: { id }, body: { alias: 'Lewat' } });
      return answer;
    });
    expect((await leave(as, made.id)).status).toBe(204);
    world.setFault(undefined);
    const left = await expectCommunityInvariants(world);
    expect(left.map(({ challengeId }) => challengeId)).toEqual([last.id]);
  });

  it('stay when they become the owner while they leave, whether or not they have joined anything', async () => {
    for (const joins of [false, true]) {
      const made = await givenClub(world, { visibility: 'private' });
      await givenMember(world, made, 'owner');
      const { accountId } = await givenMember(world, made);
      const { joinCode: code } = await givenEvent(world, made);
      if (joins) await world.call('joinEvent', { as: accountId, params: { code } });
      const assign = { as: admin, params: { id: made.id }, body: { accountId } };
      meanwhile(world, () => world.call('assignClubOwner', assign));
      expect((await leave(accountId, made.id)).body.code).toBe('owner_stays');
      world.setFault(undefined);
      await expectCommunityInvariants(world);
    }
  });

  it('are approved once and keep what they join when they become the owner concurrently', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const { accountId: asking } = await givenMember(world, made, 'requested');
    meanwhile(world, () => approve(made.ownerId, made.id, asking));
    expect((await approve(made.ownerId, made.id, asking)).status).toBe(200);
    world.setFault(undefined);
    await expectCommunityInvariants(world);
    const key = clubMembership.key({ accountId: asking, clubId: made.id });
    for (const entries of [1, 2]) {
      const { joinCode: code } = await givenEvent(world, made);
      meanwhile(world, () => world.call('joinEvent', { as: asking, params: { code } }));
      const assign = { as: admin, params: { id: made.id }, body: { accountId: asking } };
      expect((await world.call('assignClubOwner', assign)).status).toBe(200);
      world.setFault(undefined);
      expect(await world.item(key)).toMatchObject({ role: 'owner', entries });
      const back = { ...assign, body: { accountId: made.ownerId } };
      expect((await world.call('assignClubOwner', back)).status).toBe(200);
    }
  });

  it('are written, deleted and checked only as they were found: with the same id, role, name and number of what is joined in it', async () => {
    const { accountId, joinedAt } = await givenMember(world, await givenClub(world));
    const edge = {
      ...{ accountId, joinedAt, clubId: newId(), memberId: newId() },
      ...({ role: 'member', visibility: 'private' } as const),
    };
    const writes: ((found: ClubMembership) => Promise<unknown>)[] = [
      (found) => {
        const Item = clubMembership.stored({ ...found, joinedAt: world.now().toISOString() });
        return world.freshTable().transact({ membership: { Put: { Item, ...membershipAsFound(found) } } });
      },
      (found) => world.freshTable().transact(leavingClub(found)),
      (found) => world.freshTable().transact({ membership: stillAsFound(found) }),
    ];
    const [ownership, laterOwnership] = [newId(), newId()];
    for (const entries of [undefined, 1])
      for (const [knownAs, knownToOwnership] of [
        [undefined, undefined],
        ['Pak Long', undefined],
        ['Pak Long', ownership],
      ]) {
        const found: ClubMembership = { ...edge, entries, knownAs, knownToOwnership };
        for (const other of [
          { memberId: newId() },
          { knownToOwnership: knownToOwnership === undefined ? ownership : undefined },
          { knownToOwnership: laterOwnership },
          { role: 'owner' },
          { entries: 2 },
          { entries: entries === undefined ? 1 : undefined },
          { knownAs: 'Pak Ngah' },
          { knownAs: knownAs === undefined ? 'Pak Long' : undefined },
        ] as const) {
          const there = clubMembership.stored({ ...found, ...other });
          await world.put(there);
          for (const write of writes) {
            expect(await write(found)).toEqual({ membership: expect.anything() });
            expect(await world.item(clubMembership.key(edge))).toEqual(there);
          }
        }
        for (const write of writes) {
          await world.put(clubMembership.stored(found));
          expect(await write(found)).toBeUndefined();
        }
      }
  });

  it('are known to the owner by a name that they choose, change and leave empty', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const account = newAccount();
    const nameIn = async (standing: 'member' | 'requested') =>
      (await membersOf(made.ownerId, made.id, standing)).map(({ knownAs }: { knownAs?: string }) => knownAs);
    // The response to the member has the fields of the membership, and no name.
    expect(Object.keys((await join(account, made.id, 'Pak Long')).body)).toEqual([
      'clubId',
      'status',
      'requestedAt',
    ]);
    expect(await nameIn('requested')).toEqual(['Pak Long']);
    world.advance(1000);
    await join(account, made.id, 'Pak Long Samad');
    expect(await nameIn('requested')).toEqual(['Pak Long Samad']);
    expect((await approve(made.ownerId, made.id, account)).body).toMatchObject({ knownAs: 'Pak Long Samad' });
    expect(await nameIn('member')).toEqual(['Pak Long Samad']);
    const { joinedAt } = (await membersOf(made.ownerId, made.id, 'member'))[0];
    world.advance(1000);
    await join(account, made.id);
    expect(await membersOf(made.ownerId, made.id, 'member')).toEqual([
      { memberId: await memberIdOf(made.id, account), status: 'member', joinedAt },
    ]);
    await expectCommunityInvariants(world);
  });

  it('tell their name to one owner: a later one reads it only after it was told again', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const [account, next] = [newAccount(), newAccount()];
    await join(account, made.id, 'Pak Long');
    const namesFor = async (as: AccountId) =>
      (await membersOf(as, made.id, 'member')).flatMap(({ knownAs }: { knownAs?: string }) => knownAs ?? []);
    expect(await namesFor(made.ownerId)).toEqual(['Pak Long']);
    const assign = (accountId: AccountId) =>
      world.call('assignClubOwner', { as: admin, params: { id: made.id }, body: { accountId } });
    await assign(next);
    expect(await namesFor(next)).toEqual([]);
    // The first owner returns by another assignment, and was not told anything in it.
    await assign(made.ownerId);
    expect(await namesFor(made.ownerId)).toEqual([]);
    expect((await approve(made.ownerId, made.id, account)).body).not.toHaveProperty('knownAs');
    await join(account, made.id, 'Pak Long');
    expect(await namesFor(made.ownerId)).toEqual(['Pak Long']);
    await expectCommunityInvariants(world);
  });

  it('tell their name to the founder of the club, and to nobody while it has no owner', async () => {
    const founder = newAccount();
    const made = await found(founder);
    await review(made.id, 1);
    const [account, other] = [newAccount(), newAccount()];
    await join(account, made.id, 'Mak Su');
    expect(await membersOf(founder, made.id, 'member')).toMatchObject([{ knownAs: 'Mak Su' }]);
    await world.call('requestDeletion', { as: founder });
    world.advance(minutes(3));
    await world.run(eraseAccounts);
    await join(other, made.id, 'Pak Teh');
    const next = newAccount();
    await world.call('assignClubOwner', { as: admin, params: { id: made.id }, body: { accountId: next } });
    for (const member of await membersOf(next, made.id, 'member'))
      expect(member).not.toHaveProperty('knownAs');
  });

  it('are not removed by the id of an earlier membership', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const account = newAccount();
    await join(account, made.id);
    const params = { id: made.id, memberId: await memberIdOf(made.id, account) };
    const rejoins = async () => {
      await leave(account, made.id);
      await join(account, made.id);
    };
    meanwhile(world, rejoins);
    const { body } = await world.call('removeClubMember', { as: made.ownerId, params });
    world.setFault(undefined);
    expect(body.code).toBe('member_not_found');
    expect(await membersOf(made.ownerId, made.id, 'member')).toHaveLength(1);
    expect(await memberIdOf(made.id, account)).not.toBe(params.memberId);
    expect((await world.call('removeClubMember', { as: made.ownerId, params })).body.code).toBe(
      'member_not_found',
    );
  });

  it('may have a name of up to 40 characters', async () => {
    const made = await givenClub(world);
    const long = await join(newAccount(), made.id, '🌧'.repeat(41));
    expect([long.status, long.body.issues[0].path]).toEqual([400, 'body.knownAs']);
    expect((await join(newAccount(), made.id, '🌧'.repeat(40))).status).toBe(200);
  });

  it('change their name also while the club is hidden, and nobody else learns of the club', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const account = newAccount();
    await join(account, made.id, 'Pak Long');
    await world.call('unpublishClub', { as: admin, params: { id: made.id } });
    expect((await join(account, made.id)).status).toBe(200);
    expect(await membersOf(made.ownerId, made.id, 'member')).toMatchObject([
      { memberId: await memberIdOf(made.id, account) },
    ]);
    expect(JSON.stringify(await world.dump())).not.toContain('Pak Long');
    expect((await join(newAccount(), made.id, 'Mak Long')).body.code).toBe('club_not_found');
  });

  it('lose their name with the membership', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const account = newAccount();
    for (const ends of [
      () => leave(account, made.id),
      async () =>
        world.call('removeClubMember', {
          as: made.ownerId,
          params: { id: made.id, memberId: await memberIdOf(made.id, account) },
        }),
    ]) {
      await join(account, made.id, 'Pak Long');
      expect((await ends()).status).toBe(204);
      expect(JSON.stringify(await world.dump())).not.toContain('Pak Long');
    }
    await join(account, made.id);
    expect((await membersOf(made.ownerId, made.id, 'requested'))[0]).not.toHaveProperty('knownAs');
  });

  it('who withdraw or change their name do not get the old one back from a concurrent approval', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    for (const [before, after] of [
      ['Pak Long', undefined],
      ['Pak Long', 'Pak Ngah'],
      [undefined, 'Pak Ngah'],
    ] as const) {
      const account = newAccount();
      await join(account, made.id, before);
      meanwhile(world, () => join(account, made.id, after));
      const { status, body } = await approve(made.ownerId, made.id, account);
      world.setFault(undefined);
      expect([status, body.status, body.knownAs]).toEqual([200, 'member', after]);
      const stored = await world.item(clubMembership.key({ accountId: account, clubId: made.id }));
      expect(stored?.['knownAs']).toBe(after);
    }
    await expectCommunityInvariants(world);
  });

  it('change their name without undoing a concurrent approval, departure or change of the owner', async () => {
    const made = await givenClub(world, { visibility: 'private' });
    await givenMember(world, made, 'owner');
    const { accountId: asking } = await givenMember(world, made, 'requested');
    meanwhile(world, () => approve(made.ownerId, made.id, asking));
    expect((await join(asking, made.id, 'Pak Long')).body.status).toBe('member');
    world.setFault(undefined);
    const assign = { as: admin, params: { id: made.id }, body: { accountId: asking } };
    meanwhile(world, () => world.call('assignClubOwner', assign));
    expect((await join(asking, made.id, 'Pak Ngah')).body.status).toBe('owner');
    world.setFault(undefined);
    // The former owner is a member. To leave and to join at the same time is to join again.
    meanwhile(world, () => leave(made.ownerId, made.id));
    expect((await join(made.ownerId, made.id, 'Pak Su')).body.status).toBe('requested');
    world.setFault(undefined);
    await expectCommunityInvariants(world);
  });

  it('with closed accounts are not listed', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const { accountId } = await givenMember(world, made);
    await world.call('requestDeletion', { as: accountId });
    expect(await membersOf(made.ownerId, made.id, 'member')).toEqual([]);
  });

  it('cannot join a draft or an unreviewed club', async () => {
    for (const hidden of [{ publishedAt: undefined }, { reviewedAt: undefined }]) {
      const made = await givenClub(world, hidden);
      expect((await join(newAccount(), made.id)).body.code).toBe('club_not_found');
    }
  });

  it.each(['leaves', 'is removed'])(
    'of a private one lose its exhibitions, challenges and places on the boards when one %s',
    async (how) => {
      const made = await givenClub(world, { visibility: 'private' });
      await givenMember(world, made, 'owner');
      const { accountId } = await givenMember(world, made);
      const open = await givenClub(world);
      await givenMember(world, open, 'owner');
      const elsewhere = await givenEvent(world, open);
      const other = await givenChallenge(world, elsewhere);
      await givenParticipant(world, other, { accountId });
      // These are more than fit into one transaction.
      for (let n = 0; n < 5; n++) {
        const event = await givenEvent(world, made);
        await givenAttendee(world, event, accountId);
        for (let m = 0; m < 6; m++) {
          const challenge = await givenChallenge(world, event);
          await givenParticipant(world, challenge, { accountId, shareLeaderboard: true, steps: 10 * m });
        }
      }
      const params = { id: made.id, memberId: memberOf(accountId, made.id) };
      const { status } =
        how === 'leaves'
          ? await leave(accountId, made.id)
          : await world.call('removeClubMember', { as: made.ownerId, params });
      expect(status).toBe(204);
      const left = await expectCommunityInvariants(world);
      expect(left.map(({ challengeId }) => challengeId)).toEqual([other.id]);
      expect(await memberCount(made.id)).toBe(1);
    },
  );
});

describe('naming the owner of a club', () => {
  it('makes a stranger or a member the owner, and the previous owner a member', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const { accountId: member } = await givenMember(world, made);
    for (const next of [newAccount(), member, made.ownerId]) {
      const answers = await Promise.all(
        [1, 2].map(() =>
          world.call('assignClubOwner', { as: admin, params: { id: made.id }, body: { accountId: next } }),
        ),
      );
      expect(answers.map(({ body }) => body.ownerId)).toEqual([next, next]);
      await expectCommunityInvariants(world);
    }
    expect(await memberCount(made.id)).toBe(3);
  });

  it('leaves one owner when two are named concurrently', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    await Promise.all(
      [newAccount(), newAccount(), newAccount()].map((accountId) =>
        world.call('assignClubOwner', { as: admin, params: { id: made.id }, body: { accountId } }),
      ),
    );
    await expectCommunityInvariants(world);
  });

  it('succeeds when the account of the previous owner is erased at the same time', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    await world.call('requestDeletion', { as: made.ownerId });
    world.advance(120_000);
    let erased = false;
    world.setFault(async ({ command, input, send }) => {
      const answer = await send();
      if (command === 'Get' && input.Key.pk.startsWith('COMMUNITY#CLUB#') && !erased) {
        erased = true;
        await world.run(eraseAccounts);
      }
      return answer;
    });
    const next = newAccount();
    const assign = { as: admin, params: { id: made.id }, body: { accountId: next } };
    expect((await world.call('assignClubOwner', assign)).body.ownerId).toBe(next);
    world.setFault(undefined);
    await expectCommunityInvariants(world);
  });

  it('keeps the owner, who is no member on the list, and whom nobody approves or removes', async () => {
    const made = await givenClub(world);
    await givenMember(world, made, 'owner');
    const sent = { as: made.ownerId, params: { id: made.id, memberId: memberOf(made.ownerId, made.id) } };
    for (const act of ['approveClubMember', 'removeClubMember'] as const)
      expect((await world.call(act, sent)).body.code).toBe('member_not_found');
  });
});
