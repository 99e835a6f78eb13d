import { beforeEach, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../../functions/contracts.ts';
import {
  ROLES,
  type Role,
  rolesIn,
  WORKSPACE_KINDS,
  type WorkspaceKind,
} from '../../../shared/workspaces/roles.ts';
import { tabsOf, type WorkspaceTab } from '../../../web/desk/tabs.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { newOffice } from './workspace-driver.ts';

/** Each role in each kind of workspace that has it: what its members may read, and what becomes of the role. */
const everyRole = WORKSPACE_KINDS.flatMap((kind) => rolesIn(kind).map((role) => ({ kind, role })));

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

/** A workspace and a member with a role in it. */
async function given(kind: WorkspaceKind, role: Role) {
  const office = await newOffice(world, kind);
  const member = role === 'owner' ? office.owner : (await office.join(newAccount(), role)).accountId;
  return { office, member };
}

const WORKSPACE = '/v1/partner/workspaces/{workspaceId}/';
/** Every list and report of a workspace, by the end of its path. */
const reports = new Map(
  Object.values(contracts).flatMap(({ method, path, operationId }) =>
    method === 'GET' && path.startsWith(WORKSPACE) && !path.slice(WORKSPACE.length).includes('{')
      ? [[path.slice(WORKSPACE.length), operationId as OperationId] as const]
      : [],
  ),
);

const PEOPLE = ['members', 'invitations'];
const CERTIFICATES = ['medical-certificates', 'medical-certificates/totals'];
const GIFTS = ['campaigns', 'report'];

/** What each role reads, as the interface (section 4.9) and the documents of the roles say. */
const READS: Readonly<Record<WorkspaceKind, Readonly<Record<Role, readonly string[]>>>> = {
  corporate: {
    owner: [...PEOPLE, ...CERTIFICATES],
    hr_admin: [...PEOPLE, ...CERTIFICATES],
    member: [],
    staff: [],
  },
  merchant: { owner: [...PEOPLE, ...GIFTS], staff: GIFTS, member: [], hr_admin: [] },
};

/** Who approves and rejects the certificates of others. */
const DECIDES: Readonly<Record<Role, boolean>> = {
  owner: true,
  hr_admin: true,
  member: false,
  staff: false,
};

it.each(rolesIn('corporate').map((role) => ({ role, decides: DECIDES[role] })))(
  'a member with the role $role decides on the certificates of others: $decides',
  async ({ role, decides }) => {
    const { office, member } = await given('corporate', role);
    const { accountId: employee } = await office.join();
    const { id } = await office.file(employee, '2031-03-10');
    const { status } = await office.decide('approve', employee, id, member);
    expect(status).toBe(decides ? 200 : 403);
  },
);

describe.each(everyRole)('a member with the role $role of a $kind workspace', ({ kind, role }) => {
  it('reads the lists and reports of the role, and no others', async () => {
    const { office, member: as } = await given(kind, role);
    const read: string[] = [];
    for (const [name, operation] of reports) {
      const query = 'paged' in contracts[operation] ? {} : { from: '2031-03-01', to: '2031-03-31' };
      const { status } = await world.call(operation, { as, params: { workspaceId: office.id }, query });
      if (status === 200) read.push(name);
      else expect(status, name).toBeOneOf([403, 404]);
    }
    expect(read.sort()).toEqual([...READS[kind][role]].sort());
  });

  it('gets the tabs of the desk whose lists and reports the role reads', () => {
    const needs: Readonly<Record<WorkspaceTab, string>> = {
      handout: 'report',
      members: 'members',
      invitations: 'invitations',
      certificates: 'medical-certificates',
      campaigns: 'campaigns',
      report: kind === 'merchant' ? 'report' : 'medical-certificates/totals',
    };
    const opened = new Set(tabsOf({ workspaceKind: kind, role }).map((tab) => needs[tab]));
    expect([...opened].sort()).toEqual([...READS[kind][role]].sort());
  });

  it(role === 'owner' ? 'cannot leave' : 'can leave', async () => {
    const { office, member } = await given(kind, role);
    const { status, body } = await office.leave(member);
    expect([status, body?.code]).toEqual(role === 'owner' ? [409, 'owner_stays'] : [204, undefined]);
  });

  it('can be assigned as the owner, and is a member after the next assignment', async () => {
    const { office, member } = await given(kind, role);
    const roleNow = async () =>
      (await world.call('listOwnWorkspaces', { as: member })).body.workspaces[0].role;
    expect((await office.assign(member)).status).toBe(200);
    expect(await roleNow()).toBe('owner');
    expect((await office.assign(newAccount())).status).toBe(200);
    expect(await roleNow()).toBe('member');
  });
});

it('every role is a role of some kind of workspace', () => {
  expect(new Set(everyRole.map(({ role }) => role))).toEqual(new Set(ROLES));
});
