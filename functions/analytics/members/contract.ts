import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { rolesIn, type WorkspaceKind } from '../../../shared/workspaces/roles.ts';
import { OwnMembership, RoleBesideOwner, WorkspaceRole } from '../../../shared/workspaces/schemas.ts';
import {
  member_not_found,
  not_workspace_officer,
  owner_stays,
  role_not_of_workspace,
  workspace_not_found,
} from '../refusals.ts';
import { params } from '../workspaces/contract.ts';

/** The latest membership of a current or former member of a workspace. */
export const Member = z.strictObject({
  memberId: Uuid,
  role: WorkspaceRole,
  joinedAt: Timestamp,
  endedAt: z.optional(Timestamp),
  /** Present while the member shares it. */
  reference: z.optional(z.string()),
});

export const listMembers = contract({
  operationId: 'listMembers',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/members',
  summary: 'List the current and former members of a workspace',
  description:
    'For the owner and HR admins. Sorted by the time of first joining, the latest first. Members who rejoin keep their place. Former members have an `endedAt`. Closed accounts are left out, so a page can have fewer items than its limit.',
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('members', Member) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem'] }, gsi1: ['WORKSPACE#MEMBERS#'] },
});

export const memberParams = z.strictObject({ workspaceId: Uuid, memberId: Uuid });

/** Names the roles that an owner can give, such as "`member` and `staff`". `Intl.ListFormat` would add 30 ms to a cold start. */
const rolesGivenIn = (kind: WorkspaceKind): string =>
  rolesIn(kind)
    .filter((role) => role !== 'owner')
    .map((role) => `\`${role}\``)
    .join(' and ');

export const setMemberRole = contract({
  operationId: 'setMemberRole',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/partner/workspaces/{workspaceId}/members/{memberId}/role',
  summary: 'Change the role of a member',
  description: `For the owner. The roles are ${rolesGivenIn('corporate')} in a corporate workspace, and ${rolesGivenIn('merchant')} in a merchant workspace.`,
  caller: 'account',
  params: memberParams,
  body: z.strictObject({ role: RoleBesideOwner }),
  success: { 204: Nothing },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    role_not_of_workspace,
    owner_stays,
    member_not_found,
  },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['WORKSPACE#MEMBERS#'],
  },
});

export const removeMember = contract({
  operationId: 'removeMember',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/partner/workspaces/{workspaceId}/members/{memberId}',
  summary: 'Remove a member from a workspace',
  description: 'For the owner and HR admins. Only the owner can remove an HR admin.',
  caller: 'account',
  params: memberParams,
  success: { 204: Nothing },
  refusals: { workspace_not_found, not_workspace_officer, owner_stays, member_not_found },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['WORKSPACE#MEMBERS#'],
  },
});

export const listOwnWorkspaces = contract({
  operationId: 'listOwnWorkspaces',
  area: 'analytics',
  method: 'GET',
  path: '/v1/workspaces',
  summary: "List the caller's workspaces",
  caller: 'account',
  success: { 200: z.strictObject({ workspaces: z.array(OwnMembership) }) },
  refusals: {},
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['Query'], 'WORKSPACE#ID#': ['BatchGetItem'] } },
});

export const leaveWorkspace = contract({
  operationId: 'leaveWorkspace',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/workspaces/memberships/{workspaceId}',
  summary: 'Leave a workspace',
  description: 'Joining again requires a new invitation.',
  caller: 'account',
  params,
  success: { 204: Nothing },
  refusals: { workspace_not_found, owner_stays },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: { 'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'] },
  },
});

export const changeReferenceSharing = contract({
  operationId: 'changeReferenceSharing',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/workspaces/memberships/{workspaceId}/reference-sharing',
  summary: "Show or hide the caller's reference",
  description: 'The owner and HR admins see it with the member and with shared certificates.',
  caller: 'account',
  params,
  body: z.strictObject({ shareReference: z.boolean() }),
  success: { 204: Nothing },
  refusals: { workspace_not_found, no_reference: [409, 'The membership has no reference.'] },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem', 'PutItem', 'UpdateItem'] } },
});
