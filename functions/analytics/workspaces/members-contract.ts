import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/resources.ts';
import {
  member_not_found,
  not_workspace_officer,
  owner_stays,
  role_not_of_workspace,
  workspace_not_found,
} from '../refusals.ts';
import { params, WorkspaceKind, WorkspaceRole } from './contract.ts';

/** A present or former member of a workspace, by the latest time of joining. */
export const Member = z.strictObject({
  accountId: Uuid,
  role: WorkspaceRole,
  joinedAt: Timestamp,
  endedAt: z.optional(Timestamp),
});

export const listMembers = contract({
  operationId: 'listMembers',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/members',
  summary: 'List the members of a workspace, as its owner or HR admin',
  description:
    'The latest to join come first; members who have left have an `endedAt`. Closed accounts are left out, so a page may hold fewer items than its limit.',
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('members', Member) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem'] }, gsi1: ['WORKSPACE#MEMBERS#'] },
});

export const memberParams = z.strictObject({ workspaceId: Uuid, accountId: AccountId });

export const setMemberRole = contract({
  operationId: 'setMemberRole',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/partner/workspaces/{workspaceId}/members/{accountId}/role',
  summary: 'Give a member another role, as the owner',
  description: 'In a corporate workspace `hr_admin` or `member`, in a merchant one `staff` or `member`.',
  caller: 'account',
  params: memberParams,
  body: z.strictObject({ role: z.enum(['hr_admin', 'member', 'staff']) }),
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
  },
});

export const removeMember = contract({
  operationId: 'removeMember',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/partner/workspaces/{workspaceId}/members/{accountId}',
  summary: 'End a membership, as the owner or an HR admin',
  description: 'Only the owner ends that of an HR admin.',
  caller: 'account',
  params: memberParams,
  success: { 204: Nothing },
  refusals: { workspace_not_found, not_workspace_officer, owner_stays, member_not_found },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

/** A workspace as one of its members sees it. */

export const OwnMembership = z.strictObject({
  workspaceId: Uuid,
  name: z.string(),
  workspaceKind: WorkspaceKind,
  role: WorkspaceRole,
  joinedAt: Timestamp,
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
  description: 'Who has left comes back by a new invitation.',
  caller: 'account',
  params,
  success: { 204: Nothing },
  refusals: { workspace_not_found, owner_stays },
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['UpdateItem'] } },
});
