import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import type { Key } from '../../shared/table/item.ts';
import { type Crowd, MEETINGS } from '../cast/crowds.ts';
import { newAccount, newWorld, type Sent, type World } from '../support/world.ts';
import { calls, operations } from './calls.ts';

/**
 * A person's request writes and checks only that person's items, items that it creates, and one stock shard. So people
 * who do the same thing at the same time never wait for each other, however many they are. Two people meet on an item
 * only where they compete for one thing, or where both are acted on by the same owner. The calls of each resource declare
 * what many people do at the same time.
 */
const crowds = operations.flatMap((operation) =>
  (calls[operation].crowds ?? []).map((crowd: Crowd) => ({ operation, ...crowd })),
);

const title = ({ operation, where, meetOn }: (typeof crowds)[number]): string =>
  `${operation} in ${where}: ${meetOn ? `meet only on ${meetOn.join(' and ')}` : 'have no item in common'}`;

describe('two people who do the same thing', () => {
  it.each(crowds.map((crowd) => [title(crowd), crowd] as const))('%s', async (_, crowd) => {
    const world = await newWorld();
    const request = await crowd.setting(world);
    const first = await keysOf(world, crowd.operation, await request(newAccount(), 'Ali'));
    const second = await keysOf(world, crowd.operation, await request(newAccount(), 'Mei'));
    expect([first.code, second.code]).toEqual([undefined, crowd.secondGets]);
    for (const { keys } of [first, second]) expect(keys.size).toBeGreaterThan(0);
    const common = [...first.keys].flatMap(([key, kind]) => (second.keys.has(key) ? [kind] : []));
    expect(common.sort()).toEqual((crowd.meetOn ?? []).map((name) => MEETINGS[name]).sort());
  });
});

/** Sends a request and collects the key and the kind of each item that it tries to write or checks in a write. */
async function keysOf(world: World, operation: OperationId, sent: Sent) {
  const keys = new Map<string, string>();
  world.setFault(async ({ command, input, send }) => {
    const parts: object[] = input.TransactItems ?? (command === 'Put' ? [{ Put: input }] : []);
    for (const { Item, Key = Item } of parts.flatMap((part) => Object.values(part))) {
      keys.set(`${Key.pk}\n${Key.sk}`, kindOf(Key));
    }
    return send();
  });
  const { body } = await world.call(operation, sent);
  world.setFault(undefined);
  return { keys, code: body?.code };
}

/** The fixed words of a key, such as `COMMUNITY#ACCOUNT# CLUB`. */
const kindOf = ({ pk, sk }: Key): string => `${/^([A-Z-]+#)+/.exec(pk)?.[0]} ${/^[A-Z-]+/.exec(sk)?.[0]}`;
