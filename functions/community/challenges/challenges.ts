import type * as z from 'zod/mini';
import type { Clock } from '../../../shared/clock.ts';
import { type Challenge, challenge, type Event, event } from '../../../shared/items/community.ts';
import { MOST_CHALLENGES } from '../../../shared/limits.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { challenges, draft, nextVersion } from '../versioned-content.ts';
import type { createChallenge, updateChallenge } from './contract.ts';

/**
 * Exhibitions and challenges begin as drafts that need no review, since administrators make them. An exhibition's key
 * is its code, so codes are unique; what an exhibition and its club are to each other never changes.
 */

/** Makes a challenge of an exhibition, as a draft. @throws {TryAgain} when the new id is taken. */
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

/** Changes the version that the caller names; the times only while nobody takes part, for enrollments have copies of them. */
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
  const there = challenge.parseIfAny(refused.content?.item);
  return { kind: there?.version === version ? 'times_fixed' : 'version_conflict' };
}
