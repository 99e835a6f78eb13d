import * as z from 'zod/mini';
import { type IndexPlace, indexList, kind, partition } from '../table/item.ts';
import { hours, later } from '../values/clock.ts';
import { ATTENDEES_OF_A_BOARD_PARTITION, FINAL_AFTER_HOURS, MAX_BOARD_PARTITIONS } from '../values/limits.ts';
import { AccountId, count, Timestamp, Uuid, version } from '../values/resources.ts';

/**
 * COMMUNITY#CLUB#<clubId> | CLUB                      a club
 *   gsi1 COMMUNITY#LISTED#CLUB | <shown since>#<clubId>                  public, published and reviewed
 *   gsi2 COMMUNITY#CLUBS#<state> | <createdAt>#<clubId>                  in any state
 * COMMUNITY#EVENT#<joinCode> | EVENT                  an exhibition; the key makes its code unique
 *   gsi1 COMMUNITY#LISTED#EVENT#AHEAD | <startsAt>#<eventId>, COMMUNITY#LISTED#EVENT#STARTED | <endsAt>#<eventId>
 *     or COMMUNITY#IN-CLUB#<clubId> | <endsAt>#<eventId>               published and reviewed
 *   gsi2 COMMUNITY#OF-CLUB#<clubId> | <createdAt>#<eventId>              in any state
 * COMMUNITY#CLUB#<clubId> | LATEST                    the codes of the latest exhibitions of a club
 * COMMUNITY#EVENT-ID#<eventId> | POINTER              the code of the exhibition with this id
 *   gsi1 COMMUNITY#EXHIBITIONS | <startsAt>#<eventId>                    in any state
 * COMMUNITY#CHALLENGE#<challengeId> | CHALLENGE       a step challenge of an event
 *   gsi1 COMMUNITY#LISTED#CHALLENGE#AHEAD, COMMUNITY#LISTED#CHALLENGE#STARTED or COMMUNITY#IN-CLUB#<clubId>, as for exhibitions
 *
 * Content of public clubs is listed. Content of private clubs is found only through the club. A worker moves an activity to the
 * list of those that have started, so that what is live can be read by its end however much is announced. An exhibition holds
 * the ids of its challenges, so that they and their boards can be read at once.
 */
const CoverImage = z.object({ url: z.string(), alt: z.string(), source: z.literal('ai_generated') });

