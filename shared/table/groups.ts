import type { Part, Table } from './table.ts';

/** The parts of a transaction in named groups, for a caller that asks only which groups failed. */
export type Groups<Name extends string> = Readonly<Record<Name, readonly Part[]>>;

/** The groups with a part whose condition failed. If there are none, all parts were written. */
export interface FailedGroups<Name extends string> {
  readonly size: number;
  has(group: Name): boolean;
}

/**
 * Writes the parts of all groups or none, like `Table.transact`.
 * @throws {TryAgain} at the deadline.
 */
export async function transactGroups<Name extends string>(
  table: Table,
  groups: Groups<Name>,
): Promise<FailedGroups<Name>> {
  const named = Object.entries<readonly Part[]>(groups).flatMap(([group, parts]) =>
    parts.map((part, n) => ({ group, part, name: `${group} ${n}` })),
  );
  const parts = Object.fromEntries(named.map(({ name, part }) => [name, part]));
  const failed = (await table.transact<string>(parts)) ?? {};
  return new Set(named.filter(({ name }) => name in failed).map(({ group }) => group));
}
