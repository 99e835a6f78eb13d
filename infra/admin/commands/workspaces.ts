import type { ApiClient } from '../client.ts';
import { operation } from '../operation.ts';
import { details, idOf, list, minute } from '../print.ts';
import { knownAccount } from './known-account.ts';

/** Commands for workspaces. */

export const workspaceCommands = [
  operation('listWorkspaces', {
    name: 'workspaces',
    words: ({ workspaces }) =>
      list(
        workspaces.map(({ id: workspaceId, workspaceKind: kind, createdAt, name }) => {
          return { workspaceId, kind, 'created (MYT)': minute(createdAt), name };
        }),
        'There are no workspaces.',
      ),
  }),
  operation('getWorkspace', { name: 'workspace', words: details }),
  operation('createWorkspace', {
    name: 'create-workspace',
    description: 'create the workspace of a company or a merchant, and print its id',
    words: idOf,
  }),
  operation('renameWorkspace', {
    name: 'rename-workspace',
    words: ({ name }) => `The workspace is named "${name}".`,
  }),
  operation('assignOwner', {
    name: 'assign-workspace-owner',
    warning: (api, { accountId }) => knownAccount(api, accountId),
    words: ({ name, ownerId }) => `The owner of "${name}" is ${ownerId}.`,
  }),
];

/** The name of any workspace. */
export async function nameOfWorkspace(api: ApiClient, workspaceId: string): Promise<string> {
  return (await api.call('getWorkspace', { params: { workspaceId } })).name;
}