const Content = {
  id: Uuid,
  title: z.string(),
  summary: z.string(),
  coverImage: z.optional(CoverImage),
  memberCount: count(),
  visibility: z.enum(['public', 'private']),
  /** Each change of the content increases the version. A change names the version on which it is based. */
  version: version(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
  reviewedAt: z.optional(Timestamp),
};

interface Standing {
  readonly publishedAt?: string | undefined;
  readonly reviewedAt?: string | undefined;
  readonly cancelledAt?: string | undefined;
  readonly rejectedAt?: string | undefined;
}

/** Drafts and unreviewed content are hidden from everyone, including their owner, and so is what was cancelled. */
export const isShown = (content: Standing): boolean => wasShown(content) && content.cancelledAt === undefined;

/** Whether content would be shown if it was not cancelled. Who may see it learns that it is cancelled. */
export const wasShown = ({ publishedAt, reviewedAt }: Standing): boolean =>
  publishedAt !== undefined && reviewedAt !== undefined;

/** A social club is published when it is created, and visible once it is reviewed. */
export const shownSince = ({ publishedAt = '', reviewedAt = '' }: Standing): string =>
  publishedAt > reviewedAt ? publishedAt : reviewedAt;

export const ContentState = z.enum(['draft', 'unreviewed', 'rejected', 'published']);
export type ContentState = z.infer<typeof ContentState>;

/** The state of a club, exhibition or challenge as its owner and administrators see it. */
export function contentState(content: Standing): ContentState {
  if (content.rejectedAt) return 'rejected';
  if (!content.publishedAt) return 'draft';
  return content.reviewedAt ? 'published' : 'unreviewed';
}

/** The public clubs that are shown, sorted by the time since which they are visible. */
export const listedClubs = indexList('gsi1', 'COMMUNITY#LISTED#', 'CLUB');
/** The clubs in a state, sorted by creation time, for administrators. */
export const clubsInState = (state: ContentState) => indexList('gsi2', 'COMMUNITY#CLUBS#', state);

export const club = kind({
  prefix: 'COMMUNITY#CLUB#',
  shape: z.object({
    ...Content,
    /** Absent after the erasure of the owner's account, until an administrator assigns another owner. */
    ownerId: z.optional(AccountId),
    /** The present ownership, as in the owner's membership. A name that a member gives is shown only under this ownership. */
    ownershipId: z.optional(Uuid),
    /** The club was created by an account and is unreviewed until an administrator approves it. */
    social: z.boolean(),
    /** When others first saw the club. It is never removed. */
    firstShownAt: z.optional(Timestamp),
    rejectedAt: z.optional(Timestamp),
    rejectionReason: z.optional(z.string()),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('COMMUNITY#CLUB#', id), sk: 'CLUB' }),
  indexes: (item) => ({
    gsi1:
      isShown(item) && item.visibility === 'public'
        ? { ...listedClubs, sk: `${shownSince(item)}#${item.id}` }
        : undefined,
    gsi2: { ...clubsInState(contentState(item)), sk: `${item.createdAt}#${item.id}` },
  }),
});
export type Club = ReturnType<typeof club.parse>;

type Activity = 'EVENT' | 'CHALLENGE';
interface Placed extends Standing {
  readonly id: string;
  readonly clubId: string;
  readonly visibility: 'public' | 'private';
  readonly startsAt: string;
  readonly endsAt: string;
  readonly hasStarted?: boolean | undefined;
}

/** The visible activities of public clubs that have not started, sorted by their start. Some have started a moment ago. */
export const announcedActivities = (activity: Activity) =>
  indexList('gsi1', 'COMMUNITY#LISTED#', activity, 'AHEAD');
/** The visible activities of public clubs that have started, sorted by their end. */
export const startedActivities = (activity: Activity) =>
  indexList('gsi1', 'COMMUNITY#LISTED#', activity, 'STARTED');
/** The visible exhibitions and challenges of a private club, sorted by their end. */
export const clubActivities = (clubId: string) => indexList('gsi1', 'COMMUNITY#IN-CLUB#', clubId);

function listing(activity: Activity, item: Placed): IndexPlace<'gsi1'> | undefined {
  const { id, clubId, startsAt, endsAt, hasStarted } = item;
  if (!isShown(item)) return undefined;
  if (item.visibility === 'private') return { ...clubActivities(clubId), sk: `${endsAt}#${id}` };
  return hasStarted
    ? { ...startedActivities(activity), sk: `${endsAt}#${id}` }
    : { ...announcedActivities(activity), sk: `${startsAt}#${id}` };
}

/** The codes of the latest exhibitions of a club in any state, so that those of many clubs can be found at once. */
export const latestEvents = kind({
  prefix: 'COMMUNITY#CLUB#',
  shape: z.object({
    clubId: Uuid,
    /** `<createdAt>#<joinCode>`, the latest first. */
    events: z.array(z.string()),
    /** Increases with each change. */
    version: version(),
  }),
  key: ({ clubId }: { clubId: string }) => ({ pk: partition('COMMUNITY#CLUB#', clubId), sk: 'LATEST' }),
});

/** A club's exhibitions in any state, sorted by creation time. */
export const eventsOfClub = (clubId: string) => indexList('gsi2', 'COMMUNITY#OF-CLUB#', clubId);

/** The number of partitions of each board, since the first publication. It may rise and never falls, because enrollments copy it. */
const boardPartitions = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_BOARD_PARTITIONS)));

/** When the exhibition was cancelled, which also cancels its challenges. It is never removed. */
const cancelledAt = z.optional(Timestamp);

/** Set by the first write, of a person or of `startActivities`, after the start. It decides in which list the activity is. */
const hasStarted = z.optional(z.boolean());

/**
 * True if everybody saw the club, and for a challenge also the exhibition, when one of them was last published, unpublished or
 * reviewed. Reads then fetch the content together with the club. If it is false, they check the club first, so that a hidden
 * exhibition costs no more than an unknown one. Only the club and the exhibition themselves decide who sees the content.
 */
const parentsShown = z.boolean();

const ChallengeEntry = z.object({
  createdAt: Timestamp,
  /** Whether the challenge is published. */
  isShown: z.boolean(),
  boardPartitions,
});

