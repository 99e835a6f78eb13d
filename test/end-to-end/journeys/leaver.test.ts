import { afterAll, describe, expect, it } from 'vitest';
import { days, minutes, seconds } from '../../../shared/values/clock.ts';
import { RECEIPT_DAYS } from '../../../shared/values/limits.ts';
import { eventually } from '../../support/running.ts';
import {
  displayed,
  draftCampaign,
  joins,
  newWorkspace,
  publishedChallenge,
  reserves,
  verifiedPractitioner,
} from './fixtures.ts';
import { newTown, SOON } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const leaver = town.person();
const [officer, merchant, neighbour] = [town.person(), town.person(), town.person()];
const doctor = await verifiedPractitioner(town, admin);
const { day, moment } = town;
const times = { startsAt: moment(-1), endsAt: moment(30) };
const { event, club, code, challenge } = await publishedChallenge(admin, times);
const { id: companyId } = await newWorkspace(admin, 'corporate', officer);
const { id: merchantTenantId } = await newWorkspace(admin, 'merchant', merchant);
const { id: campaignId } = await draftCampaign(admin, {
  ...times,
  merchantTenantId,
  eventId: event.id,
  stockUnits: 1,
});
await admin.does('publishCampaign', { params: { campaignId } });

describe('an account that is deleted', { shuffle: false }, () => {
  const atCompany = { params: { workspaceId: companyId } };
  const quarter = { ...atCompany, query: { from: day(0), to: day(89) } };
  const merchantReport = () =>
    admin.does('workspaceAnalytics', { ...quarter, params: { workspaceId: merchantTenantId } });
  const companyReport = () => admin.does('workspaceAnalytics', quarter);
  const totals = () => officer.does('medicalCertificateTotals', quarter);
  const display = () => displayed(town, code);
  const check = (receiptToken: string) =>
    town.visitor.asks('checkDeletionReceipt', { body: { receiptToken } });
  const note = { title: 'Lawatan', body: 'Sihat' };
  let visit: { params: { id: string } };
  let receipt: string;
  let tokenOfBefore: string;

  it('has items in every area', async () => {
    const { token } = await leaver.does('issueQrToken');
    const { id } = await doctor.does('createAccessRequest', { body: { token } });
    visit = { params: { id } };
    await leaver.does('approveAccessRequest', visit);
    await doctor.does('addRecord', { ...visit, body: note });

    const both = { shareLeaderboard: true, sharePublicDisplay: true };
    const inChallenge = { params: { id: challenge.id } };
    for (const [person, alias] of [
      [leaver, 'Bakal Pergi'],
      [neighbour, 'Jiran'],
    ] as const) {
      await person.does('joinClub', { params: { id: club.id }, body: {} });
      await person.does('joinEvent', { params: { code } });
      await person.does('enroll', { ...inChallenge, body: { alias, ...both } });
    }
    const founded = { title: 'Kelab Saya', summary: '', visibility: 'private' } as const;
    await leaver.does('createClub', { body: founded });
    await leaver.does(...reserves(campaignId));
    expect(await neighbour.isRefused(...reserves(campaignId))).toBe('out_of_stock');

    await joins(leaver, officer, companyId);
    const absence = { workspaceId: companyId, firstDay: day(1), lastDay: day(3) };
    const { id: certificateId } = await leaver.does('createCertificate', { body: absence });
    const consent = { sharingConsent: true };
    await leaver.does('submitCertificate', { params: { certificateId }, body: consent });

    expect((await display()).total).toBe(2);
    await expect.poll(totals, SOON).toMatchObject({ requests: { submitted: 1 } });
    await expect.poll(companyReport, SOON).toMatchObject({ current: { activeMembers: 2 } });
  });

  it('gives its owner a copy of everything before, after a sign-in with the password', async () => {
    const remembered = leaver.with(await leaver.token({ signIn: 'refresh' }));
    expect(await remembered.isRefused('getAccountData')).toBe('fresh_session_required');
    const { entries, nextCursor } = await leaver.does('getAccountData', { query: { limit: 100 } });
    expect(nextCursor).toBeUndefined();
    expect([...new Set(entries.map(({ kind }) => kind))]).toEqual([
      'accepted_invitation',
      'medical_certificate',
      'certificate_consent',
      'workspace_membership',
      'access_request_as_patient',
      'clinical_record',
      'access_log_entry',
      'enrollment',
      'club_membership',
      'enrollment_consents',
      'created_clubs',
      'exhibition_membership',
      'notice',
      'reward_claim',
    ]);
    const notes = entries.flatMap((entry) => (entry.kind === 'clinical_record' ? [entry.data] : []));
    expect(notes).toMatchObject([note]);
    const aliases = entries.flatMap((entry) => (entry.kind === 'enrollment' ? [entry.data.alias] : []));
    expect(aliases).toEqual(['Bakal Pergi']);
  });

  it('is deleted on request after a sign-in with the password, and gets a receipt', async () => {
    const remembered = leaver.with(await leaver.token({ signIn: 'refresh' }));
    expect(await remembered.isRefused('requestDeletion')).toBe('fresh_session_required');
    tokenOfBefore = await leaver.token();
    const first = await leaver.asks('requestDeletion');
    expect([first.status, first.body.request.status]).toEqual([201, 'pending']);
    const again = await leaver.asks('requestDeletion');
    expect([again.status, again.body.request.id]).toEqual([200, first.body.request.id]);
    expect((await check(first.body.receiptToken)).body.code).toBe('receipt_not_found');
    receipt = again.body.receiptToken;
    expect((await check(receipt)).body).toEqual(again.body.request);
  });

  it('is refused everywhere and visible nowhere from then on', async () => {
    for (const operation of [
      'issueQrToken',
      'listOwnRecords',
      'listAccessLog',
      'listCommunity',
      'listOwnCommunity',
      'listCampaigns',
      'listClaims',
      'listOwnWorkspaces',
      'listOwnCertificates',
      'getAccountData',
    ] as const)
      expect(await leaver.isRefused(operation)).toBe('account_closed');
    expect(await leaver.isRefused(...reserves(campaignId))).toBe('account_closed');
    expect(await display()).toMatchObject({ top: [{ alias: 'Jiran', rank: 1 }], total: 1 });
    const board = await neighbour.does('getLeaderboard', { params: { id: challenge.id } });
    expect(board.entries).toMatchObject([{ alias: 'Jiran', rank: 1 }]);
    expect(await doctor.isRefused('listRecords', visit)).toBe('access_not_approved');
    expect(await doctor.isRefused('addRecord', { ...visit, body: note })).toBe('access_not_approved');
    await expect.poll(totals, SOON).toMatchObject({ requests: { submitted: 0 } });
    await expect
      .poll(companyReport, SOON)
      .toMatchObject({ current: { activeMembers: 1 }, invitationOutcomes: { accepted: 0 } });
    // The gift is still held, but belongs to no account.
    await expect.poll(merchantReport, SOON).toMatchObject({
      current: { availableStock: 0, heldStock: 1 },
      periodCounts: { claimsReserved: 0 },
    });
  });

  it('is erased by the platform after two minutes', async () => {
    await town.passes(minutes(3));
    await eventually(
      'the deletion is completed',
      async () => (await check(receipt)).body.status === 'completed',
    );
    expect((await check(receipt)).body).toMatchObject({
      completedAt: expect.any(String),
      receiptExpiresAt: expect.any(String),
    });
    expect(await display()).toMatchObject({ top: [{ alias: 'Jiran', rank: 1 }], total: 1 });
    await expect.poll(merchantReport, SOON).toMatchObject({ current: { availableStock: 1, heldStock: 0 } });
    expect(await neighbour.does(...reserves(campaignId))).toMatchObject({ status: 'reserved' });
    const taken = { body: { alias: 'Bakal Pergi' }, params: { id: challenge.id } };
    expect(await town.person().does('enroll', taken)).toMatchObject({ alias: 'Bakal Pergi' });
    expect(await doctor.does('getAccessRequest', visit)).toMatchObject({ status: 'revoked' });
    expect(await doctor.isRefused('listRecords', visit)).toBe('access_not_approved');
    expect((await officer.does('listMembers', atCompany)).members).toHaveLength(1);
    await expect
      .poll(() => town.visitor.does('findEvent', { params: { code } }), SOON)
      .toMatchObject({ event: { memberCount: 1 } });
  });

  it('cannot sign in again, and an earlier token is refused', async () => {
    const signIn = await town.local.call('POST', '/local/tokens', { body: { accountId: leaver.id } });
    expect([signIn.status, signIn.body.issues[0].message]).toEqual([400, expect.stringContaining('erased')]);
    expect(await leaver.with(tokenOfBefore).isRefused('listOwnRecords')).toBe('account_closed');
  });

  it('has a valid receipt for 180 days, which then looks like an unknown one', async () => {
    const { requestedAt, receiptExpiresAt } = (await check(receipt)).body;
    expect(Date.parse(receiptExpiresAt) - Date.parse(requestedAt)).toBe(days(RECEIPT_DAYS));
    await town.until(new Date(Date.parse(receiptExpiresAt) - minutes(1)).toISOString());
    expect((await check(receipt)).status).toBe(200);
    await town.passes(minutes(1) + seconds(1));
    const [expired, unknown] = [await check(receipt), await check('nothing of the kind')];
    const withoutIds = ({ status, text, headers }: typeof expired) => ({
      status,
      text,
      headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
    });
    expect(expired.status).toBe(404);
    expect(withoutIds(expired)).toEqual(withoutIds(unknown));
  });
});
