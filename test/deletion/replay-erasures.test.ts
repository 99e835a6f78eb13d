import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as replayErasures } from '../../functions/deletion/replay-erasures.ts';
import { malaysianDate } from '../../shared/calendar.ts';
import { days, later, minutes } from '../../shared/clock.ts';
import { deletionReceipt, LEDGER_LIFE_DAYS } from '../../shared/items/deletion.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { meanwhile } from '../support/faults.ts';
import { givenFullLife } from '../support/full-life.ts';
import { newAccount, newWorld, type World } from '../support/world.ts';

let world: World;
let account: AccountId;
let today: string;
beforeEach(async () => {
  world = await newWorld();
  account = newAccount();
  today = malaysianDate(world.now());
});

const replay = async (said: object = { from: today }) => (await world.run(replayErasures, said)).done;

const request = async () =>
  (await world.call('requestDeletion', { as: account })).body.receiptToken as string;

const check = async (receiptToken: string) =>
  (await world.call('checkDeletionReceipt', { body: { receiptToken } })).body;

async function erased() {
  world.advance(minutes(2));
  await world.run(eraseAccounts);
}

/** The table as it was: what a restored one shows. */
async function restore(before: readonly StoredItem[]): Promise<void> {
  const key = ({ pk, sk }: StoredItem) => ({ pk: String(pk), sk: String(sk) });
  for (const item of await world.dump()) {
    await world.freshTable().transact({ gone: { Delete: { Key: key(item) } } });
  }
  await world.put(...before);
}

const receipts = async () =>
  (await world.dump()).filter(({ pk }) => String(pk).startsWith(deletionReceipt.prefix));

describe('an erased account in a restored table', () => {
  it('is closed again, is erased again, and is known by the same receipt', async () => {
    await givenFullLife(world, account);
    const before = await world.dump();
    const receipt = await request();
    await erased();
    const after = (await world.dump()).length;
    await restore(before);
    expect((await world.call('listOwnRecords', { as: account })).status).toBe(200);

    expect(await replay()).toEqual({ erasuresReopened: 1, erasuresDoneAlready: 0 });
    expect((await world.call('listOwnRecords', { as: account })).body.code).toBe('account_closed');
    expect(await check(receipt)).toMatchObject({ status: 'pending' });
    await world.run(eraseAccounts);
    expect(await check(receipt)).toMatchObject({ status: 'completed' });
    expect(await world.dump()).toHaveLength(after);
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 1 });
  });

  it('that shows an older receipt has the one that its person holds', async () => {
    const first = await request();
    const before = await world.dump();
    const second = await request();
    await erased();
    await restore(before);
    expect(await replay()).toMatchObject({ erasuresReopened: 1 });
    expect(await check(first)).toMatchObject({ code: 'receipt_not_found' });
    expect(await check(second)).toMatchObject({ status: 'pending' });
    expect(await receipts()).toHaveLength(1);
  });

  it('has one good receipt, also when a deletion is requested or repeated meanwhile', async () => {
    for (const requestedBefore of [false, true]) {
      account = newAccount();
      if (requestedBefore) await request();
      const before = await world.dump();
      const receipt = await request();
      await erased();
      await restore(before);
      meanwhile(world, request);
      expect((await replay())?.['erasuresReopened']).toBe(1);
      world.setFault(undefined);
      expect(await check(receipt)).toMatchObject({ status: 'pending' });
      expect(await receipts()).toHaveLength(1);
      await restore([]);
      world.advance(days(1));
      today = malaysianDate(world.now());
    }
  });

  it('stays erased when its erasure is completed meanwhile', async () => {
    const receipt = await request();
    const before = await world.dump();
    await erased();
    await restore(before);
    meanwhile(world, () => world.run(eraseAccounts));
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 1 });
    world.setFault(undefined);
    expect(await check(receipt)).toMatchObject({ status: 'completed' });
  });
});

describe('the ledger', () => {
  it('has an erasure before it is called completed, by the day on which it was done', async () => {
    const receipt = await request();
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes('completed'))
        throw new Error('stopped');
      return send();
    });
    world.advance(minutes(2));
    await world.run(eraseAccounts).catch(() => {});
    world.setFault(undefined);
    expect(await check(receipt)).toMatchObject({ status: 'pending' });
    expect(await world.ledger.erasedOn(today)).toMatchObject([{ accountId: account, status: 'completed' }]);
    expect(await world.ledger.erasedOn(malaysianDate(later(world.now(), days(1))))).toEqual([]);
  });

  it.each([
    ['nothing', () => ({})],
    ['no day', () => ({ from: 'yesterday' })],
    ['more than a day', () => ({ from: today, to: today })],
    ['tomorrow', () => ({ from: malaysianDate(later(world.now(), days(1))) })],
    [
      'a day that it has forgotten',
      () => ({ from: malaysianDate(later(world.now(), -days(LEDGER_LIFE_DAYS + 1))) }),
    ],
  ])('is not replayed from %s', async (_, said) => {
    await request();
    await erased();
    await restore([]);
    await expect(replay(said())).rejects.toThrow(/say from when|the ledger knows/);
    expect(await world.dump()).toEqual([]);
  });
});
