import { membership, workspace } from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/client.ts';

/** Workspaces, and what an account is in one at this moment. */

export async function findWorkspace(table: Reads, id: string) {
  return workspace.parseIfAny(await table.get(workspace.key({ id })));
}

/** The account's current role; `undefined` for one that never joined or has left. */
export async function findRole(table: Reads, accountId: AccountId, workspaceId: string) {
  const edge = membership.parseIfAny(await table.get(membership.key({ accountId, workspaceId })));
  return edge?.endedAt === undefined ? edge?.role : undefined;
}
