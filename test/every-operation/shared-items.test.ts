import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { indexNames, tableDefinition } from '../../shared/contract/table-definition.ts';
import type { Key } from '../../shared/table/item.ts';
import { spreadOf } from '../../shared/table/spread.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Crowd, MEETINGS } from '../cast/crowds.ts';
import { newAccount, newWorld, type Sent, type World } from '../support/world.ts';
import { calls, operations } from './calls.ts';

/**
 * A person's request writes and checks only that person's items, items that it creates, and one stock shard. So people
 * who do the same thing at the same time never wait for each other, however many they are. Two people meet on an item
 * only where they compete for one thing, or where both are acted on by the same owner. The calls of each resource declare
 * what many people do at the same time.
 *
 * A partition of an index takes 1,000 write units a second, and each write of an item is also one to its partitions. So a list that
 * a whole hall writes to is spread by account, and the calls declare each partition in which the people of a crowd meet.
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
    const ali = newAccount();
    const first = await keysOf(world, crowd.operation, await request(ali, 'Ali'));
    const second = await keysOf(world, crowd.operation, await request(inAnotherSpread(ali), 'Mei'));
    expect([first.code, second.code]).toEqual([undefined, crowd.secondGets]);
    for (const { keys } of [first, second]) expect(keys.size).toBeGreaterThan(0);
    const common = [...first.keys].flatMap(([key, kind]) => (second.keys.has(key) ? [kind] : []));
    expect(common.sort()).toEqual((crowd.meetOn ?? []).map((name) => MEETINGS[name]).sort());
    const lists = [...first.partitions]
      .filter((partition) => second.partitions.has(partition))
      .map((partition) => /^[A-Z]+#[A-Z-]+#?/.exec(partition)?.[0]);
    expect([...new Set(lists)].sort()).toEqual([...(crowd.listedIn ?? [])].sort());
  });
});

/** An account whose items are in other partitions of spread lists than those of this account. */
function inAnotherSpread(account: AccountId): AccountId {
  const other = newAccount();
  return spreadOf(other) === spreadOf(account) ? inAnotherSpread(account) : other;
}

const indexKeys = indexNames.map((index) => tableDefinition.indexes[index].partitionKey);

/**
 * Sends a request and collects the key and the kind of each item that it tries to write or checks in a write, and the prefixes of
 * the index partitions in which the written items are before or after it.
 */
async function keysOf(world: World, operation: OperationId, sent: Sent) {
  const keys = new Map<string, string>();
  const written = new Map<string, Key>();
  const partitionsOf = async () => {
    const items = await Promise.all([...written.values()].map(world.item));
    return items.flatMap((item) => indexKeys.flatMap((key) => (item?.[key] ? [String(item[key])] : [])));
  };
  let before: string[] = [];
  world.setFault(async ({ command, input, send }) => {
    const parts: object[] = input.TransactItems ?? (command === 'Put' ? [{ Put: input }] : []);
    for (const [action, { Item, Key = Item }] of parts.flatMap((part) => Object.entries(part))) {
      const { pk, sk }: Key = Key;
      keys.set(`${pk}\n${sk}`, kindOf(Key));
      if (action !== 'ConditionCheck') written.set(`${pk}\n${sk}`, { pk, sk });
    }
    before = [...before, ...(await partitionsOf())];
    return send();
  });
  const { body } = await world.call(operation, sent);
  world.setFault(undefined);
  return { keys, code: body?.code, partitions: new Set([...before, ...(await partitionsOf())]) };
}

/** The fixed words of a key, such as `COMMUNITY#ACCOUNT# CLUB`. */
const kindOf = ({ pk, sk }: Key): string => `${/^([A-Z-]+#)+/.exec(pk)?.[0]} ${/^[A-Z-]+/.exec(sk)?.[0]}`;
