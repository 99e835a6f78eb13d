import { workers } from '../../functions/contracts.ts';
import { touchesOf } from '../../shared/contract/contract.ts';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { covers, type Use } from '../support/iam-guard.ts';
import { contractOf, operations } from './calls.ts';

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

/** Every function with what its contract declares. */
export const functions: readonly (readonly [string, Touches])[] = [
  ...operations.map((operation) => [operation, touchesOf(contractOf(operation))] as const),
  ...Object.values(workers).map(({ workerId, touches }) => [workerId, touches] as const),
];

/** The permissions of a function that none of these uses needs. */
export function unusedPermissions(touches: Touches, used: readonly Use[] = []): Permission[] {
  return permissionsOf(touches).filter(
    ({ on, action, prefix }) =>
      !used.some((use) => use.on === on && use.action === action && covers(prefix, use.key)),
  );
}
