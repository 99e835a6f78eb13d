import type { Examples } from './example.ts';
import {
  CERTIFICATE_ID,
  CURSOR,
  EMPLOYEE_ID,
  INVITATION_ID,
  PRACTITIONER_ID,
  WORKSPACE_ID,
} from './names.ts';

const OWNER_ID = '2c5ea4c0-4067-41fe-bf10-8ad7d9e0b2f6';

const workspace = {
  id: WORKSPACE_ID,
  name: 'Teknologi Maju Sdn Bhd',
  workspaceKind: 'corporate' as const,
  ownerId: OWNER_ID,
  createdAt: '2026-01-05T01:30:00.000Z',
};

const own = {
  workspaceId: WORKSPACE_ID,
  name: workspace.name,
  workspaceKind: workspace.workspaceKind,
  role: 'member' as const,
  joinedAt: '2026-02-03T02:15:09.412Z',
};

const invitation = {
  id: INVITATION_ID,
  workspaceId: WORKSPACE_ID,
  role: 'member' as const,
  status: 'pending' as const,
  createdAt: '2026-03-02T02:15:09.412Z',
  expiresAt: '2026-03-16T02:15:09.412Z',
};

const invitationToken = 'pV7cQm2Xw9Rk4Tz1Hd8Ls5Bn0Jf3Yg6Ua2Ee9Io7Kxs';

const draft = {
  id: CERTIFICATE_ID,
  workspaceId: WORKSPACE_ID,
  status: 'draft' as const,
  firstDay: '2026-03-02',
  lastDay: '2026-03-03',
  sharingConsent: false,
  createdAt: '2026-03-02T02:15:09.412Z',
};

const submitted = {
  ...draft,
  status: 'submitted' as const,
  sharingConsent: true,
  submittedAt: '2026-03-02T02:17:41.003Z',
};

const shared = {
  id: CERTIFICATE_ID,
  accountId: EMPLOYEE_ID,
  status: 'submitted' as const,
  firstDay: draft.firstDay,
  lastDay: draft.lastDay,
  submittedAt: submitted.submittedAt,
};

const decidedAt = '2026-03-02T06:40:00.000Z';

export const examples = {
  listAdministrators: { success: { 200: { administrators: [{ accountId: OWNER_ID }] } } },
  listAdministratorActs: {
    success: {
      200: {
        acts: [
          {
            id: '7f1d7d0c-6a38-4f0b-8f43-3ac1f0a7b5e2',
            at: '2026-03-02T01:12:45.318Z',
            operation: 'searchAccessLog',
            administratorId: OWNER_ID,
            subjects: [PRACTITIONER_ID],
            reason: 'Stolen phone, incident 2026-14',
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  grantAdministrator: { success: { 204: undefined } },
  revokeAdministrator: { success: { 204: undefined } },
  createWorkspace: {
    body: { name: workspace.name, workspaceKind: 'corporate', ownerId: OWNER_ID },
    success: { 201: workspace },
  },
  listWorkspaces: { success: { 200: { workspaces: [workspace], nextCursor: CURSOR } } },
  getWorkspace: { success: { 200: workspace } },
  renameWorkspace: {
    body: { name: 'Teknologi Maju Berhad' },
    success: { 200: { ...workspace, name: 'Teknologi Maju Berhad' } },
  },
  assignOwner: {
    body: { accountId: EMPLOYEE_ID },
    success: { 200: { ...workspace, ownerId: EMPLOYEE_ID } },
  },
  listMembers: {
    success: {
      200: {
        members: [
          { accountId: EMPLOYEE_ID, role: 'member', joinedAt: own.joinedAt },
          { accountId: OWNER_ID, role: 'owner', joinedAt: workspace.createdAt },
        ],
      },
    },
  },
  setMemberRole: { body: { role: 'hr_admin' }, success: { 204: undefined } },
  removeMember: { success: { 204: undefined } },
  listOwnWorkspaces: { success: { 200: { workspaces: [own] } } },
  leaveWorkspace: { success: { 204: undefined } },
  createInvitation: { body: { role: 'member' }, success: { 201: { invitation, invitationToken } } },
  listInvitations: {
    success: {
      200: {
        invitations: [{ ...invitation, status: 'revoked', revokedAt: '2026-03-03T08:00:00.000Z' }],
      },
    },
  },
  revokeInvitation: { success: { 204: undefined } },
  acceptInvitation: { body: { invitationToken }, success: { 200: own, 201: own } },
  createCertificate: {
    body: { workspaceId: WORKSPACE_ID, firstDay: draft.firstDay, lastDay: draft.lastDay },
    success: { 201: draft },
  },
  listOwnCertificates: { success: { 200: { certificates: [submitted] } } },
  getOwnCertificate: { success: { 200: draft } },
  updateCertificate: {
    body: { firstDay: '2026-03-02', lastDay: '2026-03-04' },
    success: { 200: { ...draft, lastDay: '2026-03-04' } },
  },
  submitCertificate: { body: { sharingConsent: true }, success: { 200: submitted } },
  changeSharing: {
    body: { sharingConsent: false },
    success: { 200: { ...submitted, sharingConsent: false } },
  },
  withdrawCertificate: {
    success: { 200: { ...submitted, status: 'withdrawn', withdrawnAt: '2026-03-02T03:05:12.880Z' } },
  },
  listCertificates: { success: { 200: { certificates: [shared] } } },
  approveCertificate: { success: { 200: { ...shared, status: 'approved', decidedAt } } },
  rejectCertificate: { success: { 200: { ...shared, status: 'rejected', decidedAt } } },
} satisfies Partial<Examples>;
