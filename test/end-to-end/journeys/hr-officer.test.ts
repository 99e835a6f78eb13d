import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../support/world.ts';
import { joins, newWorkspace, type Role } from './fixtures.ts';
import { newTown, type Person, SOON } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const owner = town.person();
const officer = town.person();
const [aminah, balan, chong, devi] = [town.person(), town.person(), town.person(), town.person()];
const { day, moment } = town;
const { id: workspaceId } = await newWorkspace(admin, 'corporate', owner);

describe("an HR officer's quarter", { shuffle: false }, () => {
  const here = { params: { workspaceId } };
  const quarter = { ...here, query: { from: day(0), to: day(90) } };
  const invites = (role: Role = 'member') =>
    officer.does('createInvitation', { ...here, body: { invitationId: newId(), role } });
  const accepts = (invitationToken: string) => ['acceptInvitation', { body: { invitationToken } }] as const;

  /** An employee files a certificate for some days, with or without sharing consent. */
  async function asks(person: Person, [first, last]: readonly [number, number], sharingConsent = true) {
    const { id } = await person.does('createCertificate', {
      body: { workspaceId, firstDay: day(first), lastDay: day(last) },
    });
    await person.does('submitCertificate', { params: { certificateId: id }, body: { sharingConsent } });
    return { params: { workspaceId, memberId: await memberIdOf(person), certificateId: id } };
  }
  /** The id by which the officers know a current member, who reads it, too. */
  async function memberIdOf(person: Person): Promise<string> {
    const { workspaces } = await person.does('listOwnWorkspaces');
    const own = workspaces.find((of: { workspaceId: string }) => of.workspaceId === workspaceId);
    return own?.memberId ?? '';
  }
  const shared = async (): Promise<string[]> =>
    (await officer.does('listCertificates', here)).certificates.map(({ id }: { id: string }) => id);

  it('starts with a workspace and an owner who invites the officer', async () => {
    expect(await officer.isRefused('listMembers', here)).toBe('workspace_not_found');
    await joins(officer, owner, workspaceId, 'hr_admin');
    expect((await officer.does('listOwnWorkspaces')).workspaces).toMatchObject([
      { workspaceId, role: 'hr_admin', workspaceKind: 'corporate' },
    ]);
    expect(
      await officer.isRefused('createInvitation', {
        ...here,
        body: { invitationId: newId(), role: 'hr_admin' },
      }),
    ).toBe('not_workspace_officer');
  });

  it('includes invitations that are accepted, revoked and expired, and their list does not tell which were accepted', async () => {
    for (const person of [aminah, balan, chong, devi]) await joins(person, officer, workspaceId);
    const used = await invites();
    const preview = () =>
      town.visitor.asks('previewInvitation', { body: { invitationToken: used.invitationToken } });
    expect((await preview()).body).toMatchObject({ role: 'member', workspaceKind: 'corporate' });
    expect(await aminah.isRefused(...accepts(used.invitationToken))).toBe('already_member');
    const revoked = { params: { workspaceId, invitationId: used.invitation.id } };
    await officer.does('revokeInvitation', revoked);
    expect((await preview()).status).toBe(404);
    expect(await town.person().isRefused(...accepts(used.invitationToken))).toBe('invitation_revoked');
    const forgotten = await invites();
    await town.until(moment(15));
    expect(await town.person().isRefused(...accepts(forgotten.invitationToken))).toBe('invitation_expired');
    expect(
      await officer.isRefused('revokeInvitation', {
        params: { workspaceId, invitationId: forgotten.invitation.id },
      }),
    ).toBe('invitation_closed');
    const listed = (await officer.does('listInvitations', here)).invitations;
    expect(listed.map(({ status }: { status: string }) => status).sort()).toEqual([
      ...Array(6).fill('closed'),
      'revoked',
    ]);
  });

  it('includes requests that were submitted with sharing consent, and no others', async () => {
    const { id: certificateId } = await chong.does('createCertificate', {
      body: { workspaceId, firstDay: day(16), lastDay: day(20) },
    });
    const draft = { params: { workspaceId, memberId: await memberIdOf(chong), certificateId } };
    const approved = await asks(aminah, [16, 17]); // 2 days
    const secret = await asks(aminah, [18, 24], false);
    const rejected = await asks(chong, [20, 22]); // 3 days
    const ofALeaver = await asks(balan, [16, 26]);
    expect((await shared()).sort()).toEqual(
      [approved, rejected, ofALeaver].map(({ params }) => params.certificateId).sort(),
    );
    await officer.does('approveCertificate', approved);
    const reason = 'Hari-hari ini bertindih dengan cuti lain.';
    await officer.does('rejectCertificate', { ...rejected, body: { reason } });
    expect(
      await chong.does('getOwnCertificate', { params: { certificateId: rejected.params.certificateId } }),
    ).toMatchObject({ status: 'rejected', rejectionReason: reason });
    await officer.does('approveCertificate', ofALeaver);
    for (const unseen of [secret, draft])
      expect(await officer.isRefused('approveCertificate', unseen)).toBe('certificate_not_found');
    expect(await officer.isRefused('rejectCertificate', { ...approved, body: { reason } })).toBe(
      'not_submitted',
    );
    const own = await asks(officer, [30, 30]);
    expect(await officer.isRefused('approveCertificate', own)).toBe('own_certificate');
    await officer.does('withdrawCertificate', own); // 1 day
  });

  it('loses one colleague, and another who rejoins', async () => {
    await town.until(moment(40));
    const withdrawn = await asks(devi, [41, 44]); // 4 days
    await owner.does('approveCertificate', withdrawn);
    const memberId = await memberIdOf(devi);
    await devi.does('leaveWorkspace', here);
    expect(await shared()).not.toContain(withdrawn.params.certificateId);
    await officer.does('removeMember', { params: { workspaceId, memberId: await memberIdOf(balan) } });
    expect(
      await officer.isRefused('setMemberRole', {
        params: { workspaceId, memberId },
        body: { role: 'hr_admin' },
      }),
    ).toBe('not_workspace_officer');

    await town.until(moment(60));
    await joins(devi, officer, workspaceId);
    expect(await memberIdOf(devi)).toBe(memberId);
    expect(await shared()).toContain(withdrawn.params.certificateId);
    await devi.does('withdrawCertificate', withdrawn);
  });

  it('ends with totals that equal a manual count', async () => {
    await town.until(moment(85));
    await asks(devi, [89, 93]); // 2 of its 5 days are in the quarter
    await asks(aminah, [91, 92]); // none of its days is
    await invites();
    const totals = () => officer.does('medicalCertificateTotals', quarter);
    await expect.poll(totals, SOON).toMatchObject({
      period: { from: day(0), to: day(90), days: 91 },
      requests: { submitted: 1, approved: 1, rejected: 1, withdrawn: 2 },
      calendarDays: { submitted: 2, approved: 2, rejected: 3, withdrawn: 4 + 1 },
    });
    expect(await aminah.isRefused('medicalCertificateTotals', quarter)).toBe('not_workspace_officer');
    expect(await balan.isRefused('medicalCertificateTotals', quarter)).toBe('workspace_not_found');

    // The owner, the officer, Aminah, Chong, and Devi, who rejoined; Balan has left.
    const counted = () => admin.does('workspaceAnalytics', quarter);
    await expect.poll(counted, SOON).toMatchObject({ current: { activeMembers: 5, pendingInvitations: 1 } });
    const report = await counted();
    expect(report.periodCounts).toEqual({
      membersJoined: 6,
      membersEnded: 1,
      invitationsCreated: 9,
      invitationsAccepted: 6,
      claimsReserved: 0,
    });
    expect(report.invitationOutcomes).toEqual({ accepted: 6, pending: 1, expired: 1, revoked: 1 });
    const begun = report.daily.filter(
      ({ membersJoined, membersEnded, invitationsCreated }) =>
        membersJoined + membersEnded + invitationsCreated > 0,
    );
    expect(begun.map(({ date }) => date)).toEqual([day(0), day(40), day(60), day(85)]);
    expect(report.daily).toHaveLength(86);
    expect(JSON.stringify([await totals(), report])).not.toContain(devi.id);
  });

  it('ends for the officer when the owner revokes the role', async () => {
    const params = { workspaceId, memberId: await memberIdOf(officer) };
    await owner.does('setMemberRole', { params, body: { role: 'member' } });
    expect(await officer.isRefused('listCertificates', here)).toBe('not_workspace_officer');
    expect(
      await officer.isRefused('createInvitation', {
        ...here,
        body: { invitationId: newId(), role: 'member' },
      }),
    ).toBe('not_workspace_officer');
    expect(await owner.isRefused('leaveWorkspace', here)).toBe('owner_stays');
  });
});
