import { displayCount } from '../community/boards.ts';
import { challenge, club, event } from '../community/items.ts';
import { tableDefinition } from '../contract/table-definition.ts';
import { holdsBeside, holdsKey, rowEnd, rowOf } from '../rewards/holds.ts';
import { campaign } from '../rewards/items.ts';
import type { Key, StoredItem } from '../table/item.ts';
import type { Part, Reads } from '../table/table.ts';
import { type Amounts, type CounterChange, sums } from './amounts.ts';
import { certificateDaysOf, DISPLAY_ROW, ITEM_ROW, type Owner, reportOf } from './items.ts';

/** The items that store the counters of an owner. */

/** Clubs, exhibitions, challenges and campaigns have their counters in the item that everybody reads; a workspace has an item for each row. */
export function rowKey({ kind, id }: Owner, row: string): Key {
  switch (kind) {
    case 'club':
      return club.key({ id });
    case 'event':
      return event.key({ joinCode: id });
    case 'challenge':
      return row === DISPLAY_ROW ? displayCount.key({ challengeId: id }) : challenge.key({ id });
    case 'campaign':
      return row === ITEM_ROW ? campaign.key({ id }) : holdsKey(id, row);
    case 'workspace':
      return { ...reportOf(id), sk: row };
    case 'certificates':
      return { ...certificateDaysOf(id), sk: row };
  }
}

/** The transaction parts that add to counters of an owner, one for each row. A counter may occur several times. */
export function adding(owner: Owner, changes: readonly CounterChange[], at: Date): Part[] {
  return Object.entries(sums(changes)).flatMap(([row, fields]) => addingToRow(owner, row, fields, at) ?? []);
}

/**
 * The transaction part for one row. For a display, it also sets the time of the last change, even if no number changes.
 */
function addingToRow(owner: Owner, row: string, fields: Amounts[string], at: Date): Part | undefined {
  const isDisplay = row === DISPLAY_ROW;
  const added = Object.entries(fields).filter(([, more]) => isDisplay || more !== 0);
  if (added.length === 0) return undefined;
  const ttl = rowEnd(row);
  return {
    Update: {
      Key: rowKey(owner, row),
      UpdateExpression: [
        ...(isDisplay ? ['SET challengeId = :challenge, changedAt = :now'] : []),
        ...(ttl === undefined ? [] : ['SET #ttl = :ttl']),
        `ADD ${added.map((_, n) => `#field${n} :more${n}`).join(', ')}`,
      ].join(' '),
      ExpressionAttributeNames: {
        ...Object.fromEntries(added.map(([field], n) => [`#field${n}`, field])),
        ...(ttl !== undefined && { '#ttl': tableDefinition.timeToLive }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([, more], n) => [`:more${n}`, more])),
        ...(ttl !== undefined && { ':ttl': ttl }),
        ...(isDisplay && { ':challenge': owner.id, ':now': at.toISOString() }),
      },
      ...(row === ITEM_ROW && { ConditionExpression: 'attribute_exists(pk)' }),
    },
  };
}

/** Reads the counters of an owner as they are stored. @returns each row by its name; a counter that was never written is missing. */
export async function readCounters(table: Reads, owner: Owner): Promise<Amounts> {
  const { kind, id } = owner;
  if (kind === 'workspace') return amountsInRows(await table.query(reportOf(id)));
  if (kind === 'certificates') return amountsInRows(await table.query(certificateDaysOf(id)));
  const [item, display, holds] = await Promise.all([
    table.get(rowKey(owner, ITEM_ROW)),
    kind === 'challenge' ? table.get(rowKey(owner, DISPLAY_ROW)) : undefined,
    kind === 'campaign' ? table.query(holdsBeside(id)) : [],
  ]);
  return {
    ...amountsInRows(
      holds.flatMap((item) => {
        const row = rowOf(id, item);
        return row === undefined ? [] : [{ ...item, sk: row }];
      }),
    ),
    [ITEM_ROW]: numbersIn(
      item,
      kind === 'campaign' ? ['freeUnits', 'heldUnits', 'redeemedUnits'] : ['memberCount'],
    ),
    [DISPLAY_ROW]: numbersIn(display, ['total', 'falls']),
  };
}

/** All numbers of rows that contain nothing but counters. */
const amountsInRows = (rows: readonly StoredItem[]): Amounts =>
  Object.fromEntries(
    rows.map(({ [tableDefinition.timeToLive]: _, ...row }) => [
      String(row['sk']),
      numbersIn(row, Object.keys(row)),
    ]),
  );

function numbersIn(stored: StoredItem = {}, fields: readonly string[]): Amounts[string] {
  const numbers = fields.flatMap((field) => {
    const value = stored[field];
    return typeof value === 'number' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(numbers);
}
