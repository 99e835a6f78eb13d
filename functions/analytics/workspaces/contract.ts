import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, Nothing, pageOf, pageQuery, Timestamp, title, Uuid } from '../../../shared/resources.ts';
import {
  member_not_found,
  not_workspace_officer,
  owner_account_closed,
  owner_stays,
  role_not_of_workspace,
  workspace_not_found,
} from '../refusals.ts';

const WorkspaceKind = z.enum(['corporate', 'merchant']);
const Role = z.enum(['owner', 'hr_admin', 'member', 'staff']);

/** As administrators of the platform see it. */
export const Workspace = z.strictObject({
  id: Uuid,
  name: z.string(),
  workspaceKind: WorkspaceKind,
  ownerId: z.optional(Uuid),
  createdAt: Timestamp,
});

export const createWorkspace = contract({
  operationId: 'createWorkspace',
  area: 'analytics',
  method: 'POST',
  path: '/v1/platform/workspaces',
  summary: 'Make a corporate or merchant workspace, with its owner',
  description: 'The id of a merchant workspace is the `merchantTenantId` of its campaigns.',
  caller: 'platform_admin',
  body: z.strictObject({ name: title(), workspaceKind: WorkspaceKind, ownerId: AccountId }),
  success: { 201: Workspace },
  refusals: { owner_account_closed },
  touches: {
    table: {
      'WORKSPACE#ID#': ['PutItem'],
      'WORKSPACE#ACCOUNT#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listWorkspaces = contract({
  operationId: 'listWorkspaces',
  area: 'analytics',
  method: 'GET',
  path: '/v1/platform/workspaces',
  summary: 'List the companies and merchants with a workspace',
  description: 'Latest first.',
  caller: 'platform_admin',
  query: z.object(pageQuery),
  success: { 200: pageOf('workspaces', Workspace) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['WORKSPACE#ALL'] },
});

const params = z.strictObject({ workspaceId: Uuid });

export const getWorkspace = contract({
  operationId: 'getWorkspace',
  area: 'analytics',
  method: 'GET',
  path: '/v1/platform/workspaces/{workspaceId}',
  summary: 'Get a workspace',
  caller: 'platform_admin',
  params,
  success: { 200: Workspace },
  refusals: { workspace_not_found },
  touches: { table: { 'WORKSPACE#ID#': ['GetItem'] } },
});

export const renameWorkspace = contract({
  operationId: 'renameWorkspace',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/platform/workspaces/{workspaceId}',
  summary: 'Rename a workspace',
  description: 'Its kind never changes.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ name: title() }),
  success: { 200: Workspace },
  refusals: { workspace_not_found },
  touches: { table: { 'WORKSPACE#ID#': ['GetItem', 'UpdateItem'] } },
});

export const assignOwner = contract({
  operationId: 'assignOwner',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/platform/workspaces/{workspaceId}/owner',
  summary: 'Give a workspace another owner',
  description:
    'The account joins unless it is a member; the owner before becomes a member, in the same transaction.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ accountId: AccountId }),
  success: { 200: Workspace },
  refusals: { workspace_not_found, owner_account_closed },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem', 'UpdateItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem', 'PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

/** Whoever is or was in a workspace, by the latest time that they joined it. */
export const Member = z.strictObject({
  accountId: Uuid,
  role: Role,
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
    'Whoever joined latest comes first; those who have left have an `endedAt`. Closed accounts are left out, so that a page may have fewer than its limit.',
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('members', Member) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem'] }, gsi1: ['WORKSPACE#MEMBERS#'] },
});

const memberParams = z.strictObject({ workspaceId: Uuid, accountId: AccountId });

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
  role: Role,
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
