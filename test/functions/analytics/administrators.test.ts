import { beforeEach, describe, expect, it } from 'vitest';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectWholeItems } from '../../support/item-integrity.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const grant = (accountId: AccountId, as = admin) =>
  world.call('grantAdministrator', { as, params: { accountId } });
const revoke = (accountId: AccountId, as = admin) =>
  world.call('revokeAdministrator', { as, params: { accountId } });
const list = async (as = admin) =>
  (await world.call('listAdministrators', { as, query: {} })).body.administrators.map(
    (administrator: { accountId: string }) => administrator.accountId,
  );
const mayList = async (as: AccountId) =>
  (await world.call('listWorkspaces', { as, query: {} })).body.code !== 'not_platform_admin';

describe('an administrator of the platform', () => {
  it('is granted and revoked by another, from the next request on', async () => {
    const other = newAccount();
    expect(await mayList(other)).toBe(false);
    expect((await grant(other)).status).toBe(204);
    expect(await mayList(other)).toBe(true);
    expect(await list()).toEqual([admin, other].sort());
    await expectWholeItems(world);

    expect((await revoke(admin, other)).status).toBe(204);
    expect(await mayList(admin)).toBe(false);
    expect(await list(other)).toEqual([other]);
    await expectWholeItems(world);
  });

  it('is granted idempotently, also to oneself', async () => {
    const other = newAccount();
    for (const [accountId, as] of [
      [other, admin],
      [other, admin],
      [other, other],
    ] as const)
      expect((await grant(accountId, as)).status).toBe(204);
    expect(await list()).toHaveLength(2);
    await expectWholeItems(world);
  });

  it('is listed with the time of the first grant, until the role is revoked', async () => {
    const other = newAccount();
    const since = async () =>
      (await world.call('listAdministrators', { as: admin, query: {} })).body.administrators.find(
        (administrator: { accountId: string }) => administrator.accountId === other,
      )?.since;
    const first = world.now().toISOString();
    await grant(other);
    world.advance(minutes(1));
    await grant(other);
    expect(await since()).toBe(first);
    await revoke(other);
    await grant(other);
    expect(await since()).toBe(world.now().toISOString());
  });

  it('remains when two revoke each other concurrently', async () => {
    for (let n = 0; n < 10; n++) {
      const [first, second] = [await givenAdmin(world), await givenAdmin(world)];
      const answers = await Promise.all([revoke(first, second), revoke(second, first)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
      expect([await mayList(first), await mayList(second)].filter(Boolean)).toHaveLength(1);
    }
  });

  it('cannot grant the role after their own was revoked concurrently', async () => {
    for (const toThemselves of [true, false]) {
      const other = await givenAdmin(world);
      meanwhile(world, async () => expect((await revoke(other)).status).toBe(204));
      expect((await grant(toThemselves ? other : newAccount(), other)).body.code).toBe('not_platform_admin');
      world.setFault(undefined);
      expect(await list()).toEqual([admin]);
    }
  });

  it('loses the role when the account is closed', async () => {
    const other = await givenAdmin(world);
    await world.call('requestDeletion', { as: other });
    expect(await list()).toEqual([admin]);
    expect((await revoke(other)).body.code).toBe('administrator_not_found');
    expect((await grant(other)).body.code).toBe('account_is_closed');
    await expectWholeItems(world);
  });
});
