import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { INVITATION_DAYS } from '../../../shared/limits.ts';
import { Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/resources.ts';
import { not_workspace_officer, role_not_of_workspace, workspace_not_found } from '../refusals.ts';
import { OwnMembership } from '../workspaces/members-contract.ts';

const InvitedRole = z.enum(['hr_admin', 'member', 'staff']);

export const Invitation = z.strictObject({
  id: Uuid,
  workspaceId: Uuid,
  role: InvitedRole,
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: z.optional(Timestamp),
  revokedAt: z.optional(Timestamp),
});

const params = z.strictObject({ workspaceId: Uuid });

export const createInvitation = contract({
  operationId: 'createInvitation',
  area: 'analytics',
  method: 'POST',
  path: '/v1/partner/workspaces/{workspaceId}/invitations',
  summary: 'Invite someone into a workspace, as its owner or HR admin',
  description: `The token is 256 random bits, shown this once and stored as a hash; whoever accepts it first joins. It is good for ${INVITATION_DAYS} days. The owner invites into any role of the workspace but their own, an HR admin members only.`,
  caller: 'account',
  params,
  body: z.strictObject({ role: InvitedRole }),
  success: { 201: z.strictObject({ invitation: Invitation, invitationToken: z.string() }) },
  refusals: { workspace_not_found, not_workspace_officer, role_not_of_workspace },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
      'WORKSPACE#INVITATION#': ['PutItem'],
      'WORKSPACE#INVITATION-TOKEN#': ['PutItem'],
    },
  },
});

export const listInvitations = contract({
  operationId: 'listInvitations',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/invitations',
  summary: 'List the invitations into a workspace, as its owner or HR admin',
  description: 'Latest first. Nobody is told who accepted which.',
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('invitations', Invitation) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem'] }, gsi1: ['WORKSPACE#INVITATIONS#'] },
});

export const revokeInvitation = contract({
  operationId: 'revokeInvitation',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/partner/workspaces/{workspaceId}/invitations/{invitationId}',
  summary: 'Take a pending invitation back, as the owner or HR admin',
  description:
    'Whoever may invite into a role may take back an invitation into it. Repeated, it changes nothing.',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid, invitationId: Uuid }),
  success: { 204: Nothing },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    invitation_not_found: [404, 'There is no such invitation into the workspace.'],
    invitation_settled: [409, 'The invitation was accepted or has expired.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
      'WORKSPACE#INVITATION#': ['GetItem', 'UpdateItem'],
    },
  },
});

export const acceptInvitation = contract({
  operationId: 'acceptInvitation',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/invitations/acceptance',
  summary: 'Join a workspace by an invitation',
  description:
    'Any string reaches the one look-up. The invitation is used up by whoever joins; sent again by them, it answers 200 with the same membership for as long as that lasts.',
  caller: 'account',
  body: z.strictObject({ invitationToken: z.string() }),
  success: { 200: OwnMembership, 201: OwnMembership },
  refusals: {
    invitation_unknown: [404, 'There is no such invitation.'],
    invitation_used: [409, 'The invitation was accepted already.'],
    invitation_revoked: [409, 'The invitation was taken back; ask for a new one.'],
    already_member: [409, 'The caller is in the workspace already; the invitation is not used up.'],
    invitation_expired: [410, `The invitation is older than ${INVITATION_DAYS} days; ask for a new one.`],
  },
  touches: {
    table: {
      'WORKSPACE#INVITATION-TOKEN#': ['GetItem'],
      'WORKSPACE#INVITATION#': ['GetItem', 'UpdateItem'],
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});
