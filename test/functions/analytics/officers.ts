import type { Role } from '../../../shared/workspaces/roles.ts';
import { unsigned } from '../../cast/calls.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { memberOf } from '../../given/members.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newId, type World } from '../../support/world.ts';

/** Requests of the members of a workspace, by their role. */

/** The row of an operation of the officers of the company. The patient is a plain member. */
export const officers = {
  ...unsigned,
  others: 'workspace_not_found',
  patient: 'not_workspace_officer',
  'HR admin': 'ok',
  'workspace owner': 'ok',
} as const;

/** A company, and the accounts of people who see or do not see what a member shares with its officers. */
export async function givenCompanyAndViewers(world: World) {
  const company = await givenWorkspace(world);
  const inCompany = async (more: Parameters<typeof givenEmployee>[2] = {}) =>
    (await givenEmployee(world, company, more)).accountId;
  const elsewhere = await givenEmployee(world, await givenWorkspace(world), { role: 'hr_admin' });
  return {
    company,
    viewers: {
      'HR admin': await inCompany({ role: 'hr_admin' }),
      'workspace owner': await inCompany({ role: 'owner' }),
      colleague: await inCompany(),
      'former HR admin': await inCompany({ role: 'hr_admin', endedAt: world.now().toISOString() }),
      'HR admin of another company': elsewhere.accountId,
      administrator: await givenAdmin(world),
      nobody: undefined,
    },
  };
}

/** A member with a role in a workspace. */
export const inRole =
  (role: Role, workspaceKind: 'corporate' | 'merchant' = 'corporate', body?: object) =>
  async (world: World) => {
    const workspace = await givenWorkspace(world, workspaceKind);
    const { accountId } = await givenEmployee(world, workspace, { role });
    return { as: accountId, params: { workspaceId: workspace.id }, ...(body && { body }) };
  };

/** A member with one role acts on a member with another role. */
export const upon = (role: Role, other: Role, body?: object) => async (world: World) => {
  const { as, params } = await inRole(role)(world);
  const { memberId } = await givenEmployee(world, { id: params.workspaceId }, { role: other });
  return { as, params: { ...params, memberId }, ...(body && { body }) };
};

export const uponOneself = (role: Role, body?: object) => async (world: World) => {
  const { as, params } = await inRole(role)(world);
  return { as, params: { ...params, memberId: memberOf(as, params.workspaceId) }, ...(body && { body }) };
};

export const uponStranger = (role: Role, body?: object) => async (world: World) => {
  const { as, params } = await inRole(role)(world);
  return { as, params: { ...params, memberId: newId() }, ...(body && { body }) };
};
