import type { Role } from '../../../shared/workspaces/items.ts';
import { givenAdmin, givenClosedAccount, givenEmployee, givenWorkspace } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const asAdmin =
  (body?: object): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    await givenEmployee(world, workspace, { role: 'owner' });
    return {
      as: await givenAdmin(world),
      params: { workspaceId: workspace.id },
      ...(body && { body }),
    };
  };

const withoutWorkspace =
  (body?: object): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    params: { workspaceId: newId() },
    ...(body && { body }),
  });

/** A member with a role in a workspace that has an owner. */
export const inRole =
  (role: Role, workspaceKind: 'corporate' | 'merchant' = 'corporate', body?: object): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world, workspaceKind);
    const { accountId } = await givenEmployee(world, workspace, { role });
    return { as: accountId, params: { workspaceId: workspace.id }, ...(body && { body }) };
  };

/** A caller who is not a member of the workspace. */
export const asStranger =
  (more: Readonly<Record<string, string>> = {}, body?: object): Scenario =>
  async (world) => {
    const { id } = await givenWorkspace(world);
    return { as: newAccount(), params: { workspaceId: id, ...more }, ...(body && { body }) };
  };

/** A member with one role acts on a member with another role. */
const upon =
  (role: Role, other: Role, body?: object): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId: as } = await givenEmployee(world, workspace, { role });
    const { accountId } = await givenEmployee(world, workspace, { role: other });
    return { as, params: { workspaceId: workspace.id, accountId }, ...(body && { body }) };
  };

const uponOneself =
  (role: Role, body?: object): Scenario =>
  async (world) => {
    const sent = await inRole(role)(world);
    return { ...sent, params: { ...sent.params, accountId: sent.as ?? '' }, ...(body && { body }) };
  };

const uponStranger =
  (role: Role, body?: object): Scenario =>
  async (world) => {
    const sent = await inRole(role)(world);
    return { ...sent, params: { ...sent.params, accountId: newAccount() }, ...(body && { body }) };
  };

const uponClosed =
  (body?: object): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId: as } = await givenEmployee(world, workspace, { role: 'owner' });
    const { accountId } = await givenEmployee(world, workspace);
    await givenClosedAccount(world, accountId);
    return { as, params: { workspaceId: workspace.id, accountId }, ...(body && { body }) };
  };

export const validCalls = {
  createWorkspace: async (world) => ({
    as: await givenAdmin(world),
    body: { name: 'Teknologi Maju', workspaceKind: 'corporate', ownerId: newAccount() },
  }),
  listWorkspaces: async (world) => ({ as: await givenAdmin(world), query: {} }),
  getWorkspace: asAdmin(),
  renameWorkspace: asAdmin({ name: 'Teknologi Maju Holdings' }),
  assignOwner: asAdmin({ accountId: newAccount() }),
  listMembers: async (world) => ({ ...(await inRole('hr_admin')(world)), query: {} }),
  setMemberRole: upon('owner', 'member', { role: 'hr_admin' }),
  removeMember: upon('hr_admin', 'member'),
  listOwnWorkspaces: inRole('member'),
  leaveWorkspace: inRole('member'),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  createWorkspace: {
    owner_account_closed: async (world) => ({
      as: await givenAdmin(world),
      body: { name: 'Pasar Segar', workspaceKind: 'merchant', ownerId: await givenClosedAccount(world) },
    }),
  },
  listWorkspaces: {},
  getWorkspace: { workspace_not_found: withoutWorkspace() },
  renameWorkspace: { workspace_not_found: withoutWorkspace({ name: 'Nobody' }) },
  assignOwner: {
    workspace_not_found: withoutWorkspace({ accountId: newAccount() }),
    owner_account_closed: async (world) => asAdmin({ accountId: await givenClosedAccount(world) })(world),
  },
  listMembers: { workspace_not_found: asStranger(), not_workspace_officer: inRole('member') },
  setMemberRole: {
    workspace_not_found: asStranger({ accountId: newAccount() }, { role: 'member' }),
    not_workspace_officer: upon('hr_admin', 'member', { role: 'hr_admin' }),
    role_not_of_workspace: upon('owner', 'member', { role: 'staff' }),
    owner_stays: uponOneself('owner', { role: 'member' }),
    member_not_found: uponStranger('owner', { role: 'member' }),
  },
  removeMember: {
    workspace_not_found: asStranger({ accountId: newAccount() }),
    not_workspace_officer: upon('hr_admin', 'hr_admin'),
    owner_stays: upon('hr_admin', 'owner'),
    member_not_found: uponStranger('hr_admin'),
  },
  listOwnWorkspaces: {},
  leaveWorkspace: { workspace_not_found: asStranger(), owner_stays: inRole('owner') },
} satisfies Partial<RefusalScenarios>;

/** More scenarios in which an action on another member is refused. */
export const furtherSettings = [
  {
    refusal: 'not_workspace_officer',
    because: 'a member would give roles',
    scenario: upon('member', 'member', { role: 'hr_admin' }),
  },
  {
    refusal: 'member_not_found',
    because: 'the account of the member is closed',
    scenario: uponClosed({ role: 'hr_admin' }),
  },
  {
    refusal: 'role_not_of_workspace',
    because: 'a merchant has no HR admin',
    scenario: async (world: World) => {
      const sent = await inRole('owner', 'merchant', { role: 'hr_admin' })(world);
      return { ...sent, params: { ...sent.params, accountId: newAccount() } };
    },
  },
] as const;

export const furtherRemovals = [
  {
    refusal: 'not_workspace_officer',
    because: 'a member would remove another',
    scenario: upon('member', 'member'),
  },
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would remove themselves',
    scenario: uponOneself('hr_admin'),
  },
  { refusal: 'owner_stays', because: 'the owner would remove themselves', scenario: uponOneself('owner') },
  { refusal: 'member_not_found', because: 'the account of the member is closed', scenario: uponClosed() },
] as const;
