import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { typedCode } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectOneOwner, expectWholeItems } from '../../support/item-integrity.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { furtherRemovals, furtherSettings } from './members.calls.ts';
import { newOffice, type Office } from './workspace-driver.ts';

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

const ownWorkspaces = async (as: AccountId) =>
  (await world.call('listOwnWorkspaces', { as })).body.workspaces;
const edgeOf = async (accountId: AccountId) =>
  membership.parseIfAny(await world.item(membership.key({ accountId, workspaceId: office.id })));

describe('a workspace', () => {
  it('is created with its owner as a member', async () => {
    const { id, owner, workspace } = office;
    const at = world.now().toISOString();
    expect(workspace).toEqual({
      id,
      name: 'Teknologi Maju',
      workspaceKind: 'corporate',
      ownerId: owner,
      createdAt: at,
    });
    const memberId = await office.memberIdOf(owner);
    expect(await office.members()).toEqual([{ memberId, role: 'owner', joinedAt: at }]);
    expect(await ownWorkspaces(owner)).toEqual([
      {
        ...{ workspaceId: id, memberId, memberCode: typedCode(memberId), name: 'Teknologi Maju' },
        ...{ workspaceKind: 'corporate', role: 'owner', joinedAt: at },
      },
    ]);
    await expectWholeItems(world);
  });

  it('can be listed, latest first, and renamed', async () => {
    const ids = [office.id];
    for (let n = 0; n < 4; n++) {
      world.advance(1);
      ids.unshift((await newOffice(world)).id);
    }
    const { workspaces } = (await world.call('listWorkspaces', { as: office.admin })).body;
    expect(workspaces.map(({ id }: { id: string }) => id)).toEqual(ids);

    const params = { workspaceId: office.id };
    const renamed = await world.call('renameWorkspace', {
      as: office.admin,
      params,
      body: { name: 'Maju Berhad' },
    });
    expect(renamed.body).toEqual({ ...office.workspace, name: 'Maju Berhad' });
    expect((await world.call('getWorkspace', { as: office.admin, params })).body).toEqual(renamed.body);
    expect((await ownWorkspaces(office.owner))[0].name).toBe('Maju Berhad');
  });
});

