import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as replayErasures } from '../../../functions/deletion/replay-erasures.ts';
import {
  deletionReceipt,
  deletionRequest,
  LEDGER_LIFE_DAYS,
  pendingDeletions,
  requestedDeletion,
} from '../../../shared/deletion/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { endOfDay, malaysianDate } from '../../../shared/values/calendar.ts';
import { days, fingerprint, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { meanwhile, throttled, unexpected } from '../../support/fault-injection.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
let account: AccountId;
let today: string;
beforeEach(async () => {
  world = await newWorld({ rollsUp: false });
  world.setTime({ sleep: async () => {} }); // The erasure waits for a lagging index, and the engine's does not lag.
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

/** Restores the table to an earlier state. */
async function restore(before: readonly StoredItem[]): Promise<void> {
  for (const item of await world.dump()) await world.remove(item);
  await world.put(...before);
}

const receipts = async () =>
  (await world.dump()).filter(({ pk }) => String(pk).startsWith(deletionReceipt.prefix));

describe('an erased account in a restored table', () => {
  it('is closed and erased again, with the same receipt', async () => {
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
    // The replay itself has an entry in the log of administrators' acts, and a copy of it for its subject.
    expect(await world.dump()).toHaveLength(after + 2);
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 1 });
  });

  it('gets the receipt that its owner holds when the table shows an older one', async () => {
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

  it('has only the latest receipt when its deletion is requested again during the replay', async () => {
    for (const requestedBefore of [false, true]) {
      account = newAccount();
      if (requestedBefore) await request();
      const before = await world.dump();
      await request();
      await erased();
      await restore(before);
      let latest = '';
      const again = async () => {
        latest = await request();
      };
      meanwhile(world, again, deletionRequest.prefix);
      expect((await replay())?.['erasuresReopened']).toBe(1);
      world.setFault(undefined);
      expect(await check(latest)).toMatchObject({ status: 'pending' });
      expect(await receipts()).toHaveLength(1);
      await restore([]);
      world.advance(days(2)); // A replay also reads the day before.
      today = malaysianDate(world.now());
    }
  });

  it('stays erased when its erasure is completed concurrently', async () => {
    const receipt = await request();
    const before = await world.dump();
    await erased();
    await restore(before);
    meanwhile(world, () => world.run(eraseAccounts), deletionRequest.prefix);
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 1 });
    world.setFault(undefined);
    expect(await check(receipt)).toMatchObject({ status: 'completed' });
  });
});

describe('a requested deletion in a restored table', () => {
  it('closes an account again whose request the table does not have, with the same receipt, and completes', async () => {
    await givenFullLife(world, account);
    const before = await world.dump();
    const receipt = await request();
    const status = await check(receipt);
    await restore(before);
    expect((await world.call('listOwnRecords', { as: account })).status).toBe(200);

    expect(await replay()).toEqual({ erasuresReopened: 1, erasuresDoneAlready: 0 });
    expect((await world.call('listOwnRecords', { as: account })).body.code).toBe('account_closed');
    expect(await check(receipt)).toEqual(status);
    await erased();
    expect(await check(receipt)).toMatchObject({ status: 'completed', id: status.id });
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 1 });
  });

  it('has the latest receipt, even when the table shows an earlier one or days have passed', async () => {
    const first = await request();
    const before = await world.dump();
    world.advance(days(1));
    const second = await request();
    world.advance(days(1));
    const third = await request();
    for (const from of [today, malaysianDate(world.now())]) {
      await restore(before);
      expect(await replay({ from })).toEqual({ erasuresReopened: 1, erasuresDoneAlready: 0 });
      expect(await check(third)).toMatchObject({ status: 'pending' });
      for (const old of [first, second])
        expect(await check(old)).toMatchObject({ code: 'receipt_not_found' });
    }
  });

  it('has the latest receipt, even when the clock of the function that issued it was behind', async () => {
    // It is just past midnight for one function, and still the day before for the other.
    const midnight = endOfDay(today);
    world.setNow(later(midnight, minutes(0.5)));
    await request();
    const before = await world.dump();
    world.setNow(later(midnight, minutes(-0.5)));
    const second = await request();
    world.setNow(later(midnight, minutes(1)));
    await restore(before);
    await replay();
    expect(await check(second)).toMatchObject({ status: 'pending' });
  });

  it('is found when the request began before midnight and the table is restored to a time after midnight', async () => {
    const before = await world.dump();
    const midnight = endOfDay(today);
    world.setNow(later(midnight, -1));
    const receipt = await request();
    world.setNow(later(midnight, minutes(1)));
    await restore(before);
    expect(await replay({ from: malaysianDate(world.now()) })).toMatchObject({ erasuresReopened: 1 });
    expect(await check(receipt)).toMatchObject({ status: 'pending' });
  });

  it('keeps a receipt that was issued after an earlier replay', async () => {
    const before = await world.dump();
    const first = await request();
    await erased();
    await restore(before);
    await replay();
    world.advance(1);
    const second = await request();
    await replay();
    expect(await check(first)).toMatchObject({ code: 'receipt_not_found' });
    expect(await check(second)).toMatchObject({ status: 'pending' });
  });

  it('does not exist for a refused request', async () => {
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite') throw throttled();
      return send();
    });
    expect((await world.call('requestDeletion', { as: account })).status).toBe(503);
    world.setFault(undefined);
    expect(await replay()).toEqual({ erasuresReopened: 0, erasuresDoneAlready: 0 });
    expect((await world.call('listOwnRecords', { as: account })).status).toBe(200);
  });
});

