import type * as z from 'zod/mini';
import { firstPartitions } from '../../../shared/community/board-width.ts';
import {
  type Challenge,
  challenge,
  challengeEntry,
  type Event,
  event,
  isShown,
} from '../../../shared/community/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Reads, Table, TransactionParts } from '../../../shared/table/table.ts';
import { MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import { challenges, changeVersion, draft, events, setPublished } from '../versioned-content.ts';
import type { createChallenge, updateChallenge } from './contract.ts';

/**
 * A challenge belongs to one exhibition and one club, and that never changes. Administrators create challenges as
 * drafts that need no review.
 */

/**
 * Creates a challenge of an exhibition as a draft.
 * @throws {TryAgain} if the new id is already in use.
 */
export async function makeChallenge(
  table: Table,
  of: Event,
  { id, ...input }: z.infer<typeof createChallenge.body> & Pick<Challenge, 'id'>,
  at: Date,
): Promise<
  | { readonly kind: 'made'; readonly challenge: Challenge }
  | { readonly kind: 'too_many_challenges' | 'ends_after_exhibition' }
> {
  const { id: eventId, clubId, joinCode } = of;
  const createdAt = at.toISOString();
  const created: Challenge = {
    ...input,
    ...draft({ ...of, id }, createdAt),
    ...{ eventId, clubId, joinCode, metric: 'steps' },
    parentsShown: isShown(of) && of.parentsShown,
    ...(of.cancelledAt && { cancelledAt: of.cancelledAt }),
  };
  const refused = await table.transact({
    challenge: { Put: { Item: challenge.stored(created), ConditionExpression: 'attribute_not_exists(pk)' } },
    event: {
      Update: {
        Key: event.key(of),
        UpdateExpression: 'SET challenges.#id = :entry',
        // An exhibition that is cancelled at this moment also cancels the new challenge.
        ConditionExpression: `size(challenges) < :most AND endsAt >= :end AND ${of.cancelledAt ? 'attribute_exists' : 'attribute_not_exists'}(cancelledAt)`,
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: {
          ':entry': challengeEntry(created),
          ':most': MAX_CHALLENGES,
          ':end': created.endsAt,
        },
      },
    },
  });
  if (!refused) return { kind: 'made', challenge: created };
  if (refused.challenge) throw new TryAgain('collision');
  const current = event.parse(refused.event?.item ?? {});
  if (current.cancelledAt && !of.cancelledAt) return makeChallenge(table, current, { ...input, id }, at);
  return { kind: current.endsAt < created.endsAt ? 'ends_after_exhibition' : 'too_many_challenges' };
}

/**
 * Changes a challenge that still has the given version. The first publication fixes its times, because enrollments have
 * copies of them. A publication also creates a version, so no publication can come between the read and the write.
 * @param found the challenge as it was read.
 */
export async function changeChallenge(
  table: Table,
  found: Challenge,
  changes: z.infer<typeof updateChallenge.body>,
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly after: Challenge }
  | { readonly kind: 'version_conflict' | 'times_fixed' | 'ends_after_exhibition' }
> {
  const moves = changes.startsAt !== found.startsAt || changes.endsAt !== found.endsAt;
  if (moves && found.firstPublishedAt && found.version === changes.version) return { kind: 'times_fixed' };
  const isLater = changes.endsAt > found.endsAt;
  const further = { parts: endsWithin(found, changes.endsAt), refusal: 'ends_after_exhibition' } as const;
  return changeVersion(table, challenges, found, changes, at, isLater ? further : undefined);
}

/** A condition: the exhibition of a challenge does not end before this time. */
function endsWithin({ joinCode }: Challenge, endsAt: string): TransactionParts {
  return {
    event: {
      ConditionCheck: {
        Key: event.key({ joinCode }),
        ConditionExpression: 'endsAt >= :end',
        ExpressionAttributeValues: { ':end': endsAt },
      },
    },
  };
}

/** Reads a challenge, then its exhibition. Both are in any state, and `undefined` if they do not exist. */
export async function findForPublication(table: Reads, id: string) {
  const found = await challenges.find(table, id);
  return { challenge: found, event: found && (await events.find(table, found.joinCode)) };
}

/**
 * Publishes a challenge in its current version. The first publication fixes its times and gives it its boards.
 * @param found the result of `findForPublication`.
 * @returns `undefined` if the challenge does not exist.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function publish(
  table: Table,
  found: Awaited<ReturnType<typeof findForPublication>>,
  at: Date,
): Promise<Challenge | undefined> {
  const now = at.toISOString();
  let { event: current } = found;
  const store: typeof challenges = {
    ...challenges,
    find: async (reads, id) => {
      const again = await findForPublication(reads, id);
      current = again.event;
      return again.challenge;
    },
  };
  return setPublished(table, store, found.challenge, true, at, (challenge) => {
    if (challenge.firstPublishedAt) return { parts: shownAgain(challenge, true, now) };
    const boardPartitions = current ? firstPartitions(current, challenge.id) : 1;
    return {
      changes: { firstPublishedAt: now, boardPartitions },
      parts: entering({ ...challenge, boardPartitions, publishedAt: now }, now, current),
    };
  });
}

/**
 * Unpublishes a challenge in its current version.
 * @returns `undefined` if the challenge does not exist.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function unpublish(
  table: Table,
  found: Challenge | undefined,
  at: Date,
): Promise<Challenge | undefined> {
  return setPublished(table, challenges, found, false, at, (current) => ({
    parts: shownAgain(current, false, at.toISOString()),
  }));
}

/**
 * Enters a challenge into its exhibition when it is published for the first time, which divides the partitions of the boards.
 * @param read the exhibition whose partitions were divided: its challenges must not have changed since.
 */
const entering = (
  changed: Pick<Challenge, 'id' | 'joinCode' | 'createdAt' | 'publishedAt' | 'boardPartitions'>,
  now: string,
  read: Event | undefined,
): TransactionParts => ({
  event: {
    Update: {
      Key: event.key(changed),
      UpdateExpression: 'SET updatedAt = :now, challenges.#id = :entry',
      ...(read && { ConditionExpression: 'challenges = :read' }),
      ExpressionAttributeNames: { '#id': changed.id },
      ExpressionAttributeValues: {
        ':now': now,
        ':entry': challengeEntry(changed),
        ...(read && { ':read': read.challenges }),
      },
    },
  },
});

/** Changes the display of the exhibition of a challenge that is published again or unpublished. Its boards stay as wide as they are. */
const shownAgain = (
  changed: Pick<Challenge, 'id' | 'joinCode'>,
  shown: boolean,
  now: string,
): TransactionParts => ({
  event: {
    Update: {
      Key: event.key(changed),
      UpdateExpression: 'SET updatedAt = :now, challenges.#id.isShown = :shown',
      ExpressionAttributeNames: { '#id': changed.id },
      ExpressionAttributeValues: { ':now': now, ':shown': shown },
    },
  },
});
