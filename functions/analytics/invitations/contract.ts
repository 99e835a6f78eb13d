import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { INVITATION_DAYS, MAX_BATCH_INVITATIONS, MAX_LIST_BATCHES } from '../../../shared/values/limits.ts';
import { Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import {
  BatchInList,
  Invitation,
  InvitationStatus,
  OwnMembership,
  RoleBesideOwner,
  reference,
  WorkspaceKind,
} from '../../../shared/workspaces/schemas.ts';
import { not_workspace_officer, role_not_of_workspace, workspace_not_found } from '../refusals.ts';

const params = z.strictObject({ workspaceId: Uuid });

export const IssuedInvitation = z.strictObject({ invitation: Invitation, invitationToken: z.string() });

const row = { role: RoleBesideOwner, reference: z.optional(reference()) };

/** Adds an issue for each row whose reference an earlier row has. */
function eachReferenceOnce({
  value,
  issues,
}: z.core.ParsePayload<readonly { reference?: string | undefined }[]>): void {
  const references = value.map((of) => of.reference);
  for (const [n, of] of references.entries())
    if (of !== undefined && references.indexOf(of) < n)
      issues.push({
        code: 'custom',
        path: [n, 'reference'],
        message: 'is the reference of another row',
        input: value,
      });
}

const rows = z
  .array(z.strictObject(row))
  .check(z.minLength(1), z.maxLength(MAX_BATCH_INVITATIONS), eachReferenceOnce);

const invitation_id_taken = [
  409,
  'The invitationId or batchId was used with other contents. Choose a new one.',
] as const;

const creation = {
  area: 'analytics',
  caller: 'account',
  settings: ['INVITATION_SECRET'],
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
      'WORKSPACE#BATCH#': ['PutItem'],
      'WORKSPACE#INVITATION#': ['PutItem', 'BatchGetItem'],
      'WORKSPACE#INVITATION-TOKEN#': ['PutItem'],
    },
  },
} as const;

export const createInvitation = contract({
  ...creation,
  operationId: 'createInvitation',
  method: 'POST',
  path: '/v1/partner/workspaces/{workspaceId}/invitations',
  summary: 'Create an invitation to a workspace',
  description: `For the owner and HR admins. The owner can invite into every role except their own, and an HR admin can invite members. The first account that accepts the invitation joins. The token is valid until the end of the ${INVITATION_DAYS}th Malaysian calendar day after today. Only its hash is stored. Until then, repeating the call returns 200 with the same invitation and token.`,
  params,
  body: z.strictObject({ invitationId: Uuid, ...row }),
  success: { 200: IssuedInvitation, 201: IssuedInvitation },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    role_not_of_workspace,
    invitation_id_taken,
  },
});

const Issued = z.strictObject({
  invitations: z.array(IssuedInvitation).check(z.maxLength(MAX_BATCH_INVITATIONS)),
});

export const createInvitations = contract({
  ...creation,
  operationId: 'createInvitations',
  method: 'PUT',
  path: '/v1/partner/workspaces/{workspaceId}/invitations/batches/{batchId}',
  summary: `Create up to ${MAX_BATCH_INVITATIONS} invitations to a workspace`,
  description:
    'Like `createInvitation`: all of them or none. A role that the caller cannot give is an `invalid_request` that names its row. Until they expire, repeating the call returns 200 with the same invitations and tokens, also for those that were accepted. The reference of an invitation that was revoked since may be omitted then. Batches of one upload have the same `listId`. `revokeInvitationList` revokes them together.',
  params: z.strictObject({ workspaceId: Uuid, batchId: Uuid }),
  body: z.strictObject({ rows, list: z.optional(BatchInList) }),
  success: { 200: Issued, 201: Issued },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    invitation_id_taken,
    list_id_taken: [409, 'The listId was used by another officer. Choose a new one.'],
    list_revoked: [409, 'The list has been revoked. Start a new one.'],
    list_full: [409, `A list has at most ${MAX_LIST_BATCHES} batches. Start a new one.`],
  },
  touches: {
    table: {
      ...creation.touches.table,
      'WORKSPACE#LIST#': ['GetItem', 'PutItem'],
    },
  },
});

