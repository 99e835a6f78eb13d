import { describe, expect, it } from 'vitest';
import { givenClosedAccount } from '../given/accounts.ts';
import { meanwhile } from '../support/fault-injection.ts';
import { newWorld } from '../support/world.ts';
import { calls, operations, validRequest } from './calls.ts';

/** A write that races with the closing of its account must not leave an item that no erasure finds. */
const writing = operations.filter((operation) => calls[operation].needsOpenAccount);

describe('an account that is closed between the reads and the write of a request', () => {
  it.each(writing)('gets a refusal from %s, which changes nothing', async (operation) => {
    const world = await newWorld();
    const sent = await validRequest(world, operation);
    let before: unknown;
    meanwhile(world, async () => {
      await givenClosedAccount(world, sent.as);
      before = await world.dump();
    });
    const { status, body } = await world.call(operation, sent);
    world.setFault(undefined);
    expect([status, body?.code]).toEqual([403, 'account_closed']);
    expect(await world.dump()).toEqual(before);
  });
});
