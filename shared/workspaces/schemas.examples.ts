import { typedCode } from '../values/clock.ts';
import {
  BATCH_ID,
  CERTIFICATE_ID,
  INVITATION_ID,
  LIST_ID,
  MEMBER_ID,
  WORKSPACE_ID,
} from '../values/ids.examples.ts';
import { INVITATION_DAYS, MAX_PERIOD_DAYS } from '../values/limits.ts';
import { type Meanings, meaningsOf } from '../values/meanings.ts';
import {
  AcceptedInvitation,
  BatchInList,
  BatchOfInvitation,
  Invitation,
  MedicalCertificate,
  OwnMembership,
} from './schemas.ts';

export const workspaceKind = 'Whether it is a company with employees, or a merchant with gifts';

export const membershipMeanings = {
  workspaceId: 'The id of the workspace',
  memberId:
    'The id by which the officers of the workspace know the account; it stays when the account rejoins',
  memberCode:
    'The first eight digits of the SHA-256 of `memberId`. Officers see its first four or six where they must tell two members apart',
  name: 'The name of the workspace',
  workspaceKind,
  role: "The account's role in the workspace",
  joinedAt: 'When the account joined',
  reference: 'What the workspace calls the member; omitted without one',
  shareReference: 'Whether the officers see the reference on the membership; omitted without one',
} satisfies Meanings<typeof OwnMembership.shape>;

/** What the days of a medical certificate mean in requests and responses. */
export const daysMeanings = {
  firstDay: 'The first day of the absence, a Malaysian calendar day',
  lastDay: `The last day, a Malaysian calendar day, which belongs to the absence; at most ${MAX_PERIOD_DAYS} days in all`,
};
export const decisionMeanings = {
  decidedAt: 'When the workspace approved or rejected the request; omitted before',
  rejectionReason: 'Why the workspace rejected the request; omitted otherwise',
  withdrawnAt: 'When the employee withdrew the request; omitted otherwise',
};

const invitationMeanings = {
  id: 'The id of the invitation',
  workspaceId: 'The id of the workspace',
  role: 'The role that the invited person gets',
  createdAt: 'When the invitation was created',
  expiresAt: `When the invitation expires: at the end of the ${INVITATION_DAYS}th Malaysian day after its creation`,
  revokedAt: 'When the invitation was revoked; omitted otherwise',
};

export const meanings = [
  meaningsOf(OwnMembership, membershipMeanings),
  meaningsOf(Invitation, {
    ...invitationMeanings,
    status: 'Its state: `pending` until it expires, also when accepted; then `closed`',
    reference: 'What the officer calls the invited person; omitted unless `pending`',
    batch: 'What repeats the call that returned its token; omitted once it has expired',
  }),
  meaningsOf(BatchOfInvitation, {
    batchId: 'The id of the batch; that of the invitation if it was created alone',
    row: 'The row of the batch, from 1',
    createdBy: 'The `memberId` of the officer who created it',
    list: 'The list of which the batch is a part; omitted without one',
  }),
  meaningsOf(BatchInList, {
    listId: 'A new UUID for all batches of an upload',
    firstRow: 'The row of the list that is the first one of the batch, from 1',
  }),
  meaningsOf(AcceptedInvitation, { ...invitationMeanings, acceptedAt: 'When the account accepted it' }),
  meaningsOf(MedicalCertificate, {
    id: 'The id of the request',
    workspaceId: 'The id of the workspace',
    status: 'The state of the request',
    ...daysMeanings,
    sharingConsent: 'Whether the employee agrees to share the request with the workspace',
    createdAt: 'When the draft was created',
    submittedAt: 'When the request was submitted; omitted before',
    ...decisionMeanings,
  }),
];

export const ownMembership = {
  workspaceId: WORKSPACE_ID,
  memberId: MEMBER_ID,
  memberCode: typedCode(MEMBER_ID),
  name: 'Teknologi Maju Sdn Bhd',
  workspaceKind: 'corporate' as const,
  role: 'member' as const,
  joinedAt: '2026-02-03T02:15:09.412Z',
  reference: 'TM-0417',
  shareReference: false,
};

const unanswered = {
  id: INVITATION_ID,
  workspaceId: WORKSPACE_ID,
  role: 'member' as const,
  createdAt: '2026-03-02T02:15:09.412Z',
  expiresAt: '2026-03-16T16:00:00.000Z',
};
export const invitation = {
  ...unanswered,
  status: 'pending' as const,
  reference: 'TM-0417',
  batch: { batchId: BATCH_ID, row: 1, createdBy: MEMBER_ID, list: { listId: LIST_ID, firstRow: 1 } },
};
export const acceptedInvitation = {
  ...unanswered,
  acceptedAt: '2026-03-03T08:00:00.000Z',
  revokedAt: '2026-03-04T08:00:00.000Z',
};

export const draftCertificate = {
  id: CERTIFICATE_ID,
  workspaceId: WORKSPACE_ID,
  status: 'draft' as const,
  firstDay: '2026-03-02',
  lastDay: '2026-03-03',
  sharingConsent: false,
  createdAt: '2026-03-02T02:15:09.412Z',
};
export const submittedCertificate = {
  ...draftCertificate,
  status: 'submitted' as const,
  sharingConsent: true,
  submittedAt: '2026-03-02T02:17:41.003Z',
};
export const decidedAt = '2026-03-02T06:40:00.000Z';
export const rejection = { decidedAt, rejectionReason: 'These days overlap an approved request.' };
export const rejectedCertificate = { ...submittedCertificate, status: 'rejected' as const, ...rejection };
