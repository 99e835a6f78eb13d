import type * as z from 'zod/mini';
import { widenBoards } from '../../../shared/community/board-width.ts';
import {
  boardPartitionsFor,
  type Challenge,
  challenge,
  club,
  type Event,
  event,
  isShown,
  latestEvents,
  pointerTo,
  wasShown,
} from '../../../shared/community/items.ts';
import { maySee, NOTHING } from '../../../shared/community/visibility.ts';
import { tellingExhibition } from '../../../shared/notices/exhibition-news.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Key } from '../../../shared/table/item.ts';
import type { Condition, Part, Reads, Table, TransactionParts } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import { MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import { changeVersion, clubs, draft, events, nextVersion, setPublished } from '../versioned-content.ts';
import type { createEvent, updateEvent } from './contract.ts';

/**
 * An exhibition is found by its code, and its club decides who may see it. Handlers read the exhibition, and then the club and
 * the challenges (`readIfVisible`), so a hidden exhibition takes as long as an unknown code.
 */

/** Finds the published exhibition with a code, even if it was cancelled. */
export async function findByCode(table: Reads, joinCode: string): Promise<Event | undefined> {
  const found = event.parseIfAny(await table.get(event.key({ joinCode })));
  return found && wasShown(found) ? found : undefined;
}

/** Reads challenges by their ids, sorted by their start. */
async function readChallenges(
  table: Reads,
  ids: readonly string[],
  options?: { readonly consistent: boolean },
): Promise<Challenge[]> {
  const items = await table.getAll(
    ids.map((id) => challenge.key({ id })),
    options,
  );
  const order = ({ startsAt, id }: Challenge) => `${startsAt}#${id}`;
  return items.map(challenge.parse).sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Reads the challenges of an exhibition in every state, sorted by their start. */
export const allChallenges = (table: Reads, { challenges }: Pick<Event, 'challenges'>) =>
  readChallenges(table, Object.keys(challenges));

/** Reads the published challenges of an exhibition, sorted by their start. They may lag by milliseconds. */
export async function shownChallenges(
  table: Reads,
  { challenges }: Pick<Event, 'challenges'>,
): Promise<Challenge[]> {
  const ids = Object.keys(challenges).filter((id) => challenges[id]?.isShown);
  return (await readChallenges(table, ids, { consistent: false })).filter(isShown);
}

/**
 * Reads the club of an exhibition. Without an exhibition it reads a key that never exists, so timing reveals nothing.
 */
export async function clubOf(table: Reads, found: Event | undefined) {
  return club.parseIfAny(await table.get(club.key({ id: found?.clubId ?? NOTHING.clubId })));
}

/** Reads a club and the codes of its latest exhibitions. */
export async function findForEvent(table: Reads, clubId: string) {
  const [found, latest] = await Promise.all([
    clubs.find(table, clubId),
    table.get(latestEvents.key({ clubId })),
  ]);
  return { club: found, latest: latestEvents.parseIfAny(latest) };
}

/**
 * Creates an exhibition of a club as a draft. The code is the key of the item, so it is unique.
 * @param found the result of `findForEvent`.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function makeEvent(
  table: Table,
  found: Awaited<ReturnType<typeof findForEvent>>,
  input: z.infer<typeof createEvent.body>,
  { now, newId }: Clock,
): Promise<
  { readonly kind: 'made'; readonly event: Event } | { readonly kind: 'code_taken' | 'unknown_club' }
> {
  const id = newId();
  const at = now().toISOString();
  const { clubId } = input;
  const again = () => findForEvent(table, clubId);
  return finalOutcome(found, again, async ({ club: of, latest }) => {
    if (!of) return { kind: 'unknown_club' };
    const created: Event = {
      ...input,
      ...draft({ id, visibility: of.visibility }, at),
      challenges: {},
      parentsShown: maySee(of),
    };
    const refused = await table.transact({
      event: { Put: { Item: event.stored(created), ConditionExpression: 'attribute_not_exists(pk)' } },
      pointer: { Put: { Item: pointerTo(created) } },
      latest: { Put: { Item: latestEvents.stored(withEvent(latest, created)), ...unchangedSince(latest) } },
      // The erasure of its founder may delete a club that nobody has seen.
      club: {
        ConditionCheck: { Key: club.key({ id: clubId }), ConditionExpression: 'attribute_exists(pk)' },
      },
    });
    if (!refused) return { kind: 'made', event: created };
    return refused.event ? { kind: 'code_taken' } : undefined;
  });
}

type Latest = ReturnType<typeof latestEvents.parse>;

/** Only as many exhibitions as a list shows are kept, so the oldest ones leave. */
function withEvent(latest: Latest | undefined, { clubId, joinCode, createdAt }: Event): Latest {
  const all = [`${createdAt}#${joinCode}`, ...(latest?.events ?? [])].sort().reverse();
  return { clubId, events: all.slice(0, MAX_LISTED_CONTENT), version: (latest?.version ?? 0) + 1 };
}

const unchangedSince = (latest: Latest | undefined): Condition =>
  latest
    ? {
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': latest.version },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' };

/** Changes an exhibition that still has the given version. It cannot end before one of its challenges, in any state. */
export async function changeEvent(
  table: Table,
  found: Event,
  changes: z.infer<typeof updateEvent.body>,
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly after: Event }
  | { readonly kind: 'version_conflict' | 'challenge_ends_later' }
> {
  const { startsAt, endsAt } = changes;
  const shorter = endsAt < found.endsAt ? challengesEndBy(found, endsAt) : undefined;
  const moved: TransactionParts =
    startsAt === found.startsAt ? {} : { pointer: { Put: { Item: pointerTo({ ...found, startsAt }) } } };
  const news = changesOf(found, changes, at);
  const told: TransactionParts =
    news === found.changes
      ? {}
      : { told: tellingExhibition('exhibition_changed', { ...found, endsAt }, at.toISOString()) };
  return changeVersion(table, events, found, { ...changes, changes: news }, at, {
    ...shorter,
    refusal: 'challenge_ends_later',
    parts: { ...shorter?.parts, ...moved, ...told },
  });
}

/** Widens the boards of an exhibition for the people whom it expects now. */
export async function widenBoardsOf(table: Table, after: Event): Promise<void> {
  const wanted = boardPartitionsFor(after.expectedAttendees);
  const isNarrow = Object.values(after.challenges).some(
    ({ boardPartitions = wanted }) => boardPartitions < wanted,
  );
  if (!isNarrow) return;
  for (const found of await allChallenges(table, after))
    await widenBoards(table, found, after.expectedAttendees);
}

const TOLD = ['startsAt', 'endsAt', 'venue'] as const;

/** When what people plan with has changed. Nobody has joined an exhibition that was never published. */
function changesOf(
  { publishedAt, changes, ...before }: Event,
  after: Readonly<Record<(typeof TOLD)[number], string>>,
  at: Date,
): Event['changes'] {
  const changed = TOLD.filter((field) => before[field] !== after[field]);
  if (publishedAt === undefined || changed.length === 0) return changes;
  return { ...changes, ...Object.fromEntries(changed.map((field) => [field, at.toISOString()])) };
}

/** Conditions: no challenge of the exhibition ends after this time, and no challenge was created since the read. */
function challengesEndBy({ challenges }: Event, endsAt: string) {
  const ids = Object.keys(challenges);
  const parts: TransactionParts = Object.fromEntries(
    ids.map((id) => [
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
  return { parts, refusal: 'challenge_ends_later', unchanged: { 'size(challenges)': ids.length } } as const;
}

/**
 * Publishes or unpublishes an exhibition in its current version, and stores that in its challenges.
 * @param found the exhibition as it was read.
 * @returns `undefined` if it does not exist.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export const setEventPublished = (table: Table, found: Event | undefined, published: boolean, at: Date) =>
  setPublished(table, events, found, published, at, ({ challenges, parentsShown }) => ({
    parts: parentsShownInChallenges(challenges, published && parentsShown),
  }));

/**
 * Cancels an exhibition and its challenges, which leave all lists, for good. Memberships, enrollments and boards stay.
 * @param found the exhibition as it was read.
 * @returns the cancelled exhibition, or the reason for the refusal. Cancelling it again changes nothing, even after its end.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function cancel(
  table: Table,
  joinCode: string,
  found: Event | undefined,
  at: Date,
): Promise<
  | { readonly kind: 'cancelled'; readonly event: Event }
  | { readonly kind: 'event_not_found' | 'not_published' | 'event_ended' }
> {
  const cancelledAt = at.toISOString();
  const again = () => events.find(table, joinCode);
  return finalOutcome(found, again, async (current) => {
    if (!current) return { kind: 'event_not_found' };
    if (current.cancelledAt) return { kind: 'cancelled', event: current };
    if (!current.publishedAt) return { kind: 'not_published' };
    if (current.endsAt <= cancelledAt) return { kind: 'event_ended' };
    const ids = Object.keys(current.challenges).sort();
    // A challenge that was created since the read would not be cancelled.
    const unchanged = { 'size(challenges)': ids.length };
    const { after, part } = nextVersion(events, current, { cancelledAt }, at, unchanged);
    const refused = await table.transact({
      event: part,
      told: tellingExhibition('exhibition_cancelled', current, cancelledAt),
      ...Object.fromEntries(ids.map((id) => [id, cancelledWith(id, cancelledAt)])),
    });
    return refused ? undefined : { kind: 'cancelled', event: after };
  });
}

/** The next version of a challenge whose exhibition is cancelled. A concurrent change of it fails, and reads it again. */
const cancelledWith = (id: string, cancelledAt: string): Part => ({
  Update: {
    Key: challenge.key({ id }),
    UpdateExpression:
      'SET cancelledAt = :at, updatedAt = :at, #version = #version + :one REMOVE gsi1pk, gsi1sk',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':at': cancelledAt, ':one': 1 },
  },
});

/** Transaction parts that store in challenges whether everybody sees their exhibition. */
export const parentsShownInChallenges = (
  challenges: Event['challenges'],
  parentsShown: boolean,
): TransactionParts =>
  Object.fromEntries(
    Object.keys(challenges).map((id) => [id, parentsShownIn(challenge.key({ id }), parentsShown)] as const),
  );

/** The transaction part that stores in an exhibition or a challenge whether everybody sees what it belongs to. */
export const parentsShownIn = (Key: Key, parentsShown: boolean): Part => ({
  Update: {
    Key,
    UpdateExpression: 'SET parentsShown = :shown',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':shown': parentsShown },
  },
});
