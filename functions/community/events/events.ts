import type * as z from 'zod/mini';
import {
  type Challenge,
  type Club,
  challenge,
  challengesOfEvent,
  club,
  type Event,
  event,
  eventPointer,
  isShown,
} from '../../../shared/community/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Reads, Table, TransactionParts } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import { changeVersion, draft, events } from '../versioned-content.ts';
import { NOTHING } from '../visibility.ts';
import type { createEvent, updateEvent } from './contract.ts';

/**
 * An exhibition is found by its code, and its club decides who may see it. Handlers read the exhibition and then the
 * club. They read the challenges only if the caller may see them, so a hidden exhibition takes as long as an unknown
 * code.
 */

/** Finds the published exhibition with a code. */
export async function findByCode(table: Reads, joinCode: string): Promise<Event | undefined> {
  const found = event.parseIfAny(await table.get(event.key({ joinCode })));
  return found && isShown(found) ? found : undefined;
}

/** Lists the published challenges of an exhibition by their start. */
export async function shownChallenges(
  table: Reads,
  { joinCode }: Pick<Event, 'joinCode'>,
): Promise<Challenge[]> {
  const items = await table.query(challengesOfEvent(joinCode));
  return items.map(challenge.parse).filter(isShown);
}

/**
 * Reads the club of an exhibition. Without an exhibition it reads a key that never exists, so timing reveals nothing.
 */
export async function clubOf(table: Reads, found: Event | undefined) {
  return club.parseIfAny(await table.get(club.key({ id: found?.clubId ?? NOTHING.clubId })));
}

/** Creates an exhibition of a club as a draft. The code is the key of the item, so it is unique. */
export async function makeEvent(
  table: Table,
  { id: clubId, visibility }: Club,
  input: z.infer<typeof createEvent.body>,
  { now, newId }: Clock,
): Promise<{ readonly kind: 'made'; readonly event: Event } | { readonly kind: 'code_taken' }> {
  const id = newId();
  const created: Event = {
    ...input,
    ...draft({ id, visibility }, now().toISOString()),
    clubId,
    challengeCount: 0,
  };
  const refused = await table.transact({
    event: { Put: { Item: event.stored(created), ConditionExpression: 'attribute_not_exists(pk)' } },
    pointer: { Put: { Item: eventPointer.stored({ eventId: id, joinCode: created.joinCode }) } },
  });
  return refused ? { kind: 'code_taken' } : { kind: 'made', event: created };
}

/**
 * Changes an exhibition that still has the given version. It cannot end before one of its challenges, in any state.
 * @throws {TryAgain} if the index does not list all challenges yet.
 */
export async function changeEvent(
  table: Table,
  found: Event,
  changes: z.infer<typeof updateEvent.body>,
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly after: Event }
  | { readonly kind: 'version_conflict' | 'challenge_ends_later' }
> {
  const isShorter = changes.endsAt < found.endsAt && found.version === changes.version;
  const further = isShorter ? await challengesEndBy(table, found, changes.endsAt) : undefined;
  return changeVersion(table, events, found, changes, at, further);
}

/** Conditions: no challenge of the exhibition ends after this time, and no challenge was created since the read. */
async function challengesEndBy(table: Reads, found: Event, endsAt: string) {
  const listed = (await table.query(challengesOfEvent(found.joinCode))).map(challenge.parse);
  if (listed.length < found.challengeCount) throw new TryAgain('collision');
  const parts: TransactionParts = Object.fromEntries(
    listed.map(({ id }) => [
      id,
      {
        ConditionCheck: {
          Key: challenge.key({ id }),
          ConditionExpression: 'endsAt <= :end',
          ExpressionAttributeValues: { ':end': endsAt },
        },
      },
    ]),
  );
  const { challengeCount } = found;
  return { parts, refusal: 'challenge_ends_later', unchanged: { challengeCount } } as const;
}
