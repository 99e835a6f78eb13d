import { challenge, club, event } from '../community/items.ts';
import { displayCount } from '../community/participation.ts';
import { campaign } from '../rewards/items.ts';
import type { Key, StoredItem } from '../table/item.ts';
import type { Part, Reads } from '../table/table.ts';
import type { Amounts } from './contributions.ts';
import { certificateDaysOf, type Owner, ownerName, reportOf } from './items.ts';

/** The items that store the counters of an owner. */

/** The item with the counters of a row. */
export function rowKey({ kind, id }: Owner, row: string): Key {
  switch (kind) {
    case 'club':
      return club.key({ id });
    case 'event':
      return event.key({ joinCode: id });
    case 'challenge':
      return row === 'display' ? displayCount.key({ challengeId: id }) : challenge.key({ id });
    case 'campaign':
      return campaign.key({ id });
    case 'workspace':
      return { ...reportOf(id), sk: row };
    case 'certificates':
      return { ...certificateDaysOf(id), sk: row };
  }
}

/** A row that exists before anything is counted in it: a club, an exhibition, a challenge or a campaign. */
const isContent = (row: string): boolean => row === 'item';

/** The row of a counter, which is named `<row> <field>`. */
export const rowOf = (counter: string): string => counter.slice(0, counter.indexOf(' '));

/** The names of the counters that differ, with the amount to add to each. */
export function differences(before: Amounts, after: Amounts): (readonly [string, number])[] {
  const counters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return counters
    .map((counter) => [counter, (after[counter] ?? 0) - (before[counter] ?? 0)] as const)
    .filter(([, more]) => more !== 0);
}

/** The transaction parts that add to counters of an owner, one for each row. A counter may occur several times. */
export function addingAll(
  owner: Owner,
  amounts: readonly (readonly [string, number])[],
  at: Date,
): Record<string, Part> {
  const rows = Map.groupBy(amounts, ([counter]) => rowOf(counter));
  const parts = [...rows].flatMap(([row, some]) => {
    const part = adding(owner, row, sums(row, some), at);
    return part ? [[`row ${ownerName(owner)} ${row}`, part] as const] : [];
  });
  return Object.fromEntries(parts);
}

function sums(row: string, amounts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  for (const [counter, more] of amounts) {
    const field = counter.slice(row.length + 1);
    fields.set(field, (fields.get(field) ?? 0) + more);
  }
  return fields;
}

/**
 * The transaction part for one row. For a display, it also sets the time of the last change, even if no number changes.
 */
function adding(owner: Owner, row: string, fields: ReadonlyMap<string, number>, at: Date): Part | undefined {
  const isDisplay = row === 'display';
  const added = [...fields].filter(([, more]) => isDisplay || more !== 0);
  if (added.length === 0) return undefined;
  return {
    Update: {
      Key: rowKey(owner, row),
      UpdateExpression: [
        ...(isDisplay ? ['SET challengeId = :challenge, changedAt = :now'] : []),
        `ADD ${added.map((_, n) => `#field${n} :more${n}`).join(', ')}`,
      ].join(' '),
      ExpressionAttributeNames: Object.fromEntries(added.map(([field], n) => [`#field${n}`, field])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([, more], n) => [`:more${n}`, more])),
        ...(isDisplay && { ':challenge': owner.id, ':now': at.toISOString() }),
      },
      ...(isContent(row) && { ConditionExpression: 'attribute_exists(pk)' }),
    },
  };
}

/** Reads the stored counters of an owner. */
export async function readCounters(table: Reads, owner: Owner): Promise<Amounts> {
  const { kind, id } = owner;
  if (kind === 'workspace' || kind === 'certificates') {
    const rows = await table.query(kind === 'workspace' ? reportOf(id) : certificateDaysOf(id));
    return Object.assign({}, ...rows.map((row) => countersIn(row, String(row['sk']), Object.keys(row))));
  }
  const [item, display] = await Promise.all([
    table.get(rowKey(owner, 'item')),
    kind === 'challenge' ? table.get(rowKey(owner, 'display')) : undefined,
  ]);
  return {
    ...countersIn(
      item,
      'item',
      kind === 'campaign' ? ['freeUnits', 'heldUnits', 'redeemedUnits'] : ['memberCount'],
    ),
    ...countersIn(display, 'display', ['total', 'falls']),
  };
}

function countersIn(row: StoredItem = {}, name: string, fields: readonly string[]): Amounts {
  const counters = fields.flatMap((field) => {
    const value = row[field];
    return typeof value === 'number' ? [[`${name} ${field}`, value] as const] : [];
  });
  return Object.fromEntries(counters);
}
