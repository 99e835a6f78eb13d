import { administrators, callsOf } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId } from '../../support/world.ts';

const withoutWorkspace =
  (body?: object): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    params: { workspaceId: newId() },
    ...(body && { body }),
  });

export const workspaces = callsOf({
  createWorkspace: {
    callers: administrators,
    request: ({ someone: ownerId }) => ({
      body: { name: 'Teknologi Maju', workspaceKind: 'corporate', ownerId },
    }),
    refusals: {
      owner_account_closed: async (world) => ({
        as: await givenAdmin(world),
        body: { name: 'Pasar Segar', workspaceKind: 'merchant', ownerId: await givenClosedAccount(world) },
      }),
    },
    rounds: 2,
    units: 16,
    mistakes: [
      {
        what: 'an empty body of a caller without the role',
        by: 'other account',
        fields: { name: undefined, workspaceKind: undefined, ownerId: undefined },
        said: ['body.name is required', 'body.workspaceKind is required', 'body.ownerId is required'],
      },
    ],
    subjects: ['new id', 'ownerId'],
    storesTexts: ['WORKSPACE#ID#'],
  },
  listWorkspaces: {
    callers: administrators,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 2,
    units: 2,
  },
  getWorkspace: {
    callers: administrators,
    request: ({ company: workspaceId }) => ({ params: { workspaceId } }),
    refusals: { workspace_not_found: withoutWorkspace() },
    rounds: 1,
    units: 2,
  },
  renameWorkspace: {
    callers: administrators,
    request: ({ company: workspaceId }) => ({
      params: { workspaceId },
      body: { name: 'Teknologi Maju Holdings' },
    }),
    refusals: { workspace_not_found: withoutWorkspace({ name: 'Nobody' }) },
    rounds: 3,
    units: 10,
    storesTexts: ['WORKSPACE#ID#'],
  },
  assignOwner: {
    callers: administrators,
    request: ({ company: workspaceId, someone: accountId }) => ({
      params: { workspaceId },
      body: { accountId },
    }),
    refusals: {
      workspace_not_found: withoutWorkspace({ accountId: newAccount() }),
      owner_account_closed: async (world) => {
        const workspace = await givenWorkspace(world);
        await givenEmployee(world, workspace, { role: 'owner' });
        return {
          as: await givenAdmin(world),
          params: { workspaceId: workspace.id },
          body: { accountId: await givenClosedAccount(world) },
        };
      },
    },
    rounds: 2,
    units: 21,
    subjects: ['workspaceId', 'accountId'],
  },
});