export const event = kind({
  prefix: 'COMMUNITY#EVENT#',
  shape: z.object({
    ...Content,
    clubId: Uuid,
    startsAt: Timestamp,
    endsAt: Timestamp,
    hasStarted,
    timezone: z.string(),
    venue: z.string(),
    joinCode: z.string(),
    expectedAttendees: count(),
    cancelledAt,
    /** When the start, the end and the venue last changed since somebody could join. */
    changes: z.optional(
      z.object({
        startsAt: z.optional(Timestamp),
        endsAt: z.optional(Timestamp),
        venue: z.optional(Timestamp),
      }),
    ),
    /** The challenges of the exhibition in any state, by their ids. */
    challenges: z.record(Uuid, ChallengeEntry),
    parentsShown,
  }),
  key: ({ joinCode }: { joinCode: string }) => ({ pk: partition('COMMUNITY#EVENT#', joinCode), sk: 'EVENT' }),
  indexes: (item) => ({
    gsi1: listing('EVENT', item),
    gsi2: { ...eventsOfClub(item.clubId), sk: `${item.createdAt}#${item.id}` },
  }),
});
export type Event = ReturnType<typeof event.parse>;

/** The exhibitions of all clubs in any state, sorted by start, for administrators. */
export const allExhibitions = indexList('gsi1', 'COMMUNITY#EXHIBITIONS');

export const eventPointer = kind({
  prefix: 'COMMUNITY#EVENT-ID#',
  shape: z.object({ eventId: Uuid, joinCode: z.string(), startsAt: Timestamp }),
  key: ({ eventId }: { eventId: string }) => ({
    pk: partition('COMMUNITY#EVENT-ID#', eventId),
    sk: 'POINTER',
  }),
  indexes: ({ eventId, startsAt }) => ({ gsi1: { ...allExhibitions, sk: `${startsAt}#${eventId}` } }),
});

/** What leads from the id of an exhibition, and from the list of all, to the exhibition. */
export const pointerTo = ({ id: eventId, joinCode, startsAt }: Pick<Event, 'id' | 'joinCode' | 'startsAt'>) =>
  eventPointer.stored({ eventId, joinCode, startsAt });

export const PHASES = ['draft', 'announced', 'live', 'ended', 'cancelled'] as const;

/** Where an exhibition is between its draft and its end. */
export function phaseOf(of: Event, at: Date): (typeof PHASES)[number] {
  const now = at.toISOString();
  if (of.cancelledAt) return 'cancelled';
  if (!of.publishedAt) return 'draft';
  if (of.endsAt <= now) return 'ended';
  return of.startsAt <= now ? 'live' : 'announced';
}

export const challenge = kind({
  prefix: 'COMMUNITY#CHALLENGE#',
  shape: z.object({
    ...Content,
    clubId: Uuid,
    eventId: Uuid,
    joinCode: z.string(),
    startsAt: Timestamp,
    endsAt: Timestamp,
    hasStarted,
    cancelledAt,
    /** The time of the first publication, which fixes the times of the challenge. It is never removed. */
    firstPublishedAt: z.optional(Timestamp),
    boardPartitions,
    /** The steps of the last rank on a full public display, as of the last minute; 0 or absent while it has room. */
    lastShownSteps: z.optional(count()),
    parentsShown,
    metric: z.literal('steps'),
    rules: z.string(),
    rewardEligible: z.boolean(),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('COMMUNITY#CHALLENGE#', id), sk: 'CHALLENGE' }),
  indexes: (item) => ({
    gsi1: listing('CHALLENGE', item),
  }),
});
export type Challenge = ReturnType<typeof challenge.parse>;

/** What an exhibition stores of one of its challenges. */
export const challengeEntry = ({
  createdAt,
  publishedAt,
  boardPartitions,
}: Pick<Challenge, 'createdAt' | 'publishedAt' | 'boardPartitions'>): Event['challenges'][string] => ({
  createdAt,
  isShown: publishedAt !== undefined,
  boardPartitions,
});

/**
 * The number of partitions of a board for an exhibition of this size. A partition takes about 250 step reports a second. In a
 * hall of 10,000, whose phones all report within half a minute after an outage of the network, 32 partitions take about 10
 * each, so that several of them may share a partition of the table.
 */
export const boardPartitionsFor = (expectedAttendees: number): number =>
  Math.min(Math.max(1, Math.ceil(expectedAttendees / ATTENDEES_OF_A_BOARD_PARTITION)), MAX_BOARD_PARTITIONS);

/** The time at which the result of a challenge is final, after phones that sync late have reported. */
export function finalAt({ endsAt }: Pick<Challenge, 'endsAt'>): Date {
  return later(new Date(endsAt), hours(FINAL_AFTER_HOURS));
}

/** True while participants may still report steps. */
export function isProvisional(item: Pick<Challenge, 'endsAt'>, at: Date): boolean {
  return at < finalAt(item);
}
