import { challenge, club, event } from '../items/community.ts';
import { displayCount } from '../items/participation.ts';
import { campaign } from '../items/rewards.ts';
import { certificateDaysOf, type Owner, reportOf } from '../items/rollups.ts';
import type { Key } from '../table/item.ts';
import type { Part } from '../table/table.ts';

/** Where the counters of an owner are stored. */

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

/** The transaction part that adds to the counters of a row. A display also states when it last changed. */
export function adding(
  owner: Owner,
  row: string,
  differences: ReadonlyMap<string, number>,
  at: Date,
): Part | undefined {
  const isDisplay = row === 'display';
  const added = [...differences].filter(([, more]) => isDisplay || more !== 0);
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
