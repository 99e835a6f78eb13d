import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { type Device, device, deviceIdOf, devicesOf } from '../../../shared/notices/devices.ts';
import { minutes, seconds } from '../../../shared/values/clock.ts';
import { MAX_DEVICES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenDevice } from '../../given/notices.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
  world.setTime({ sleep: async () => {} });
});

/** The phone of the account that is erased. */
let phoneOf: Device;
const phone = (token: string) => ({ platform: 'android', token, language: 'ms-MY' });
const put = (as: AccountId, token: string) => world.call('putDevice', { as, body: phone(token) });
const remove = (as: AccountId, deviceId: string) => world.call('deleteDevice', { as, params: { deviceId } });
const stored = async (token: string) =>
  device.parse((await world.item(device.key({ id: deviceIdOf('android', token) }))) ?? {});
const isRegistered = async (of: AccountId, token: string) => {
  const { accountId, endedAt } = await stored(token);
  return accountId === of && endedAt === undefined;
};

describe('a phone', () => {
  it('is registered with the language of its pushes, and its token is never returned', async () => {
    const account = newAccount();
    const { status, body } = await put(account, 'token-1');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: deviceIdOf('android', 'token-1'),
        platform: 'android',
        language: 'ms-MY',
        registeredAt: world.now().toISOString(),
      },
    });
    expect(JSON.stringify(world.lines)).not.toContain('token-1');
    expect(await stored('token-1')).toMatchObject({ accountId: account, token: 'token-1' });
  });

  it('keeps its endpoint when its account registers it again', async () => {
    const account = newAccount();
    await givenDevice(world, account, { token: 'token-1', endpoint: 'arn:endpoint' });
    world.advance(minutes(1));
    await put(account, 'token-1');
    const { staleSince, ...again } = await stored('token-1');
    expect(staleSince).toBeUndefined();
    expect(again).toMatchObject({ endpoint: 'arn:endpoint', language: 'ms-MY' });
    expect(again.registeredAt).toBe(world.now().toISOString());
  });

  it('belongs to the account that registered it last, and the endpoint of the account before is marked', async () => {
    const [before, now] = [newAccount(), newAccount()];
    await givenDevice(world, before, { token: 'token-1', endpoint: 'arn:endpoint' });
    await put(now, 'token-1');
    expect(await stored('token-1')).toMatchObject({
      accountId: now,
      endpoint: 'arn:endpoint',
      staleSince: world.now().toISOString(),
    });
    expect(await world.freshTable().query(devicesOf(before))).toEqual([]);
  });

  it('belongs to one of two accounts that register it at the same time', async () => {
    const [first, second] = [newAccount(), newAccount()];
    await givenDevice(world, newAccount(), { token: 'token-1' });
    meanwhile(world, () => put(second, 'token-1'));
    expect((await put(first, 'token-1')).status).toBe(200);
    expect(await stored('token-1')).toMatchObject({ accountId: first });
  });

  it.each(['new', 'its own'])(
    'that is %s is marked when another account registers it between the read and the write',
    async (which) => {
      const [first, second] = [newAccount(), newAccount()];
      if (which === 'its own')
        await givenDevice(world, first, { token: 'token-1', endpoint: 'arn:endpoint' });
      meanwhile(world, () => put(second, 'token-1'));
      await put(first, 'token-1');
      expect(await stored('token-1')).toMatchObject({ accountId: first, staleSince: expect.any(String) });
    },
  );

  it('is marked when its account deletes it while registering it again', async () => {
    const account = newAccount();
    const { id } = await givenDevice(world, account, { token: 'token-1', endpoint: 'arn:endpoint' });
    meanwhile(world, () => remove(account, id));
    await put(account, 'token-1');
    const { endedAt, staleSince } = await stored('token-1');
    expect([endedAt, staleSince]).toEqual([undefined, expect.any(String)]);
  });

  it('gets no pushes after its account has deleted it, and the mark stays for its endpoint', async () => {
    const account = newAccount();
    const { id } = await givenDevice(world, account, { token: 'token-1', endpoint: 'arn:endpoint' });
    expect([(await remove(account, id)).status, (await remove(account, id)).status]).toEqual([204, 204]);
    expect(await stored('token-1')).toMatchObject({
      endpoint: 'arn:endpoint',
      endedAt: world.now().toISOString(),
    });
  });

  it('is registered again after it was deleted', async () => {
    const account = newAccount();
    const { id } = await givenDevice(world, account, { token: 'token-1', endpoint: 'arn:endpoint' });
    await remove(account, id);
    await put(account, 'token-1');
    const again = await stored('token-1');
    expect(again.endedAt).toBeUndefined();
    expect(again.staleSince).toBe(world.now().toISOString());
  });

  it('of somebody else is not deleted, and an unknown one is no error', async () => {
    const { id } = await givenDevice(world, newAccount(), { token: 'token-1' });
    const stranger = newAccount();
    expect([(await remove(stranger, id)).status, (await remove(stranger, newId())).status]).toEqual([
      204, 204,
    ]);
    expect((await stored('token-1')).endedAt).toBeUndefined();
  });

  it('replaces the one that registered longest ago, when it is the eleventh', async () => {
    const account = newAccount();
    for (let n = 0; n <= MAX_DEVICES; n++) {
      await put(account, `token-${n}`);
      world.advance(seconds(1));
    }
    const registered = await Promise.all(
      Array.from({ length: MAX_DEVICES + 1 }, (_, n) => isRegistered(account, `token-${n}`)),
    );
    expect(registered).toEqual([false, ...Array(MAX_DEVICES).fill(true)]);
  });
});

describe('the erasure of an account', () => {
  it.each([
    ['another account registers', () => put(newAccount(), 'token-1'), { token: 'token-1' }],
    [
      'a run of the worker creates an endpoint for',
      () => world.put(device.stored({ ...phoneOf, creatingAt: world.now().toISOString() })),
      { creatingAt: expect.any(String) },
    ],
    [
      'a run of the worker has created an endpoint for',
      () => world.put(device.stored({ ...phoneOf, endpoint: 'arn:endpoint' })),
      { endpoint: 'arn:endpoint' },
    ],
  ])('does not delete a phone that %s meanwhile', async (_, happens, left) => {
    const account = newAccount();
    phoneOf = await givenDevice(world, account, { token: 'token-1' });
    await world.call('requestDeletion', { as: account });
    world.advance(minutes(2));
    meanwhile(world, happens, 'attribute_not_exists(creatingAt)');
    await world.run(eraseAccounts);
    expect(await stored('token-1')).toMatchObject(left);
  });

  it('deletes its phones, and waits for the endpoint of one', async () => {
    const account = newAccount();
    const { id } = await givenDevice(world, account, { token: 'token-1', endpoint: 'arn:endpoint' });
    await givenDevice(world, account, { token: 'token-2' });
    const { body: receipt } = await world.call('requestDeletion', { as: account });
    world.advance(minutes(2));
    const state = async () => {
      await world.run(eraseAccounts);
      const { body } = await world.call('checkDeletionReceipt', {
        body: { receiptToken: receipt.receiptToken },
      });
      return body.status;
    };
    expect(await state()).toBe('pending');
    expect(await world.freshTable().query(devicesOf(account))).toMatchObject([
      { id, endedAt: world.now().toISOString() },
    ]);
    await world.freshTable().transact({ device: { Delete: { Key: device.key({ id }) } } });
    expect(await state()).toBe('completed');
  });
});
