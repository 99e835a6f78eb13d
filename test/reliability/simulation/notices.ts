import { expect } from 'vitest';
import { endpoint as approveCertificate } from '../../../functions/analytics/certificates/approve-certificate.ts';
import { endpoint as rejectCertificate } from '../../../functions/analytics/certificates/reject-certificate.ts';
import { endpoint as approveAccessRequest } from '../../../functions/clinical/access-requests/approve-access-request.ts';
import { endpoint as createAccessRequest } from '../../../functions/clinical/access-requests/create-access-request.ts';
import { endpoint as denyAccessRequest } from '../../../functions/clinical/access-requests/deny-access-request.ts';
import { endpoint as issueQrToken } from '../../../functions/clinical/access-requests/issue-qr-token.ts';
import { endpoint as listAccessRequests } from '../../../functions/clinical/access-requests/list-access-requests.ts';
import { endpoint as revokeAccessRequest } from '../../../functions/clinical/access-requests/revoke-access-request.ts';
import { endpoint as addRecord } from '../../../functions/clinical/records/add-record.ts';
import { endpoint as approveClubMember } from '../../../functions/community/club-members/approve-club-member.ts';
import { endpoint as joinClub } from '../../../functions/community/club-members/join-club.ts';
import { endpoint as listClubMembers } from '../../../functions/community/club-members/list-club-members.ts';
import { endpoint as removeClubMember } from '../../../functions/community/club-members/remove-club-member.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { lapseToldAt } from '../../../functions/deletion/notices/timed-notices.ts';
import { endpoint as requestDeletion } from '../../../functions/deletion/request-deletion.ts';
import { endpoint as annulRedemption } from '../../../functions/rewards/claims/annul-redemption.ts';
import { endpoint as redeemClaim } from '../../../functions/rewards/claims/redeem-claim.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { accessRequest, record } from '../../../shared/clinical/items.ts';
import { club } from '../../../shared/community/items.ts';
import { clubMembership } from '../../../shared/community/participation.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { type Notice, notice } from '../../../shared/notices/items.ts';
import { claim } from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { days, later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { certificate, membership, workspace } from '../../../shared/workspaces/items.ts';
import { givenOffer, verifiedPractitioner } from './fixtures.ts';
import type { Asked, Simulation } from './simulated-world.ts';

/**
 * People ask for access, decide, hand out gifts, decide on certificates and join a club, while one of them closes the account and both
 * workers run. Whatever answers are lost, whatever is written late and wherever a worker stops: in the end each act that the items show was
 * told once, nothing else was told, and nothing is left of the closed account.
 */
const PATIENTS = 4;
const VISITORS = 5;
const EMPLOYEES = 3;
const JOINERS = 4;
const HELD_FOR = minutes(30);

export async function notices(world: Simulation): Promise<void> {
  const { scenario } = world;
  const place = await givenPlace(world);
  const people = (count: number) => Array.from({ length: count }, world.newAccount);
  const [patients, visitors, joiners] = [people(PATIENTS), people(VISITORS), people(JOINERS)];
  const leaver = scenario.pick([...patients, ...visitors, ...place.employees]);
  const pause = () => world.sleep(scenario.between(0, seconds(40)));
  const ask = (
    who: string,
    ...asked: Parameters<Simulation['ask']> extends [string, ...infer Rest] ? Rest : never
  ) => pause().then(() => world.ask(who, ...asked));

  const visit = async (patient: AccountId, n: number) => {
    const who = `patient ${n}`;
    const issued = await world.insist(who, issueQrToken, { as: patient });
    if (issued.kind !== 'ok') return;
    const practitioner = scenario.pick(place.practitioners);
    const asked: Asked = { as: practitioner, body: { token: issued.body.token } };
    for (let times = 0; times < 2; times++) await ask('a practitioner', createAccessRequest, asked);
    const query = { as: 'patient' };
    const listed = await world.insist(who, listAccessRequests, { as: patient, query });
    const [{ id } = { id: undefined }] = listed.body?.accessRequests ?? [];
    if (!id) return;
    const params = { id };
    const decisions = [approveAccessRequest, denyAccessRequest];
    await Promise.all(decisions.map((decide) => ask(who, decide, { as: patient, params })));
    const recordId = scenario.uuid();
    const body = { recordId, title: 'Tekanan darah', body: '128/82' };
    for (let n = 0; n < 2; n++) await ask('a practitioner', addRecord, { as: practitioner, params, body });
    await ask(who, revokeAccessRequest, { as: patient, params });
  };
  const collect = async (visitor: AccountId, n: number) => {
    const claimId = scenario.uuid();
    const params = { campaignId: place.offer.campaign.id };
    const reserved = await world.insist(`visitor ${n}`, reserveReward, {
      as: visitor,
      params,
      body: { claimId },
    });
    if (reserved.kind !== 'ok' || scenario.chance() < 0.4) return;
    const redemptionId = scenario.uuid();
    const atCounter = (staffId: AccountId) => ({ as: staffId, params: { claimId }, body: { redemptionId } });
    for (const staffId of place.offer.staff) await ask('the counter', redeemClaim, atCounter(staffId));
    if (scenario.chance() < 0.5) return;
    for (const staffId of place.offer.staff) await ask('the counter', annulRedemption, atCounter(staffId));
  };
  const decide = async ({ memberId, id }: (typeof place.certificates)[number]) => {
    const params = { workspaceId: place.workspaceId, memberId, certificateId: id };
    await Promise.all([
      ask('an officer', approveCertificate, { as: place.officer, params }),
      ask('an officer', rejectCertificate, { as: place.officer, params, body: { reason: 'Other days.' } }),
    ]);
  };
  const join = async (as: AccountId, n: number) => {
    const params = { id: place.clubId };
    for (let times = 0; times < 2; times++) await ask(`joiner ${n}`, joinClub, { as, params, body: {} });
  };
  const admit = async () => {
    const as = place.owner;
    for (let round = 0; round < 3; round++) {
      await world.sleep(minutes(2));
      const params = { id: place.clubId };
      const listed = await world.ask('the owner', listClubMembers, {
        as,
        params,
        query: { standing: 'requested' },
      });
      for (const { memberId } of listed.body?.members ?? []) {
        const operation = scenario.chance() < 0.5 ? approveClubMember : removeClubMember;
        await ask('the owner', operation, { as, params: { ...params, memberId } });
      }
    }
  };
  const close = async () => {
    await world.sleep(scenario.between(0, minutes(3)));
    await world.insist('the leaver', requestDeletion, { as: leaver });
  };
  /** When a run of the delivery began that ended well. */
  const delivered: Date[] = [];
  const work = async () => {
    for (let minute = 0; minute < 45; minute++) {
      const began = world.now();
      if (typeof (await world.run('the delivery', deliverNotices)) === 'object') delivered.push(began);
      if (minute % 5 === 4) await world.run('the erasure', eraseAccounts);
      await world.sleep(minutes(1));
    }
  };
  await world.play(() =>
    Promise.all([
      ...patients.map((patient, n) => visit(patient, n + 1)),
      ...visitors.map((visitor, n) => collect(visitor, n + 1)),
      ...place.certificates.map(decide),
      ...joiners.map((joiner, n) => join(joiner, n + 1)),
      admit(),
      close(),
      work(),
    ]),
  );
  await world.play(async () => {
    await world.runUntilDone('the erasure', eraseAccounts);
    await world.runUntilDone('the delivery', deliverNotices);
  });
  const items = await world.dump();
  expectTold(items, leaver);
  expectLapses(items, delivered);
}

async function givenPlace(world: Simulation) {
  const { uuid } = world.scenario;
  const before = later(world.now(), -days(1)).toISOString();
  const [workspaceId, clubId] = [uuid(), uuid()];
  const [owner, officer] = [world.newAccount(), world.newAccount()];
  const practitioners = [world.newAccount(), world.newAccount()];
  const employees = Array.from({ length: EMPLOYEES }, world.newAccount);
  const member = (accountId: AccountId, role: 'member' | 'hr_admin') => ({
    accountId,
    workspaceId,
    memberId: uuid(),
    role,
    joinedAt: before,
  });
  const members = employees.map((accountId) => member(accountId, 'member'));
  const certificates = members.map(({ accountId, memberId }) => ({ accountId, memberId, id: uuid() }));
  const ownershipId = uuid();
  await world.put(
    ...practitioners.map((accountId) => verifiedPractitioner(world, accountId)),
    workspace.stored({
      id: workspaceId,
      name: 'Syarikat',
      ownerId: officer,
      createdAt: before,
      workspaceKind: 'corporate',
    }),
    ...[...members, member(officer, 'hr_admin')].map(membership.stored),
    ...certificates.map(({ accountId, id }) =>
      certificate.stored({
        accountId,
        id,
        workspaceId,
        status: 'submitted',
        firstDay: '2031-03-10',
        lastDay: '2031-03-12',
        sharingConsent: true,
        createdAt: before,
        submittedAt: before,
      }),
    ),
    club.stored({
      id: clubId,
      title: 'Kelab',
      summary: '',
      memberCount: 1,
      visibility: 'private',
      version: 1,
      createdAt: before,
      updatedAt: before,
      publishedAt: before,
      reviewedAt: before,
      ownerId: owner,
      ownershipId,
      social: false,
    }),
    clubMembership.stored({
      accountId: owner,
      clubId,
      memberId: uuid(),
      role: 'owner',
      visibility: 'private',
      joinedAt: before,
      ownershipId,
    }),
  );
  const offer = await givenOffer(world, { units: [9], reservationTtlSeconds: HELD_FOR / 1000 });
  return { workspaceId, clubId, owner, officer, practitioners, employees, certificates, offer };
}

/** What the items say happened, as `<recipient> <kind> <id>`. A club keeps no trace of who was declined, so its notices are compared apart. */
function happened(items: readonly StoredItem[]): string[] {
  const under = (prefix: string, head: string) =>
    items.filter(({ pk, sk }) => String(pk).startsWith(prefix) && String(sk).startsWith(head));
  return [
    ...under('CLINICAL#REQUEST#', 'REQUEST')
      .map(accessRequest.parse)
      .flatMap(({ id, patientId, practitioner, approvedAt, deniedAt, revokedAt }) => [
        `${patientId} access_requested ${id}`,
        ...(approvedAt ? [`${practitioner.accountId} access_approved ${id}`] : []),
        ...(deniedAt ? [`${practitioner.accountId} access_denied ${id}`] : []),
        ...(revokedAt ? [`${practitioner.accountId} access_ended_by_patient ${id}`] : []),
      ]),
    ...under('CLINICAL#RECORDS#', '')
      .map(record.parse)
      .map(({ id, patientId }) => `${patientId} record_added ${id}`),
    ...under('REWARDS#ACCOUNT#', 'CLAIM#')
      .map(claim.parse)
      .flatMap(({ id, accountId, status, annulledIds = [] }) => [
        ...annulledIds.flatMap(() => [
          `${accountId} gift_handed_out ${id}`,
          `${accountId} redemption_taken_back ${id}`,
        ]),
        ...(status === 'redeemed' ? [`${accountId} gift_handed_out ${id}`] : []),
      ]),
    ...under('WORKSPACE#ACCOUNT#', 'CERTIFICATE#')
      .map(certificate.parse)
      .flatMap(({ id, accountId, status }) =>
        status === 'approved' || status === 'rejected' ? [`${accountId} certificate_${status} ${id}`] : [],
      ),
  ];
}

const subjectOf = ({ about }: Notice): string =>
  about.recordId ?? about.accessRequestId ?? about.claimId ?? about.certificateId ?? '';

const noticesIn = (items: readonly StoredItem[]): Notice[] =>
  items
    .filter(({ pk, sk }) => String(pk).startsWith('NOTICE#') && String(sk).startsWith('AT#'))
    .map(notice.parse);

function expectTold(items: readonly StoredItem[], leaver: AccountId): void {
  const told = noticesIn(items);
  const standing = items.filter(({ pk, sk }) => pk === `ACCOUNT#${leaver}` && sk === 'STANDING');
  expect(standing.map(accountStanding.parse)).toMatchObject([{ erasedAt: expect.any(String) }]);
  expect(told.filter(({ accountId }) => accountId === leaver)).toEqual([]);
  const ofActs = told.filter(({ kind }) => !/^(join|club)_|^gift_about_to_lapse$/.test(kind));
  const named = ofActs.map((each) => `${each.accountId} ${each.kind} ${subjectOf(each)}`);
  const expected = happened(items).filter((each) => !each.startsWith(leaver));
  expect(named.toSorted()).toEqual(expected.toSorted());
  expectClub(items, told);
}

/** Each asker was told to the owner once, and each decision to one asker once. */
function expectClub(items: readonly StoredItem[], told: readonly Notice[]): void {
  const of = (kind: Notice['kind']) => told.filter((each) => each.kind === kind);
  const asked = of('join_requested').map(({ about }) => about.memberId);
  expect(new Set(asked).size).toBe(asked.length);
  const members = items
    .filter(({ pk, sk }) => String(pk).startsWith('COMMUNITY#ACCOUNT#') && String(sk).startsWith('CLUB#'))
    .map(clubMembership.parse);
  for (const { accountId, memberId, role } of members.filter(({ role }) => role !== 'owner')) {
    expect(asked).toContain(memberId);
    const admitted = of('club_admitted').filter((each) => each.accountId === accountId);
    expect(admitted).toHaveLength(role === 'member' ? 1 : 0);
  }
  // Who is on no list any more was declined or removed.
  const present = new Set(members.map(({ memberId }) => memberId));
  const gone = asked.filter((memberId) => memberId && !present.has(memberId));
  expect([...of('club_declined'), ...of('club_removed')]).toHaveLength(gone.length);
}

/** The clocks of two instances differ by less than this. */
const SKEW = seconds(5);

/** No reservation was told twice to lapse, and one that nobody collected once, if the delivery ran before it was over. */
function expectLapses(items: readonly StoredItem[], delivered: readonly Date[]): void {
  const told = noticesIn(items);
  const lapses = told.filter(({ kind }) => kind === 'gift_about_to_lapse').map(({ about }) => about.claimId);
  expect(new Set(lapses).size).toBe(lapses.length);
  const held = items
    .filter(({ pk }) => String(pk).startsWith('REWARDS#ACCOUNT#'))
    .map(claim.parse)
    .filter(({ status, annulledIds }) => status === 'reserved' && !annulledIds?.length);
  for (const each of held) {
    const [due, end] = [later(lapseToldAt(each), SKEW), later(new Date(each.expiresAt), -SKEW)];
    if (delivered.some((began) => began > due && began < end)) expect(lapses).toContain(each.id);
  }
}
