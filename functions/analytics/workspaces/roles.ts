import {
  type Membership,
  membership,
  type Role,
  type RoleBesideOwner,
} from '../../../shared/items/workspace.ts';
import type { AccountId } from '../../../shared/resources.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { findWorkspace } from './workspaces.ts';

/**
 * Who acts for a workspace: its owner, and in a corporate one its HR admins. What they were found to be is asked once
 * more in the transaction of each write, so that a role taken away stops working at once.
 */
export interface Actor {
  readonly accountId: AccountId;
  readonly workspaceId: string;
  /** `undefined` for one that never joined or has left. */
  readonly role: Role | undefined;
}

interface Power {
  readonly kind: 'officer';
  /** The roles that may do whatever this one may. */
  readonly orAbove: readonly Role[];
  /** The roles whose invitations and memberships it decides on. */
  readonly over: readonly RoleBesideOwner[];
}

const powers: Partial<Record<Role, Power>> = {
  owner: { kind: 'officer', orAbove: ['owner'], over: ['hr_admin', 'member', 'staff'] },
  hr_admin: { kind: 'officer', orAbove: ['owner', 'hr_admin'], over: ['member'] },
};

export type NoOfficer = 'workspace_not_found' | 'not_workspace_officer';

/** What a role gives power over. Non-members get 404. */
export function powerOf(role: Role | undefined): Power | { readonly kind: NoOfficer } {
  if (role === undefined) return { kind: 'workspace_not_found' };
  return powers[role] ?? { kind: 'not_workspace_officer' };
}

/** Why an account that was found to be an officer is none any more, from the membership that refused the write. */
export function whyNotAnyMore(item: StoredItem | undefined): NoOfficer {
  return roleIn(membership.parseIfAny(item)) ? 'not_workspace_officer' : 'workspace_not_found';
}

/** The role of a membership that has not ended. */
export function roleIn(found: Membership | undefined): Role | undefined {
  return found?.endedAt === undefined ? found?.role : undefined;
}

/** The role of an account in a workspace; `undefined` for an account that never joined or has left. */
export async function findRole(table: Reads, accountId: AccountId, workspaceId: string) {
  return roleIn(membership.parseIfAny(await table.get(membership.key({ accountId, workspaceId }))));
}

/** A workspace and what an account is in it, side by side. */
export async function findWithRole(table: Reads, accountId: AccountId, workspaceId: string) {
  const [workspace, role] = await Promise.all([
    findWorkspace(table, workspaceId),
    findRole(table, accountId, workspaceId),
  ]);
  return { workspace, role };
}
