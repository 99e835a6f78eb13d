import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCOUNT_ID, CURSOR, OWNER_ID, WORKSPACE_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { workspaceKind } from '../../../shared/workspaces/schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  assignOwner,
  createWorkspace,
  listWorkspaces,
  params,
  renameWorkspace,
  Workspace,
} from './contract.ts';

export const workspaceParameter = {
  workspaceId: { meaning: 'The id of the workspace', example: WORKSPACE_ID },
};

export const meanings = [
  meaningsOf(Workspace, {
    id: 'The id of the workspace, which campaigns name as `merchantTenantId`',
    name: 'The name of the workspace',
    workspaceKind,
    ownerId: 'The account of the owner; omitted after the account was erased',
    createdAt: 'When the workspace was created',
  }),
  meaningsOf(createWorkspace.body, {
    name: 'The name of the workspace, one line of plain text',
    workspaceKind,
    ownerId: 'The account of the owner',
  }),
  parametersOf(listWorkspaces.query, page),
  meaningsOf(listWorkspaces.success[200], {
    workspaces: 'The workspaces of this page, the latest first',
    nextCursor,
  }),
  parametersOf(params, workspaceParameter),
  meaningsOf(renameWorkspace.body, { name: 'The new name of the workspace, one line of plain text' }),
  meaningsOf(assignOwner.body, { accountId: 'The account of the new owner' }),
];

const workspace = {
  id: WORKSPACE_ID,
  name: 'Teknologi Maju Sdn Bhd',
  workspaceKind: 'corporate' as const,
  ownerId: OWNER_ID,
  createdAt: '2026-01-05T01:30:00.000Z',
};
const { name, ownerId } = workspace;

export const examples = {
  createWorkspace: { body: { name, workspaceKind: 'corporate', ownerId }, success: { 201: workspace } },
  listWorkspaces: { success: { 200: { workspaces: [workspace], nextCursor: CURSOR } } },
  getWorkspace: { success: { 200: workspace } },
  renameWorkspace: {
    body: { name: 'Teknologi Maju Berhad' },
    success: { 200: { ...workspace, name: 'Teknologi Maju Berhad' } },
  },
  assignOwner: {
    body: { accountId: ACCOUNT_ID },
    success: { 200: { ...workspace, ownerId: ACCOUNT_ID } },
  },
} satisfies ExamplesOf<typeof contract>;
