import { aliasHolder } from '../../../shared/community/boards.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { telling } from '../../../shared/notices/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import { nextVersionParts } from './enrollments.ts';
import { folded } from './look-alikes.ts';

/**
 * Hides an alias and all aliases that look like it from the boards of a challenge, or shows them again. A hidden alias
 * stays taken until it is shown again, even if its participant chooses another one or withdraws.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function hideAlias(
  table: Table,
  challengeId: string,
  { alias, hidden }: { readonly alias: string; readonly hidden: boolean },
  at: Date,
): Promise<{ readonly kind: 'moderated'; readonly alias: string } | { readonly kind: 'alias_not_found' }> {
  const Key = aliasHolder.key({ challengeId, folded: folded(alias) });
  const find = async () => aliasHolder.parseIfAny(await table.get(Key));
  return finalOutcome(await find(), find, async (holder) => {
    if (!holder) return { kind: 'alias_not_found' };
    if ((holder.hiddenAt !== undefined) === hidden) return { kind: 'moderated', alias };
    const { accountId } = holder;
    if (!accountId) {
      // If another administrator has just shown the alias, a participant may have taken it.
      const ConditionExpression = 'attribute_not_exists(accountId)';
      const refused = await table.transact({ alias: { Delete: { Key, ConditionExpression } } });
      return refused ? undefined : { kind: 'moderated', alias };
    }
    const own = enrollment.parseIfAny(await table.get(enrollment.key({ challengeId, accountId })));
    // The participant chose another alias between the two reads.
    if (own?.foldedAlias !== holder.folded) return undefined;
    const aliasHiddenAt = hidden ? at.toISOString() : undefined;
    const refused = await table.transact({
      ...nextVersionParts(own, { ...own, aliasHiddenAt, version: own.version + 1 }, at),
      alias: setHidden(Key, aliasHiddenAt),
      ...(aliasHiddenAt && {
        notice: telling('alias_hidden', {
          to: accountId,
          at: aliasHiddenAt,
          challengeId,
          joinCode: own.joinCode,
          clubId: own.clubId,
        }),
      }),
    });
    return refused ? undefined : { kind: 'moderated', alias: own.alias };
  });
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