describe('the owner of a workspace', () => {
  it('is replaced: the new one joins, the previous one becomes a member', async () => {
    const next = newAccount();
    const { status, body } = await office.assign(next);
    expect([status, body]).toEqual([200, { ...office.workspace, ownerId: next }]);
    expect((await edgeOf(next))?.role).toBe('owner');
    expect((await edgeOf(office.owner))?.role).toBe('member');
    expect((await office.leave(office.owner)).status).toBe(204);
    expect((await office.leave(next)).body.code).toBe('owner_stays');
    await expectOneOwner(world);
  });

  it('can be a member, who keeps the time of joining, or a former member, who rejoins', async () => {
    const { accountId } = await office.join();
    const joinedAt = world.now().toISOString();
    world.advance(1000);
    await office.assign(accountId);
    expect(await edgeOf(accountId)).toMatchObject({ role: 'owner', joinedAt });
    const memberId = await office.memberIdOf(office.owner);
    await office.leave(office.owner);
    world.advance(1000);
    await office.assign(office.owner);
    expect(await edgeOf(office.owner)).toEqual({
      accountId: office.owner,
      workspaceId: office.id,
      memberId,
      role: 'owner',
      joinedAt: world.now().toISOString(),
    });
    await expectOneOwner(world);
    await expectWholeItems(world);
  });

  it('stays the same when named again, and a workspace without one gets one', async () => {
    expect((await office.assign(office.owner)).status).toBe(200);
    expect((await edgeOf(office.owner))?.role).toBe('owner');
    const { id: workspaceId } = await givenWorkspace(world);
    const answers = await Promise.all(
      [newAccount(), newAccount(), newAccount()].map((accountId) =>
        world.call('assignOwner', { as: office.admin, params: { workspaceId }, body: { accountId } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectOneOwner(world);
  });

  it('is unique, even when another is named while there is none', async () => {
    const { id: workspaceId } = await givenWorkspace(world);
    const name = (accountId: AccountId) =>
      world.call('assignOwner', { as: office.admin, params: { workspaceId }, body: { accountId } });
    meanwhile(world, () => name(newAccount()));
    expect((await name(newAccount())).status).toBe(200);
    world.setFault(undefined);
    await expectOneOwner(world);
  });

  it('is a member, even when they leave, join or get a role concurrently', async () => {
    const { accountId } = await office.join();
    meanwhile(world, () => office.leave(accountId));
    expect((await office.assign(accountId)).status).toBe(200);
    expect((await edgeOf(accountId))?.endedAt).toBeUndefined();
    await expectOneOwner(world);

    const joins = newAccount();
    meanwhile(world, () =>
      givenEmployee(world, office, { accountId: joins, joinedAt: '2031-01-01T00:00:00.000Z' }),
    );
    expect((await office.assign(joins)).status).toBe(200);
    expect(await edgeOf(joins)).toMatchObject({ role: 'owner', joinedAt: '2031-01-01T00:00:00.000Z' });
    world.setFault(undefined);
    await expectOneOwner(world);
  });
});

describe('roles', () => {
  it('are given and revoked only by the owner, and count from the next request on', async () => {
    const { accountId } = await office.join();
    const invites = async () => (await office.invite('member', accountId)).status;
    expect(await invites()).toBe(403);
    expect((await office.setRole(accountId, 'hr_admin')).status).toBe(204);
    expect(await invites()).toBe(201);
    expect((await office.setRole(accountId, 'member')).status).toBe(204);
    expect(await invites()).toBe(403);
    await expectWholeItems(world);
  });

  it('do not count when the membership ends concurrently, also for the owner', async () => {
    const { accountId } = await office.join();
    const edge = (await edgeOf(office.owner)) ?? ({} as never);
    meanwhile(world, () => world.put(membership.stored({ ...edge, endedAt: world.now().toISOString() })));
    expect((await office.setRole(accountId, 'hr_admin')).body.code).toBe('workspace_not_found');
    expect((await edgeOf(accountId))?.role).toBe('member');
  });

  it.each(['left', 'was made a member'] as const)(
    'do not count when their holder %s concurrently',
    async (what) => {
      const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
      const { accountId } = await office.join();
      const { body: pending } = await office.invite();
      const { id } = await office.file(accountId, '2031-03-20');
      const requests = {
        remove: () => office.remove(accountId, officer),
        invite: () => office.invite('member', officer),
        revoke: () => office.revoke(pending.invitation.id, officer),
        approve: () => office.decide('approve', accountId, id, officer),
      };
      for (const send of Object.values(requests)) {
        let before: unknown;
        meanwhile(world, async () => {
          if (what === 'left') await office.leave(officer);
          else await office.setRole(officer, 'member');
          before = await world.dump();
        });
        const { status, body } = await send();
        world.setFault(undefined);
        expect([status, body.code]).toEqual(
          what === 'left' ? [404, 'workspace_not_found'] : [403, 'not_workspace_officer'],
        );
        expect(await world.dump()).toEqual(before);
        if (what === 'left') await office.join(officer, 'hr_admin');
        else await office.setRole(officer, 'hr_admin');
      }
    },
  );

  it('of a concurrently replaced owner cannot give roles', async () => {
    const { accountId } = await office.join();
    meanwhile(world, () => office.assign(newAccount()));
    expect((await office.setRole(accountId, 'hr_admin')).body.code).toBe('not_workspace_officer');
    expect((await edgeOf(accountId))?.role).toBe('member');
  });

  it('that were raised concurrently are sufficient', async () => {
    const { accountId } = await office.join(newAccount(), 'hr_admin');
    meanwhile(world, () => office.assign(accountId));
    expect((await office.invite('member', accountId)).status).toBe(201);
  });

  it('of an owner stay when given to someone who is leaving', async () => {
    const { accountId } = await office.join(newAccount(), 'hr_admin');
    meanwhile(world, () => office.assign(accountId));
    expect((await office.leave(accountId)).body.code).toBe('owner_stays');
    await expectOneOwner(world);
  });

  refusesToo('setMemberRole', furtherSettings, () => world);
});

describe('a membership', () => {
  it('ends once when the member leaves or is removed, and keeps its times', async () => {
    const { accountId: leaves } = await office.join();
    const { accountId: removed } = await office.join();
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    const joinedAt = world.now().toISOString();
    world.advance(1000);
    const endedAt = world.now().toISOString();
    expect((await office.leave(leaves)).status).toBe(204);
    expect((await office.remove(removed)).status).toBe(204);
    expect((await edgeOf(leaves))?.removedAt).toBeUndefined();
    expect((await edgeOf(removed))?.removedAt).toBe(endedAt);
    world.advance(1000);
    expect((await office.leave(leaves)).body.code).toBe('workspace_not_found');
    for (const as of [office.owner, officer]) {
      expect((await office.remove(removed, as)).body.code).toBe('member_not_found');
    }
    expect((await office.setRole(removed, 'hr_admin')).body.code).toBe('member_not_found');
    for (const accountId of [leaves, removed]) {
      expect(await edgeOf(accountId)).toMatchObject({ role: 'member', joinedAt, endedAt });
      expect(await ownWorkspaces(accountId)).toEqual([]);
      const memberId = await office.memberIdOf(accountId);
      expect(await office.members()).toContainEqual({ memberId, role: 'member', joinedAt, endedAt });
    }
    await expectWholeItems(world);
  });

  it('starts again with a new invitation: only the latest one is stored, with the id and the place of the first', async () => {
    world.advance(1000);
    const { accountId } = await office.join(newAccount(), 'hr_admin');
    const memberId = await office.memberIdOf(accountId);
    world.advance(1000);
    const after = await office.memberIdOf((await office.join()).accountId);
    await office.leave(accountId);
    world.advance(1000);
    await office.join(accountId);
    expect(await edgeOf(accountId)).toEqual({
      accountId,
      workspaceId: office.id,
      memberId,
      role: 'member',
      joinedAt: world.now().toISOString(),
    });
    const listed = (await office.members()).map((member: { memberId: string }) => member.memberId);
    expect(listed.slice(0, 2)).toEqual([after, memberId]);
    await expectWholeItems(world);
  });

  it('of a closed account is not listed', async () => {
    const { accountId } = await office.join();
    await world.call('requestDeletion', { as: accountId });
    expect((await office.members()).map((member: { memberId: string }) => member.memberId)).toEqual([
      await office.memberIdOf(office.owner),
    ]);
  });

  refusesToo('removeMember', furtherRemovals, () => world);
});

describe('concurrent operations', () => {
  it('leave one owner, who is a member', async () => {
    const people = [office.owner, (await office.join()).accountId, (await office.join()).accountId];
    const who = fc.constantFrom(...people);
    const action = fc.oneof(
      who.map((person) => () => office.assign(person)),
      who.map((person) => () => office.leave(person)),
      who.map((person) => () => office.join(person)),
      fc.tuple(who, who).map(
        ([person, as]) =>
          () =>
            office.remove(person, as),
      ),
      fc.tuple(who, who).map(
        ([person, as]) =>
          () =>
            office.setRole(person, 'hr_admin', as),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 6 }), async (actions) => {
        await Promise.all(actions.map((act) => act()));
        await expectOneOwner(world);
        await expectWholeItems(world);
      }),
      { numRuns: 25 },
    );
  });
});
