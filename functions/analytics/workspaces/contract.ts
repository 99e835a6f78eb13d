import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { AccountId, pageOf, pageQuery, Timestamp, title, Uuid } from '../../../shared/values/resources.ts';
import { WorkspaceKind } from '../../../shared/workspaces/schemas.ts';
import { owner_account_closed, workspace_not_found } from '../refusals.ts';

/** A workspace, as returned to administrators of the platform. */
export const Workspace = z.strictObject({
  id: Uuid,
  name: z.string(),
  workspaceKind: WorkspaceKind,
  ownerId: z.optional(AccountId),
  createdAt: Timestamp,
});

export const createWorkspace = contract({
  operationId: 'createWorkspace',
  area: 'analytics',
  method: 'POST',
  path: '/v1/platform/workspaces',
  summary: 'Create a corporate or merchant workspace with its owner',
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
  summary: 'List all workspaces',
  description: 'The latest workspaces come first.',
  caller: 'platform_admin',
  query: z.object(pageQuery),
  success: { 200: pageOf('workspaces', Workspace) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['WORKSPACE#ALL'] },
});

export const params = z.strictObject({ workspaceId: Uuid });

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
  description: 'The kind of a workspace cannot be changed.',
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
  summary: 'Assign the owner of a workspace',
  description:
    'The account joins the workspace if it is not a member. The previous owner becomes a member in the same transaction.',
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
