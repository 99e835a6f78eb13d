import { beforeEach, describe, expect, it } from 'vitest';
import { folded } from '../../../functions/community/enrollments/look-alikes.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { aliasHolder } from '../../../shared/community/boards.ts';
import { club } from '../../../shared/community/items.ts';
import { deletionReceipt, deletionRequest } from '../../../shared/deletion/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { claimPointer } from '../../../shared/rewards/claim-codes.ts';
import { claim, lease, stockShard } from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { days, hours, later, minutes } from '../../../shared/values/clock.ts';
import { RECEIPT_DAYS, RECEIPT_DAYS_AFTER_COMPLETION } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { invitation } from '../../../shared/workspaces/invitations.ts';
import { membership, workspace } from '../../../shared/workspaces/items.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenRequest } from '../../given/clinical.ts';
import {
  clubContent,
  eventContent,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { isRecord } from '../../support/counter-invariants.ts';
import { meanwhile, unexpected } from '../../support/fault-injection.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { newOffice } from '../analytics/workspace-driver.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
  world.setTime({ sleep: async () => {} }); // The erasure waits for a lagging index, and the engine's does not lag.
});

const iso = (time: Date) => time.toISOString();
const erase = () => world.run(eraseAccounts);
const counts = () => world.lines.findLast((line) => line['worker'] === 'eraseAccounts');

async function givenClosed(account: AccountId) {
  const { body } = await world.call('requestDeletion', { as: account });
  world.advance(minutes(2));
  return body.receiptToken as string;
}

/** An erased account that had something in every area. */
async function givenErased() {
  const account = newAccount();
  const life = await givenFullLife(world, account);
  await givenParticipant(world, life.challenge, { steps: 100, alias: 'Ketiga', shareLeaderboard: true });
  const receiptToken = await givenClosed(account);
  await erase();
  return { account, receiptToken, ...life };
}

const shardOf = async ({ id, campaignId = id }: { readonly id: string; readonly campaignId?: string }) =>
  world.item(stockShard.key({ campaignId, shard: 0 }));
const statusOf = async (accountId: AccountId) =>
  (await world.item(deletionRequest.key({ accountId })))?.['status'];

const mentions = (items: readonly StoredItem[], account: AccountId) =>
  items.filter((item) => JSON.stringify(item).includes(account));

/** What remains of an erased account, besides contribution records without amounts, which live for two days. */
async function remainsOf(account: AccountId): Promise<readonly StoredItem[]> {
  const found = mentions(await world.dump(), account);
  for (const record of found.filter(isRecord)) {
    const lifetime = Number(record['ttl']) * 1000 - Date.parse(String(record['settledAt']));
    expect([record['amounts'], lifetime]).toEqual([{}, days(2)]);
  }
  return found.filter((item) => !isRecord(item));
}

