import { aliasHolder, enrollment } from '../../../shared/items/participation.ts';
import type { Part, Table } from '../../../shared/table/client.ts';
import { folded } from './aliases.ts';
import { changed } from './enrollments.ts';

/**
 * Takes whoever has an alias, or one that looks like it, off the boards of a challenge, or puts them back. A hidden alias
 * stays taken, also when nobody has it any more, until it is shown again.
 */
export async function hideAlias(
  table: Table,
  challengeId: string,
  { alias, hidden }: { readonly alias: string; readonly hidden: boolean },
  at: Date,
): Promise<{ readonly kind: 'moderated'; readonly alias: string } | { readonly kind: 'alias_not_found' }> {
  const Key = aliasHolder.key({ challengeId, folded: folded(alias) });
  // Looked at anew when its owner changed something meanwhile; the table's deadline ends the loop.
  for (;;) {
    const holder = aliasHolder.parseIfAny(await table.get(Key));
    if (!holder) return { kind: 'alias_not_found' };
    if ((holder.hiddenAt !== undefined) === hidden) return { kind: 'moderated', alias };
    const { accountId } = holder;
    if (!accountId) {
      // Whoever showed it beside this may have let somebody take it.
      const ConditionExpression = 'attribute_not_exists(accountId)';
      if (await table.transact({ alias: { Delete: { Key, ConditionExpression } } })) continue;
      return { kind: 'moderated', alias };
    }
    const own = enrollment.parseIfAny(await table.get(enrollment.key({ challengeId, accountId })));
    // Between the two looks its owner took another alias.
    if (own?.foldedAlias !== holder.folded) continue;
    const aliasHiddenAt = hidden ? at.toISOString() : undefined;
    const refused = await table.transact({
      ...changed(own, { ...own, aliasHiddenAt, version: own.version + 1 }, at),
      alias: setHidden(Key, aliasHiddenAt),
    });
    if (!refused) return { kind: 'moderated', alias: own.alias };
  }
}

function setHidden(Key: ReturnType<typeof aliasHolder.key>, hiddenAt: string | undefined): Part {
  return {
    Update: {
      Key,
      ...(hiddenAt
        ? { UpdateExpression: 'SET hiddenAt = :at', ExpressionAttributeValues: { ':at': hiddenAt } }
        : { UpdateExpression: 'REMOVE hiddenAt' }),
    },
  };
}