describe('the ledger', () => {
  it('contains a request immediately, under the day of its receipt, for 90 days', async () => {
    await request();
    const stored = (await world.dump()).find(({ pk }) => String(pk).startsWith(deletionRequest.prefix));
    expect(await world.ledger.requestedOn(today)).toEqual([deletionRequest.parse(stored ?? {})]);
    expect(await world.ledger.erasedOn(today)).toEqual([]);
    const [entry] = await world.ledger.requestedOn(today);
    if (!entry) throw new Error('no entry');
    const { ttl } = requestedDeletion.stored(entry);
    expect(Number(ttl) * 1000).toBe(later(world.now(), days(90)).getTime());
  });

  it('keeps the account open with a 503 when it cannot be written, and the same request works later', async () => {
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes(world.ledger.name)) throw throttled();
      return send();
    });
    const before = await world.dump();
    const { status, headers } = await world.call('requestDeletion', { as: account });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(await world.dump()).toEqual(before);
    world.setFault(undefined);
    expect((await world.call('requestDeletion', { as: account })).status).toBe(201);
    expect(await world.ledger.requestedOn(today)).toHaveLength(1);
  });

  it('contains an erasure through the write that completes it, under its day', async () => {
    const receipt = await request();
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes('completed')) throw unexpected();
      return send();
    });
    world.advance(minutes(2));
    await expect(world.run(eraseAccounts)).rejects.toThrow();
    world.setFault(undefined);
    expect(await check(receipt)).toMatchObject({ status: 'pending' });
    expect(await world.ledger.erasedOn(today)).toEqual([]);
    await world.run(eraseAccounts);
    expect(await check(receipt)).toMatchObject({ status: 'completed' });
    expect(await world.ledger.erasedOn(today)).toMatchObject([{ accountId: account, status: 'completed' }]);
    expect(await world.ledger.erasedOn(malaysianDate(later(world.now(), days(1))))).toEqual([]);
  });

  it('gets no old receipt from a run that another one has overtaken', async () => {
    const first = await request();
    let second = '';
    world.advance(minutes(2));
    const overtaking = async () => {
      second = await request();
      await world.run(eraseAccounts);
    };
    meanwhile(world, overtaking, 'completed');
    await world.run(eraseAccounts);
    world.setFault(undefined);
    const [entry, ...more] = await world.ledger.erasedOn(today);
    expect(entry?.receiptHash).toBe(fingerprint(second));
    expect(more).toEqual([]);
    await restore([]);
    await replay();
    expect(await check(first)).toMatchObject({ code: 'receipt_not_found' });
    expect(await check(second)).toMatchObject({ status: 'pending' });
  });

  it('gets no replaced receipt that an index still shows', async () => {
    await request();
    const shown = await world.table.query(pendingDeletions);
    const second = await request();
    world.advance(minutes(2));
    const ledgerHas = new Set<string>();
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes('completed')) {
        ledgerHas.add(JSON.stringify(input.TransactItems));
      }
      const answer = (await send()) as { readonly output: { Items?: unknown } };
      if (command === 'Query' && JSON.stringify(input).includes('DELETION#PENDING'))
        answer.output.Items = shown;
      return answer;
    });
    await world.run(eraseAccounts);
    world.setFault(undefined);
    const [entry, ...others] = ledgerHas;
    expect(others).toEqual([]);
    expect(entry).toContain(fingerprint(second));
  });

  it.each([
    ['nothing', () => ({})],
    ['no day', () => ({ from: 'yesterday' })],
    ['more than a day', () => ({ from: today, to: today })],
    ['tomorrow', () => ({ from: malaysianDate(later(world.now(), days(1))) })],
    [
      'a day that is no longer kept',
      () => ({ from: malaysianDate(later(world.now(), -days(LEDGER_LIFE_DAYS + 1))) }),
    ],
  ])('is not replayed from %s', async (_, said) => {
    await request();
    await erased();
    await restore([]);
    await expect(replay(said())).rejects.toThrow(/the input must be|from must be between/);
    expect(await world.dump()).toEqual([]);
  });
});
