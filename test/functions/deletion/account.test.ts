import { beforeEach, describe, expect, it } from 'vitest';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner } from '../../given/clinical.ts';
import { givenClub, givenMember } from '../../given/community.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const account = async (as: AccountId) => (await world.call('getAccount', { as })).body;

describe('the account of a caller', () => {
  it('has no role at first, and states the notices in force', async () => {
    const id = newAccount();
    expect(await account(id)).toEqual({
      id,
      platformAdmin: false,
      workspaces: [],
      ownedClubs: [],
      accessNoticeVersion: '2031-01-01',
      consentNoticeVersion: '2031-02',
      deletionNoticeVersion: '2031-03',
    });
  });

  it('shows the roles of all areas', async () => {
    const id = await givenAdmin(world, await givenPractitioner(world));
    const workspace = await givenWorkspace(world, 'merchant');
    await givenEmployee(world, workspace, { accountId: id, role: 'staff' });
    const left = await givenWorkspace(world);
    await givenEmployee(world, left, { accountId: id, endedAt: world.now().toISOString() });
    const older = await givenClub(world, { ownerId: id });
    world.advance(minutes(1));
    const newer = await givenClub(world, { ownerId: id, createdAt: world.now().toISOString() });
    for (const own of [older, newer]) await givenMember(world, own, 'owner');
    await givenMember(world, await givenClub(world), 'member', id);
    const found = await account(id);
    expect(found).toMatchObject({
      platformAdmin: true,
      verification: { accountId: id, verificationValidUntil: expect.any(String) },
    });
    expect(found.workspaces).toMatchObject([{ workspaceKind: 'merchant', role: 'staff' }]);
    expect(found.ownedClubs).toEqual([newer, older].map(({ id: clubId, title }) => ({ id: clubId, title })));
  });

  it('shows a verification that has ended', async () => {
    const withdrawnAt = world.now().toISOString();
    const id = await givenPractitioner(world, { withdrawnAt });
    expect((await account(id)).verification).toMatchObject({ accountId: id, withdrawnAt });
  });
});
