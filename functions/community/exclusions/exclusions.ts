import { aliasHolder } from '../../../shared/community/boards.ts';
import {
  type Enrollment,
  type Exclusion,
  enrollment,
  excludedFrom,
  exclusion,
} from '../../../shared/community/participation.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import { nextVersionParts } from '../enrollments/enrollments.ts';
import { findParticipation } from '../enrollments/find-enrollments.ts';
import { folded } from '../enrollments/look-alikes.ts';
import { Exclusion as ShownExclusion } from './contract.ts';

/**
 * An exclusion takes a participant off the boards and out of the rewards of a challenge. The item of the exclusion is the
 * account's own, so it outlives the enrollment and the alias. An enrollment is excluded exactly while this item exists: the
 * transactions that write one of the two also write or check the other.
 */

/**
 * Excludes the participant who has an alias, or one that looks like it.
 * @param of `id` is the id of a new exclusion.
 * @returns `existing` with the earlier exclusion if the participant is already excluded.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function exclude(
  table: Table,
  { id, challengeId, alias }: { readonly id: string; readonly challengeId: string; readonly alias: string },
  at: Date,
): Promise<
  | { readonly kind: 'excluded' | 'existing'; readonly exclusion: Exclusion }
  | { readonly kind: 'alias_not_found' }
> {
  const find = () => findByAlias(table, challengeId, alias);
  return finalOutcome(await find(), find, async (found) => {
    if (!found) return { kind: 'alias_not_found' };
    const { own, excluded } = found;
    if (excluded) return { kind: 'existing', exclusion: excluded };
    // The participant chose another alias or withdrew between the two reads.
    if (own?.foldedAlias !== folded(alias)) return undefined;
    const excludedAt = at.toISOString();
    const { accountId } = own;
    const added = { id, accountId, challengeId, alias: own.alias, excludedAt };
    const refused = await table.transact({
      ...nextVersionParts(own, { ...own, excludedAt, version: own.version + 1 }, at),
      // The two items were read at different moments, so the enrollment that was read can be newer than a concurrent exclusion.
      exclusion: {
        Put: { Item: exclusion.stored(added), ConditionExpression: 'attribute_not_exists(pk)' },
      },
    });
    return refused ? undefined : { kind: 'excluded', exclusion: added };
  });
}

async function findByAlias(table: Reads, challengeId: string, alias: string) {
  const item = await table.get(aliasHolder.key({ challengeId, folded: folded(alias) }));
  const accountId = aliasHolder.parseIfAny(item)?.accountId;
  if (!accountId) return undefined;
  return findParticipation(table, { accountId, challengeId });
}

/**
 * Ends an exclusion.
 * @returns `exclusion_not_found` if the challenge has none with this id, also if it has just ended.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function readmit(
  table: Table,
  { challengeId, exclusionId }: { readonly challengeId: string; readonly exclusionId: string },
  at: Date,
): Promise<'readmitted' | 'exclusion_not_found'> {
  const find = async () => {
    const [item] = await table.query({ ...excludedFrom(challengeId), from: exclusionId, to: exclusionId });
    const present = exclusion.parseIfAny(item);
    return present && { present, own: enrollment.parseIfAny(await table.get(enrollment.key(present))) };
  };
  return finalOutcome(await find(), find, async (found) => {
    if (!found) return 'exclusion_not_found';
    const { present, own } = found;
    const refused = await table.transact({
      exclusion: {
        Delete: {
          Key: exclusion.key(present),
          ConditionExpression: 'id = :id',
          ExpressionAttributeValues: { ':id': exclusionId },
        },
      },
      ...(own ? admitted(own, at) : { own: stillMissing(present) }),
    });
    if (!refused) return 'readmitted';
    // The index may still show an exclusion that has ended.
    return refused.exclusion ? 'exclusion_not_found' : undefined;
  });
}

function admitted(own: Enrollment, at: Date) {
  return nextVersionParts(own, { ...own, excludedAt: undefined, version: own.version + 1 }, at);
}

/** Nobody enrolls as an excluded account while the exclusion ends. */
const stillMissing = (of: Exclusion): Part => ({
  ConditionCheck: { Key: enrollment.key(of), ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Reads one page of the exclusions from a challenge, sorted by id. */
export async function readExclusions(table: Reads, challengeId: string, page: PageRequest) {
  const { items, ...rest } = await readPage(table, excludedFrom(challengeId), page);
  return { exclusions: items.map((item) => presentExclusion(exclusion.parse(item))), ...rest };
}

/** An exclusion as administrators see it, without the account. */
export const presentExclusion = (stored: Exclusion) => publicFields(ShownExclusion, stored);
