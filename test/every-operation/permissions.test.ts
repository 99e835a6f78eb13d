import { beforeAll, describe, expect, it } from 'vitest';
import { contracts, workers } from '../../functions/contracts.ts';
import { type Contract, touchesOf } from '../../shared/contract.ts';
import { indexNames, type Touches } from '../../shared/table/definition.ts';
import { everyWayThrough } from '../support/exercise-every-permission.ts';
import { allowed, uses } from '../support/iam-guard.ts';
import { newWorld, type World } from '../support/world.ts';

/** A function may do what it declares, and declares nothing that it does not need. */

let world: World;
beforeAll(async () => {
  world = await newWorld();
  await everyWayThrough(world);
});

const functions: [string, Touches][] = [
  ...Object.values(contracts).map((one: Contract): [string, Touches] => [one.operationId, touchesOf(one)]),
  ...Object.values(workers).map((one): [string, Touches] => [one.workerId, one.touches]),
];

describe.each(functions)('%s', (name, touches) => {
  it('uses everything that it declares', () => {
    const own = uses.filter((use) => use.function === name);
    const declared = [
      ...(['table', 'ledger'] as const).flatMap((on) =>
        Object.entries(touches[on] ?? {}).flatMap(([prefix, actions]) =>
          actions.map((action) => ({ on, prefix, action })),
        ),
      ),
      ...indexNames.flatMap((on) => (touches[on] ?? []).map((prefix) => ({ on, prefix, action: 'Query' }))),
    ];
    const unused = declared.filter(
      ({ on, prefix, action }) =>
        !own.some((use) => use.on === on && use.action === action && use.key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('uses nothing else', () => {
    expect(uses.filter((use) => use.function === name && !allowed(touches, use))).toEqual([]);
  });
});

describe('a use that is not declared', () => {
  it('is refused as IAM would: by action, by prefix and by index', () => {
    const touches: Touches = { table: { 'CLINICAL#TOKEN#': ['GetItem'] }, gsi1: ['REWARDS#PUBLISHED'] };
    expect(allowed(touches, { on: 'table', action: 'GetItem', key: 'CLINICAL#TOKEN#abc' })).toBe(true);
    expect(allowed(touches, { on: 'table', action: 'PutItem', key: 'CLINICAL#TOKEN#abc' })).toBe(false);
    expect(allowed(touches, { on: 'table', action: 'GetItem', key: 'CLINICAL#REQUEST#abc' })).toBe(false);
    expect(allowed(touches, { on: 'gsi1', action: 'Query', key: 'REWARDS#PUBLISHED' })).toBe(true);
    expect(allowed(touches, { on: 'gsi1', action: 'Query', key: 'REWARDS#PUBLISHED#x' })).toBe(false);
    expect(allowed(touches, { on: 'gsi2', action: 'Query', key: 'REWARDS#PUBLISHED' })).toBe(false);
  });
});
