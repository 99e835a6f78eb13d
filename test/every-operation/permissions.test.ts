import { beforeAll, describe, expect, it } from 'vitest';
import { workers } from '../../functions/contracts.ts';
import { touchesOf } from '../../shared/contract/contract.ts';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { covers, type Use, uses } from '../support/iam-guard.ts';
import { newWorld } from '../support/world.ts';
import { contractOf, operations } from './calls.ts';
import { everyWayThrough } from './exercise-every-permission.ts';

/**
 * Each function uses every permission that its contract declares. `test/infra/stacks.test.ts` shows that its policy grants
 * exactly these, and the guard of every test world that it needs no other.
 */

interface Permission {
  readonly on: Use['on'];
  readonly action: string;
  readonly prefix: string;
}

function permissionsOf({ table = {}, ledger = {}, ...indexes }: Touches): Permission[] {
  const inTables = Object.entries({ table, ledger }).flatMap(([on, touched]) =>
    Object.entries(touched).flatMap(([prefix, actions]) =>
      actions.map((action) => ({ on: on as Use['on'], action, prefix })),
    ),
  );
  const inIndexes = Object.entries(indexes).flatMap(([on, prefixes]) =>
    prefixes.map((prefix) => ({ on: on as Use['on'], action: 'Query', prefix })),
  );
  return [...inTables, ...inIndexes];
}

const functions: readonly (readonly [string, Touches])[] = [
  ...operations.map((operation) => [operation, touchesOf(contractOf(operation))] as const),
  ...Object.values(workers).map(({ workerId, touches }) => [workerId, touches] as const),
];

describe('every function', () => {
  let used: ReadonlyMap<string, readonly Use[]>;
  beforeAll(async () => {
    uses.length = 0;
    const world = await newWorld();
    world.setTime({ sleep: async () => {} }); // No worker needs to wait for an index or a stream.
    await everyWayThrough(world);
    used = Map.groupBy(uses, (use) => use.function);
  }, 120_000);

  it.each(functions)('%s uses each of its permissions', (name, touches) => {
    const unused = permissionsOf(touches).filter(
      ({ on, action, prefix }) =>
        !used.get(name)?.some((use) => use.on === on && use.action === action && covers(prefix, use.key)),
    );
    expect(unused).toEqual([]);
  });
});
