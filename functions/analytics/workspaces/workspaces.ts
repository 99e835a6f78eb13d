import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, timeOrderedId } from '../../../shared/values/clock.ts';
import { type Presented, publicFields } from '../../../shared/values/public-fields.ts';
import {
  allWorkspaces,
  membership,
  type StoredWorkspace,
  workspace,
} from '../../../shared/workspaces/items.ts';
import { type createWorkspace, Workspace } from './contract.ts';

export async function findWorkspace(table: Reads, id: string): Promise<StoredWorkspace | undefined> {
  return workspace.parseIfAny(await table.get(workspace.key({ id })));
}

/** Reads one page of all workspaces, latest first. */
export async function readWorkspaces(table: Reads, page: PageRequest) {
  const range = { ...allWorkspaces, descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { workspaces: items.map(workspace.parse).map(presentWorkspace), ...rest };
}

/** Converts a stored workspace to the form that administrators of the platform see. */
export const presentWorkspace = (stored: StoredWorkspace): Presented<typeof Workspace> =>
  publicFields(Workspace, stored);

/** Creates a workspace and the membership of its owner in one transaction. */
export async function create(
  table: Table,
  input: z.infer<typeof createWorkspace.body> & Pick<StoredWorkspace, 'id'>,
  { now, newId }: Clock,
): Promise<
  | { readonly kind: 'created'; readonly workspace: StoredWorkspace }
  | { readonly kind: 'owner_account_closed' }
> {
  const at = now();
  const created = { ...input, createdAt: at.toISOString() };
  const { ownerId: accountId, id: workspaceId, createdAt: joinedAt } = created;
  const memberId = timeOrderedId(at, newId());
  const refused = await table.transact({
    account: accountIsOpen(accountId),
    workspace: { Put: { Item: workspace.stored(created) } },
    owner: {
      Put: { Item: membership.stored({ accountId, workspaceId, memberId, role: 'owner', joinedAt }) },
    },
  });
  return refused ? { kind: 'owner_account_closed' } : { kind: 'created', workspace: created };
}

/** Renames a workspace. @returns the renamed workspace, or `undefined` if it does not exist. */
export async function rename(table: Table, id: string, name: string): Promise<StoredWorkspace | undefined> {
  const refused = await table.transact({
    workspace: {
      Update: {
        Key: workspace.key({ id }),
        UpdateExpression: 'SET #name = :name',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      },
    },
  });
  const renamed = refused ? undefined : await findWorkspace(table, id);
  return renamed && { ...renamed, name };
}
