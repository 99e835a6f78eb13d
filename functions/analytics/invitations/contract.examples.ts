import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { BATCH_ID, CURSOR, INVITATION_ID, LIST_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { invitation, ownMembership } from '../../../shared/workspaces/schemas.examples.ts';
import { workspaceParameter } from '../workspaces/contract.examples.ts';
import type * as contract from './contract.ts';
import {
  acceptInvitation,
  createInvitation,
  createInvitations,
  InvitationPreview,
  IssuedInvitation,
  listInvitations,
  previewInvitation,
  revokeInvitation,
  revokeInvitationList,
} from './contract.ts';

const row = {
  role: 'The role that the invited person gets',
  reference: 'What the workspace calls the person, such as a staff number; one line',
};

export const meanings = [
  parametersOf(createInvitation.params, workspaceParameter),
  meaningsOf(createInvitation.body, { invitationId: 'A new UUID; the same one in a retry', ...row }),
  meaningsOf(IssuedInvitation, {
    invitation: 'The invitation',
    invitationToken: 'The secret of the invitation',
  }),
  parametersOf(createInvitations.params, {
    ...workspaceParameter,
    batchId: { meaning: 'A new UUID; the same one in a retry', example: BATCH_ID },
  }),
  meaningsOf(createInvitations.body, {
    rows: { meaning: 'The invitations to create, each reference once', properties: row },
    list: 'The list of which the batch is a part; omitted for a batch on its own',
  }),
  meaningsOf(createInvitations.success[201], { invitations: 'In the order of the rows' }),
  parametersOf(listInvitations.query, {
    status: { meaning: 'Only invitations in this state', example: 'pending' },
    ...page,
  }),
  meaningsOf(listInvitations.success[200], {
    invitations: 'The invitations of this page, the latest first',
    nextCursor,
  }),
  parametersOf(revokeInvitation.params, {
    ...workspaceParameter,
    invitationId: { meaning: 'The id of the invitation', example: INVITATION_ID },
  }),
  parametersOf(revokeInvitationList.params, {
    ...workspaceParameter,
    listId: { meaning: 'The id of the list', example: LIST_ID },
  }),
  meaningsOf(previewInvitation.body, { invitationToken: 'The secret of the invitation' }),
  meaningsOf(InvitationPreview, {
    name: 'The name of the workspace',
    workspaceKind: 'The kind of the workspace',
    role: 'The role that the invited person gets',
    expiresAt: 'When the invitation expires',
  }),
  meaningsOf(acceptInvitation.body, {
    invitationToken: 'The secret of the invitation',
    shareReference: 'Whether the officers see the reference on the membership',
  }),
];

const invitationToken = 'pV7cQm2Xw9Rk4Tz1Hd8Ls5Bn0Jf3Yg6Ua2Ee9Io7Kxs';

const issued = { invitation, invitationToken };
const { reference: _, ...withoutReference } = invitation;
const { name, workspaceKind, role } = ownMembership;

export const examples = {
  createInvitation: {
    body: { invitationId: INVITATION_ID, role: 'member', reference: invitation.reference },
    success: { 200: issued, 201: issued },
  },
  createInvitations: {
    body: {
      rows: [{ role: 'member', reference: invitation.reference }],
      list: invitation.batch.list,
    },
    success: { 200: { invitations: [issued] }, 201: { invitations: [issued] } },
  },
  listInvitations: {
    success: {
      200: {
        invitations: [{ ...withoutReference, status: 'revoked', revokedAt: '2026-03-03T08:00:00.000Z' }],
        nextCursor: CURSOR,
      },
    },
  },
  revokeInvitation: { success: { 204: undefined } },
  revokeInvitationList: { success: { 204: undefined } },
  previewInvitation: {
    body: { invitationToken },
    success: { 200: { name, workspaceKind, role, expiresAt: invitation.expiresAt } },
  },
  acceptInvitation: {
    body: { invitationToken, shareReference: false },
    success: { 200: ownMembership, 201: ownMembership },
  },
} satisfies ExamplesOf<typeof contract>;
