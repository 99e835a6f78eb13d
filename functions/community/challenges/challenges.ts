import type * as z from 'zod/mini';
import type { Clock } from '../../../shared/clock.ts';
import { type Challenge, challenge, type Event, event } from '../../../shared/items/community.ts';
import { MOST_CHALLENGES } from '../../../shared/limits.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { challenges, draft, nextVersion } from '../versioned-content.ts';
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
  input: z.infer<typeof createChallenge.body>,
  { now, newId }: Clock,
): Promise<
  { readonly kind: 'made'; readonly challenge: Challenge } | { readonly kind: 'too_many_challenges' }
> {
  const { id: eventId, clubId, joinCode } = of;
  const place = { eventId, clubId, joinCode, metric: 'steps' } as const;
  const one: Challenge = { ...input, ...draft({ ...of, id: newId() }, now().toISOString()), ...place };
  const refused = await table.transact({
    challenge: { Put: { Item: challenge.stored(one), ConditionExpression: 'attribute_not_exists(pk)' } },
    event: {
      Update: {
        Key: event.key(of),
        UpdateExpression: 'SET challengeCount = challengeCount + :one',
        ConditionExpression: 'challengeCount < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': MOST_CHALLENGES },
      },
    },
  });
  if (!refused) return { kind: 'made', challenge: one };
  if (refused.challenge) throw new TryAgain('collision');
  return { kind: 'too_many_challenges' };
}

/**
 * Changes a challenge that still has the given version. The times can change only while nobody is enrolled, because
 * enrollments have copies of them.
 */
export async function changeChallenge(
  table: Table,
  found: Challenge,
  { version, ...changes }: z.infer<typeof updateChallenge.body>,
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly after: Challenge }
  | { readonly kind: 'version_conflict' | 'times_fixed' }
> {
  if (found.version !== version) return { kind: 'version_conflict' };
  const whileEmpty = changes.startsAt !== found.startsAt || changes.endsAt !== found.endsAt;
  const { after, part } = nextVersion(challenges, found, changes, at, { whileEmpty });
  const refused = await table.transact({ content: part });
  if (!refused) return { kind: 'changed', after };
  const current = challenge.parseIfAny(refused.content?.item);
  return { kind: current?.version === version ? 'times_fixed' : 'version_conflict' };
}
