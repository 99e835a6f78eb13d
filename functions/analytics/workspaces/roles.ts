import type { StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Membership, membership } from '../../../shared/workspaces/items.ts';
import {
  type Power,
  powers,
  type Role,
  type RoleBesideOwner,
  rolesOver,
} from '../../../shared/workspaces/roles.ts';
import { findWorkspace } from './workspaces.ts';

/**
 * The officers of a workspace are its owner and, in a corporate workspace, its HR admins. Each transaction of an
 * officer checks the role again, so a role stops working as soon as it is revoked.
 */
export interface Actor {
  readonly accountId: AccountId;
  readonly workspaceId: string;
  /** `undefined` if the account has never joined or has left. */
  readonly role: Role | undefined;
}

interface Officer {
  readonly kind: 'officer';
  /** This role and the roles above it, which manage the same roles. */
  readonly orAbove: readonly Role[];
  /** The roles whose invitations and memberships this role manages. */
  readonly over: readonly RoleBesideOwner[];
}

export type NoOfficer = 'workspace_not_found' | 'not_workspace_officer';

/** @returns the rights of an officer, or the refusal for other roles. Non-members get 404. */
export function officerOf(role: Role | undefined): Officer | { readonly kind: NoOfficer } {
  if (role === undefined) return { kind: 'workspace_not_found' };
  const { manages } = powers[role];
  if (manages.length === 0) return { kind: 'not_workspace_officer' };
  return { kind: 'officer', orAbove: rolesOver(manages), over: manages };
}

/** @returns the refusal for a role without a power, or `undefined`. Non-members get 404. */
export function refusalWithout(power: Power, role: Role | undefined): NoOfficer | undefined {
  if (role === undefined) return 'workspace_not_found';
  return powers[role][power] ? undefined : 'not_workspace_officer';
}

/** The refusal for an account that is no longer an officer. @param item the membership that failed the condition. */
export function lostRoleRefusal(item: StoredItem | undefined): NoOfficer {
  return roleIn(membership.parseIfAny(item)) ? 'not_workspace_officer' : 'workspace_not_found';
}

/** @returns the role of a membership, or `undefined` if it has ended. */
export function roleIn(found: Membership | undefined): Role | undefined {
  return found?.endedAt === undefined ? found?.role : undefined;
}

/** Finds the latest membership of an account in a workspace, which may have ended. */
export async function findMembership(table: Reads, accountId: AccountId, workspaceId: string) {
  return membership.parseIfAny(await table.get(membership.key({ accountId, workspaceId })));
}

/** Finds the role of an account in a workspace; `undefined` if the account has never joined or has left. */
export async function findRole(table: Reads, accountId: AccountId, workspaceId: string) {
  return roleIn(await findMembership(table, accountId, workspaceId));
}

/** Reads a workspace and the membership of an account in it concurrently. */
export async function findWithMembership(table: Reads, accountId: AccountId, workspaceId: string) {
  const [workspace, own] = await Promise.all([
    findWorkspace(table, workspaceId),
    findMembership(table, accountId, workspaceId),
  ]);
  return { workspace, own };
}

/** Reads a workspace and the role of an account in it concurrently. */
export async function findWithRole(table: Reads, accountId: AccountId, workspaceId: string) {
  const { workspace, own } = await findWithMembership(table, accountId, workspaceId);
  return { workspace, role: roleIn(own) };
}

/**
 * Checks that an account hands out the gifts of a merchant, and may see its numbers.
 * @returns the refusal for everybody else, or `undefined`. Only members of the merchant get 403.
 */
export async function refusalAtMerchant(
  table: Reads,
  accountId: AccountId,
  workspaceId: string,
): Promise<NoOfficer | undefined> {
  const { workspace, role } = await findWithRole(table, accountId, workspaceId);
  if (workspace?.workspaceKind !== 'merchant') return 'workspace_not_found';
  return refusalWithout('handsOutGifts', role);
}