describe('erasure', () => {
  it('leaves only the named items of an account in every area, and completes the request', async () => {
    const { account, receiptToken, own, merchant, requests } = await givenErased();
    expect(counts()).toMatchObject({ accountsErased: 1, erasuresFailed: 0, erasuresOverdue: 0 });

    await world.catchUp(); // stream records that arrive late bring nothing back
    const left = (await remainsOf(account)).map(({ pk, sk, ttl }) => [
      String(pk).replace(/[0-9a-f-]{36,64}/, '…'),
      String(sk).replace(/^([\dT:.-]+Z#.*|[0-9a-f-]{36}$)/, '…'),
      ttl !== undefined,
    ]);
    expect(left.sort()).toEqual([
      ['ACCOUNT#…', 'STANDING', false],
      ['CLINICAL#LOG#…', '…', false], // in the log of another account, which keeps the account id
      ['CLINICAL#LOG#…', '…', true],
      ['CLINICAL#PRACTITIONER#…', 'VERIFICATION', true],
      ['CLINICAL#RECORD-ID#…', '…', false],
      ['CLINICAL#RECORD-ID#…', '…', true],
      ['CLINICAL#RECORDS#…', '…', false],
      ['CLINICAL#RECORDS#…', '…', true],
      ['CLINICAL#REQUEST#…', 'REQUEST', false],
      ['CLINICAL#REQUEST#…', 'REQUEST', true],
      ['CLINICAL#REQUEST#…', 'REQUEST', true],
      ['CLINICAL#REQUEST#…', 'REQUEST', true],
      ['CLINICAL#TOKEN#…', 'TOKEN', true],
      ['DELETION#REQUEST#…', 'REQUEST', true],
      // Another administrator has granted the role to the account, which then acted itself.
      ['PLATFORM#ACTS#2031-03', '…', true],
      ['PLATFORM#ACTS#2031-03', '…', true],
      ['PLATFORM#ACTS-ON#…', '…', true],
      ['PLATFORM#ACTS-ON#…', '…', true],
    ]);
    const texts = /Dr Rosnah|Pejalan 700|Pak Long|These days overlap/;
    const holding = (await world.dump()).filter((item) => texts.test(JSON.stringify(item)));
    // The verification, and what the practitioner did with the records of a patient, keep the name.
    const { patientId } = requests.asPractitioner;
    expect(holding.map((item) => item['accountId'] ?? item['patientId']).sort()).toEqual(
      [account, patientId, patientId].sort(),
    );

    const { body } = await world.call('checkDeletionReceipt', { body: { receiptToken } });
    expect(body).toMatchObject({
      status: 'completed',
      completedAt: iso(world.now()),
      receiptExpiresAt: iso(later(new Date(body.requestedAt), days(RECEIPT_DAYS))),
    });
    expect(world.removedSignIns).toEqual([account]);
    expect((await world.call('listCommunity', { as: account })).body.code).toBe('account_closed');
    expect((await world.item(club.key(own)))?.['ownerId']).toBeUndefined();
    expect((await world.item(workspace.key(merchant)))?.['ownerId']).toBeUndefined();
  });

  it.each([
    ['the first date', RECEIPT_DAYS - RECEIPT_DAYS_AFTER_COMPLETION, RECEIPT_DAYS],
    ['a later one', RECEIPT_DAYS - RECEIPT_DAYS_AFTER_COMPLETION + 1, RECEIPT_DAYS + 1],
  ])('leaves the receipt valid until %s, when it was erased after %i days', async (_, after, until) => {
    const requestedAt = world.now();
    const answer = await world.call('requestDeletion', { as: newAccount() });
    world.advance(days(after));
    await world.run(eraseAccounts);
    const { receiptToken } = answer.body;
    const { body } = await world.call('checkDeletionReceipt', { body: { receiptToken } });
    expect([body.status, body.receiptExpiresAt]).toEqual(['completed', iso(later(requestedAt, days(until)))]);
  });

  it('keeps a hidden alias taken, without an account', async () => {
    const { rude } = await givenErased();
    const key = aliasHolder.key({ challengeId: rude.id, folded: folded('Si Nakal') });
    const { accountId, hiddenAt } = aliasHolder.parse((await world.item(key)) ?? {});
    expect([accountId, hiddenAt]).toEqual([undefined, expect.any(String)]);
    const body = { alias: 'Si Nakal' };
    const answer = await world.call('enroll', { as: newAccount(), params: { id: rude.id }, body });
    expect(answer.body.code).toBe('alias_taken');
  });

  it('removes every rank and alias, leaves no gap in the ranks, and keeps every counter right', async () => {
    const { challenge, event } = await givenErased();
    const display = await world.call('getDisplay', { params: { code: event.joinCode } });
    expect(display.body.challenges[0]).toMatchObject({
      top: [
        { alias: 'Orang Lain', rank: 1 },
        { alias: 'Ketiga', rank: 2 },
      ],
      total: 2,
    });
    const enrolled = await expectCommunityInvariants(world);
    expect(enrolled.map(({ alias }) => alias)).toEqual(expect.arrayContaining(['Orang Lain', 'Ketiga']));
    const enrolling = { as: newAccount(), params: { id: challenge.id }, body: { alias: 'Pejalan 700' } };
    expect((await world.call('enroll', enrolling)).status).toBe(201);
  });

  it('releases held units, and keeps redeemed units counted', async () => {
    const { claims, held } = await givenErased();
    expect(await shardOf(held)).toMatchObject({
      totalUnits: 2,
      freeUnits: 1,
      heldUnits: 1,
      redeemedUnits: 0,
    });
    const [reserved, redeemed] = claims;
    if (!reserved || !redeemed) throw new Error('no claims');
    expect(await shardOf(redeemed)).toMatchObject({ freeUnits: 9, redeemedUnits: 1 });
    for (const stored of claims) {
      expect(await world.item(claim.key(stored))).toBeUndefined();
      expect(await world.item(claimPointer.key({ claimId: stored.id }))).toBeUndefined();
      expect(await world.item(lease.key({ ...stored, claimId: stored.id }))).toBeUndefined();
    }
  });

  it('deletes a claim only in the status that it has read, and releases its unit if it is held by then', async () => {
    const stored = await givenClaim(world, await givenCampaign(world, { units: [1] }), {
      status: 'redeemed',
    });
    await givenClosed(stored.accountId);
    meanwhile(
      world,
      async () => {
        const { redeemedAt, redeemedBy, redemptionId, ...claimed } = stored;
        const counters = stockShard.parse((await world.item(stockShard.key(stored))) ?? {});
        await world.put(
          claim.stored({ ...claimed, status: 'reserved', accountClosed: true }),
          stockShard.stored({ ...counters, heldUnits: 1, redeemedUnits: 0 }),
        );
      },
      stored.id,
    );
    await erase();
    expect(await world.item(claim.key(stored))).toBeUndefined();
    expect(await shardOf(stored)).toMatchObject({ freeUnits: 1, heldUnits: 0, redeemedUnits: 0 });
  });

  it('ends the access of a patient and of a practitioner, and leaves the practitioner’s name in requests, logs and notes', async () => {
    const { requests } = await givenErased();
    const { asPatient, pending, denied, asPractitioner } = requests;
    const get = async (as: AccountId, id: string) =>
      (await world.call('getAccessRequest', { as, params: { id } })).body;
    expect((await get(asPatient.practitioner.accountId, asPatient.id)).status).toBe('revoked');
    expect((await get(pending.practitioner.accountId, pending.id)).status).toBe('denied');
    expect((await get(denied.practitioner.accountId, denied.id)).deniedAt).toBe(denied.deniedAt);
    const shown = await get(asPractitioner.patientId, asPractitioner.id);
    const { accountId: _, ...verified } = asPractitioner.practitioner;
    expect(shown).toMatchObject({ status: 'revoked', practitioner: verified });
    const log = await world.call('listAccessLog', { as: asPractitioner.patientId });
    const { id: practitionerId, name: practitionerName, organization } = verified;
    expect(log.body.entries).toMatchObject([{ practitionerId, practitionerName }]);
    const own = await world.call('listOwnRecords', { as: asPractitioner.patientId });
    expect(own.body.records).toMatchObject([
      { practitionerId, practitionerName, practitionerOrganization: organization, body: '128/82' },
    ]);
  });

  it('does not change an expired access', async () => {
    const { id, practitioner, patientId } = await givenRequest(world, { status: 'approved' });
    const pending = await givenRequest(world, { patientId });
    world.advance(hours(24));
    await givenClosed(patientId);
    await erase();
    for (const [as, of] of [
      [practitioner.accountId, id],
      [pending.practitioner.accountId, pending.id],
    ] as const) {
      const { body } = await world.call('getAccessRequest', { as, params: { id: of } });
      expect(body.status).toBe('expired');
      expect(body).not.toHaveProperty('revokedAt');
      expect(body).not.toHaveProperty('deniedAt');
    }
  });

  it('does not change an access that its practitioner ends concurrently', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    await givenClosed(patientId);
    meanwhile(world, () => {
      world.advance(1000);
      return world.call('revokeAccessRequest', { as: practitioner.accountId, params: { id } });
    });
    await erase();
    world.setFault(undefined);
    const { body } = await world.call('getAccessRequest', { as: practitioner.accountId, params: { id } });
    expect(body).toMatchObject({ status: 'revoked', revokedAt: iso(world.now()) });
  });

  it('recreates nothing that was deleted concurrently', async () => {
    const account = newAccount();
    await givenFullLife(world, account);
    await givenClosed(account);
    const kept = mentions(await world.dump(), account).filter(({ pk }) =>
      /^CLINICAL#(RECORDS|RECORD-ID|LOG|REQUEST|PRACTITIONER)#/.test(String(pk)),
    );
    world.setFault(async ({ command, input, send }) => {
      const key = kept.find(({ pk }) => JSON.stringify(input).includes(String(pk)));
      if (command === 'TransactWrite' && key) await world.remove(key);
      return send();
    });
    await erase().catch(() => {});
    world.setFault(undefined);
    await erase();
    const isBare = (item: StoredItem) =>
      Object.keys(item).every((name) => ['pk', 'sk', 'ttl'].includes(name));
    expect((await world.dump()).filter(isBare)).toEqual([]);
  });

  it('keeps the owner of a workspace who is named concurrently', async () => {
    const office = await newOffice(world);
    await givenClosed(office.owner);
    const next = newAccount();
    meanwhile(world, () => office.assign(next));
    await erase().catch(() => {});
    world.setFault(undefined);
    await erase();
    expect((await world.item(workspace.key({ id: office.id })))?.['ownerId']).toBe(next);
  });

  it('does not recreate a deleted invitation', async () => {
    const account = newAccount();
    await givenClosed(account);
    const gone = await givenInvitation(world, await givenWorkspace(world), { by: account });
    await world.remove(invitation.key(gone));
    await erase();
    expect(await world.item(invitation.key(gone))).toBeUndefined();
    expect(await statusOf(account)).toBe('completed');
  });

  it('keeps a patient’s notes for seven years after they were written', async () => {
    const { account } = await givenErased();
    const kept = mentions(await world.dump(), account).filter(({ pk }) =>
      String(pk).startsWith(`CLINICAL#RECORDS#${account}`),
    );
    expect(kept).toHaveLength(1);
    expect(Number(kept[0]?.['ttl']) * 1000).toBe(Date.parse('2038-03-14T04:00:00.000Z'));
  });

  it('waits longer than any request takes, and does not change open accounts', async () => {
    const account = newAccount();
    await givenFullLife(world, account);
    await givenFullLife(world, newAccount());
    await world.call('requestDeletion', { as: account });
    const before = await world.dump();
    world.advance(minutes(2) - 1);
    await erase();
    expect(counts()).toMatchObject({ accountsErased: 0 });
    expect(await world.dump()).toEqual(before);
  });

  it('changes nothing of any other account', async () => {
    const [account, other] = [newAccount(), newAccount()];
    await givenFullLife(world, other);
    const before = mentions(await world.dump(), other);
    await givenFullLife(world, account);
    await givenClosed(account);
    await erase();
    expect(mentions(await world.dump(), other)).toEqual(before);
  });

  it('handles items that the request could not mark', async () => {
    const account = newAccount();
    const { event, company } = await givenFullLife(world, account);
    await givenClosed(account);
    const challenge = await givenChallenge(world, event);
    await givenParticipant(world, challenge, { accountId: account, alias: 'Lewat', shareLeaderboard: true });
    const { invitationId } = await givenInvitation(world, company, { by: account });
    const campaign = await givenCampaign(world, { units: [1], reservationTtlSeconds: 30_000_000 });
    await givenClaim(world, campaign, { accountId: account });
    await erase();
    expect(await shardOf(campaign)).toMatchObject({ freeUnits: 1 });
    expect(await remainsOf(account)).toHaveLength(18);
    expect((await world.item(invitation.key({ invitationId })))?.['accountClosed']).toBe(true);
    await expectCommunityInvariants(world);
  });

  it('changes nothing more when it runs twice or concurrently', async () => {
    const account = newAccount();
    await givenFullLife(world, account);
    await givenClosed(account);
    await Promise.all([erase(), erase()]);
    const after = await world.dump();
    await erase();
    expect(counts()).toMatchObject({ accountsErased: 0 });
    expect(await world.dump()).toEqual(after);
    await expectCommunityInvariants(world);
  });

  it('continues with other accounts when one fails, and reports the failure after an hour', async () => {
    const [stuck, other] = [newAccount(), newAccount()];
    const made = await givenClub(world, { ownerId: stuck });
    await givenMember(world, made, 'owner');
    await givenClosed(stuck);
    await givenClosed(other);
    world.setFault(({ command, input, send }) =>
      command === 'TransactWrite' && JSON.stringify(input).includes(stuck)
        ? Promise.reject(unexpected())
        : send(),
    );
    await expect(erase()).rejects.toThrow();
    expect(counts()).toMatchObject({ accountsErased: 1, erasuresFailed: 1, erasuresOverdue: 0 });
    world.advance(hours(1));
    await expect(erase()).rejects.toThrow();
    expect(counts()).toMatchObject({ accountsErased: 0, erasuresFailed: 1, erasuresOverdue: 1 });
    world.setFault(undefined);
    await erase();
    expect(counts()).toMatchObject({ accountsErased: 1, erasuresFailed: 0 });
  });

  it.each([
    ['an unreviewed private club without other people', {}, false],
    ['a rejected one', { rejectedAt: '2031-03-14T00:00:00.000Z', rejectionReason: 'No.' }, false],
    ['not one that others saw before', { firstShownAt: '2031-03-14T00:00:00.000Z' }, true],
    ['not one of the platform', { social: false }, true],
    ['not a public one', { visibility: 'public' }, true],
  ] as const)('removes %s', async (_, overrides, remains) => {
    const account = newAccount();
    const founded = { ownerId: account, social: true, visibility: 'private', reviewedAt: undefined } as const;
    const made = await givenClub(world, { ...founded, ...overrides });
    await givenMember(world, made, 'owner');
    await givenClosed(account);
    await erase();
    expect((await world.item(club.key(made))) !== undefined).toBe(remains);
    expect(await statusOf(account)).toBe('completed');
    await world.catchUp();
    expect(await remainsOf(account)).toHaveLength(2); // the closed account and its completed request
  });

  it('removes no private club that was shown once, and was unpublished', async () => {
    const account = newAccount();
    const admin = await givenAdmin(world);
    const { body: made } = await world.call('createClub', {
      as: account,
      body: { ...clubContent, visibility: 'private' },
    });
    const params = { id: made.id };
    const body = { decision: 'approved', version: made.version };
    expect((await world.call('reviewClub', { as: admin, params, body })).status).toBe(200);
    expect((await world.call('unpublishClub', { as: admin, params })).status).toBe(200);
    await givenClosed(account);
    await erase();
    expect(await world.item(club.key(made))).toBeDefined();
  });

  it.each(['owner', 'member', 'requested'] as const)(
    'removes no private club while another person is in it: %s',
    async (role) => {
      const account = newAccount();
      const ownerId = role === 'owner' ? newAccount() : account;
      const made = await givenClub(world, {
        ownerId,
        social: true,
        visibility: 'private',
        reviewedAt: undefined,
      });
      await givenMember(world, made, role === 'owner' ? 'member' : 'owner', account);
      await givenMember(world, made, role);
      await givenClosed(account);
      await erase();
      expect(await world.item(club.key(made))).toBeDefined();
      expect(await statusOf(account)).toBe('completed');
    },
  );

  it('removes no private club that has an exhibition', async () => {
    const account = newAccount();
    const made = await givenClub(world, {
      ownerId: account,
      social: true,
      visibility: 'private',
      reviewedAt: undefined,
    });
    await givenMember(world, made, 'owner');
    await givenEvent(world, made);
    await givenClosed(account);
    await erase();
    expect(await world.item(club.key(made))).toBeDefined();
  });

  it.each([
    ['exists when the club is to be removed', 'the erasure'],
    ['is created after the club was removed', 'the exhibition'],
  ])('leaves no exhibition without its club: the exhibition %s', async (_, waits) => {
    const account = newAccount();
    const founded = { ownerId: account, social: true, visibility: 'private', reviewedAt: undefined } as const;
    const made = await givenClub(world, founded);
    await givenMember(world, made, 'owner');
    await givenClosed(account);
    const admin = await givenAdmin(world);
    const create = () =>
      world.call('createEvent', {
        as: admin,
        body: { clubId: made.id, joinCode: 'pesta-sihat', ...eventContent },
      });
    if (waits === 'the erasure') meanwhile(world, create, `"COMMUNITY#CLUB#${made.id}"`);
    else meanwhile(world, erase);
    await (waits === 'the erasure' ? erase() : create());
    world.setFault(undefined);
    const items = await world.dump();
    const exhibitions = items.filter(({ pk }) => pk === 'COMMUNITY#EVENT#pesta-sihat');
    expect(exhibitions).toHaveLength(waits === 'the erasure' ? 1 : 0);
    expect((await world.item(club.key(made))) !== undefined).toBe(exhibitions.length === 1);
  });

  it('reaches an account among 150 others that always fail', async () => {
    const account = newAccount();
    const receiptToken = await givenClosed(account);
    const request = deletionRequest.parse(
      (await world.item(deletionRequest.key({ accountId: account }))) ?? {},
    );
    const requestedAt = later(new Date(request.requestedAt), -1).toISOString();
    const stuck = Array.from({ length: 150 }, () => newAccount());
    await world.put(
      ...stuck.map((accountId) => deletionRequest.stored({ ...request, accountId, requestedAt })),
    );
    world.setFault(async ({ input, send }) => {
      const isList = input.IndexName !== undefined;
      if (!isList && stuck.some((accountId) => JSON.stringify(input).includes(accountId))) throw unexpected();
      return send();
    });
    const status = async () =>
      (await world.call('checkDeletionReceipt', { body: { receiptToken } })).body.status;
    await expect(erase()).rejects.toThrow('150 accounts failed');
    expect(await status()).toBe('completed');
    expect(counts()).toMatchObject({ accountsErased: 1, erasuresFailed: 150, erasuresOverdue: 0 });
    world.advance(hours(1));
    await expect(erase()).rejects.toThrow('150 accounts failed');
    // At most 100 are counted.
    expect(counts()).toMatchObject({ accountsErased: 0, erasuresFailed: 150, erasuresOverdue: 100 });
  });

  it('reaches an account even when the request of another one is unreadable', async () => {
    const [unreadable, account] = [newAccount(), newAccount()];
    await givenClosed(unreadable);
    await givenClosed(account);
    const key = deletionRequest.key({ accountId: unreadable });
    await world.put({ ...(await world.item(key)), noticeVersion: 7 });
    await expect(erase()).rejects.toThrow();
    expect(counts()).toMatchObject({ accountsErased: 1, erasuresFailed: 1 });
  });

  it('continues with the other areas when one fails', async () => {
    const account = newAccount();
    const { company } = await givenFullLife(world, account);
    await givenClosed(account);
    world.setFault(({ command, input, send }) =>
      command === 'TransactWrite' && JSON.stringify(input).includes('COMMUNITY#')
        ? Promise.reject(unexpected())
        : send(),
    );
    await expect(erase()).rejects.toThrow();
    world.setFault(undefined);
    expect(await world.item(membership.key({ accountId: account, workspaceId: company.id }))).toBeUndefined();
    expect(world.removedSignIns).toEqual([account]);
    expect(await statusOf(account)).toBe('pending');
  });

  it('completes a request at one time in two concurrent runs', async () => {
    const account = newAccount();
    await givenClosed(account);
    const second = async () => {
      world.advance(5000);
      await erase();
    };
    meanwhile(world, second, 'completedAt');
    await erase();
    world.setFault(undefined);
    const completedAt = world.now().toISOString();
    expect(await world.item(deletionRequest.key({ accountId: account }))).toMatchObject({ completedAt });
  });

  it('does not recreate a claim that a concurrent run has removed', async () => {
    const account = newAccount();
    await givenClosed(account);
    const campaign = await givenClaim(world, await givenCampaign(world), { accountId: account });
    meanwhile(world, erase);
    await erase().catch(() => {});
    world.setFault(undefined);
    expect(await world.item(claim.key(campaign))).toBeUndefined();
    expect(await statusOf(account)).toBe('completed');
  });

  it('completes a receipt that concurrently replaces another', async () => {
    const account = newAccount();
    await givenClosed(account);
    let second = '';
    meanwhile(world, async () => {
      second = (await world.call('requestDeletion', { as: account })).body.receiptToken;
    });
    await erase();
    world.setFault(undefined);
    const check = async (receiptToken: string) =>
      (await world.call('checkDeletionReceipt', { body: { receiptToken } })).body;
    expect((await check(second)).status).toBe('completed');
    const receipts = (await world.dump()).filter(({ pk }) => String(pk).startsWith(deletionReceipt.prefix));
    expect(receipts).toHaveLength(1);
    expect((await world.item(accountStanding.key({ accountId: account })))?.['closedAt']).toBeDefined();
  });
});
