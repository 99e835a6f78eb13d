import { beforeEach, describe, expect, it } from 'vitest';
import { ROLES, type Role, rolesIn, WORKSPACE_KINDS } from '../../../shared/workspaces/roles.ts';
import { type Tab, tabsOf } from '../../../web/desk/tabs.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

/** Each role in each kind of workspace that has it: what its members may read, and what becomes of the role. */
const everyRole = WORKSPACE_KINDS.flatMap((kind) => rolesIn(kind).map((role) => ({ kind, role })));

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

async function given(kind: (typeof everyRole)[number]['kind'], role: Role) {
  const workspace = await givenWorkspace(world, kind);
  const { accountId } = await givenEmployee(world, workspace, { role });
  return { accountId, params: { workspaceId: workspace.id } };
}

const MARCH = { from: '2031-03-01', to: '2031-03-31' };
const CORPORATE = ['listCertificates', 'medicalCertificateTotals'] as const;
const MERCHANT = ['listMerchantCampaigns', 'merchantReport'] as const;
const PEOPLE = ['listMembers', 'listInvitations'] as const;
const everyReport = [...PEOPLE, ...CORPORATE, ...MERCHANT];
type Report = (typeof everyReport)[number];

/** Who reads what, as the interface (section 4.9) and the documents of the roles say. */
const READS: Readonly<Record<(typeof WORKSPACE_KINDS)[number], Readonly<Record<Role, readonly Report[]>>>> = {
  corporate: {
    owner: [...PEOPLE, ...CORPORATE],
    hr_admin: [...PEOPLE, ...CORPORATE],
    member: [],
    staff: [],
  },
  merchant: { owner: [...PEOPLE, ...MERCHANT], staff: MERCHANT, member: [], hr_admin: [] },
};

describe.each(everyRole)('a member with the role $role of a $kind workspace', ({ kind, role }) => {
  it('reads the lists and reports of the role, and no others', async () => {
    const { accountId: as, params } = await given(kind, role);
    const read: Report[] = [];
    for (const operation of everyReport) {
      const query = operation.endsWith('Totals') || operation.endsWith('Report') ? MARCH : {};
      const { status } = await world.call(operation, { as, params, query });
      if (status === 200) read.push(operation);
      else expect(status, operation).toBeOneOf([403, 404]);
    }
    expect(read).toEqual(READS[kind][role]);
  });

  it('gets the tabs of the desk whose lists and reports the role reads', () => {
    const needs: Readonly<Record<Tab, Report>> = {
      counter: 'merchantReport',
      members: 'listMembers',
      invitations: 'listInvitations',
      certificates: 'listCertificates',
      campaigns: 'listMerchantCampaigns',
      report: kind === 'merchant' ? 'merchantReport' : 'medicalCertificateTotals',
    };
    const opened = new Set(tabsOf({ workspaceKind: kind, role }).map((tab) => needs[tab]));
    expect([...opened].sort()).toEqual([...READS[kind][role]].sort());
  });

  it(role === 'owner' ? 'cannot leave' : 'can leave', async () => {
    const { accountId: as, params } = await given(kind, role);
    const { status, body } = await world.call('leaveWorkspace', { as, params });
    expect([status, body?.code]).toEqual(role === 'owner' ? [409, 'owner_stays'] : [204, undefined]);
  });

  it('can be assigned as the owner, and is a member again after the next assignment', async () => {
    const { accountId, params } = await given(kind, role === 'owner' ? 'member' : role);
    const admin = await givenAdmin(world);
    const assign = (to: string) => world.call('assignOwner', { as: admin, params, body: { accountId: to } });
    const roleNow = async () =>
      (await world.call('listOwnWorkspaces', { as: accountId })).body.workspaces[0].role;
    expect((await assign(accountId)).status).toBe(200);
    expect(await roleNow()).toBe('owner');
    expect((await assign(newAccount())).status).toBe(200);
    expect(await roleNow()).toBe('member');
  });
});

it('every role is a role of some kind of workspace', () => {
  expect(new Set(everyRole.map(({ role }) => role))).toEqual(new Set(ROLES));
});