export const listInvitations = contract({
  operationId: 'listInvitations',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/invitations',
  summary: 'List the invitations to a workspace',
  description:
    'For the owner and HR admins. The latest invitations come first. They do not reveal whether they were accepted. With `status`, a page can have fewer items than its limit.',
  caller: 'account',
  params,
  query: z.object({ status: z.optional(InvitationStatus), ...pageQuery }),
  success: { 200: pageOf('invitations', Invitation) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'WORKSPACE#ACCOUNT#': ['GetItem'], 'WORKSPACE#BATCH#': ['BatchGetItem'] },
    gsi1: ['WORKSPACE#INVITATIONS#'],
  },
});

export const revokeInvitation = contract({
  operationId: 'revokeInvitation',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/partner/workspaces/{workspaceId}/invitations/{invitationId}',
  summary: 'Revoke an invitation',
  description:
    'For officers who can create an invitation with the same role. An accepted invitation looks pending and can be revoked, too; its member stays. Repeating the call changes nothing.',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid, invitationId: Uuid }),
  success: { 204: Nothing },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    invitation_not_found: [404, 'The workspace has no invitation with this id.'],
    invitation_closed: [409, 'The invitation has expired.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
      'WORKSPACE#BATCH#': ['UpdateItem'],
      'WORKSPACE#INVITATION#': ['GetItem', 'UpdateItem'],
    },
  },
});

export const revokeInvitationList = contract({
  operationId: 'revokeInvitationList',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/partner/workspaces/{workspaceId}/invitations/lists/{listId}',
  summary: 'Revoke all invitations of a list',
  description:
    'For officers who can create invitations with all roles of the list. It takes no new batch from then on. Accepted invitations look pending and are revoked, too; their members stay. Repeating the call finishes what is left of an interrupted one.',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid, listId: Uuid }),
  success: { 204: Nothing },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    invitation_list_not_found: [404, 'The workspace has no list with this id, or it has expired.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
      'WORKSPACE#LIST#': ['GetItem', 'UpdateItem'],
      'WORKSPACE#BATCH#': ['BatchGetItem', 'UpdateItem'],
      'WORKSPACE#INVITATION#': ['UpdateItem'],
    },
  },
});

export const InvitationPreview = z.strictObject({
  name: z.string(),
  workspaceKind: WorkspaceKind,
  role: RoleBesideOwner,
  expiresAt: Timestamp,
});

export const previewInvitation = contract({
  operationId: 'previewInvitation',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/invitations/preview',
  summary: 'See who invites, before signing in',
  description:
    'The invitation token is the only credential, and the Authorization header is ignored. The response does not say whether the invitation was accepted, and is the same until it expires or is revoked. Every other token gets one 404. `acceptInvitation` can still refuse an invitation that is shown.',
  caller: 'nobody',
  body: z.strictObject({ invitationToken: z.string() }),
  success: { 200: InvitationPreview },
  refusals: { invitation_unknown: [404, 'The invitation is unknown, or has expired or been revoked.'] },
  touches: {
    table: {
      'WORKSPACE#INVITATION-TOKEN#': ['GetItem'],
      'WORKSPACE#INVITATION#': ['GetItem'],
      'WORKSPACE#ID#': ['GetItem'],
    },
  },
});

export const acceptInvitation = contract({
  operationId: 'acceptInvitation',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/invitations/acceptance',
  summary: 'Accept an invitation and join its workspace',
  description:
    'An invitation can be accepted once. The response is `invitation_revoked` if the creator of an invitation into another role than `member` may no longer give it, or if an officer has removed the caller since the invitation was created. The caller sees its reference, and the officers see it on the membership only with `shareReference`. If the same account repeats the call while it is still a member, the response is 200 with its membership. Any string is accepted as a token; an invalid one is `invitation_unknown`.',
  caller: 'account',
  body: z.strictObject({ invitationToken: z.string(), shareReference: z._default(z.boolean(), false) }),
  success: { 200: OwnMembership, 201: OwnMembership },
  refusals: {
    invitation_unknown: [404, 'The invitation is unknown.'],
    invitation_used: [409, 'The invitation has already been accepted.'],
    invitation_revoked: [409, 'The invitation has been revoked. Ask for a new one.'],
    already_member: [409, 'The caller is already a member. The call did not use the invitation.'],
    invitation_expired: [410, 'The invitation has expired. Ask for a new one.'],
  },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'WORKSPACE#INVITATION-TOKEN#': ['GetItem'],
      'WORKSPACE#BATCH#': ['GetItem'],
      'WORKSPACE#INVITATION#': ['GetItem', 'UpdateItem'],
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'PutItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['WORKSPACE#MEMBERS#'],
  },
});
