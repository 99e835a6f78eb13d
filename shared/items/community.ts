import * as z from 'zod/mini';
import { days, later } from '../clock.ts';
import { AccountId, count, Timestamp, Uuid } from '../resources.ts';
import { type Key, kind, partition } from '../table/item.ts';

/**
 * COMMUNITY#CLUB#<clubId> | CLUB                      a club
 *   gsi1 COMMUNITY#LISTED#CLUB | <publishedAt>#<clubId>                  public, published and reviewed
 * COMMUNITY#EVENT#<joinCode> | EVENT                  an exhibition, under its code, which is unique by that
 *   gsi1 COMMUNITY#LISTED#EVENT or COMMUNITY#IN-CLUB#<clubId>#EVENT | <endsAt>#<eventId>   published and reviewed
 * COMMUNITY#EVENT-ID#<eventId> | POINTER              the code of an exhibition that is named by its id
 * COMMUNITY#CHALLENGE#<challengeId> | CHALLENGE       a step challenge of an event
 *   gsi1 COMMUNITY#LISTED#CHALLENGE or COMMUNITY#IN-CLUB#<clubId>#CHALLENGE | <endsAt>#<challengeId>   likewise
 *   gsi2 COMMUNITY#IN-EVENT#<joinCode> | <startsAt>#<challengeId>        likewise
 * COMMUNITY#DISPLAY#<challengeId> | COUNT             how many consented to the display, and when that last changed
 * COMMUNITY#DISPLAY#<challengeId> | RANK#<steps, inverted>#<measuredAt>#<participantId>   one of them
 * COMMUNITY#ACCOUNT#<accountId> | CLUB#<clubId>       a membership, or the wish for one
 * COMMUNITY#ACCOUNT#<accountId> | EVENT#<joinCode>    a membership
 * COMMUNITY#ACCOUNT#<accountId> | CHALLENGE#<challengeId>   an enrollment, with its two consents
 *
 * Listed is what belongs to a public club; what belongs to a private club is found through the club alone.
 */
const CoverImage = z.object({ url: z.string(), alt: z.string(), source: z.literal('ai_generated') });

const Content = {
  id: Uuid,
  title: z.string(),
  summary: z.string(),
  coverImage: z.optional(CoverImage),
  memberCount: count(),
  visibility: z.enum(['public', 'private']),
  publishedAt: z.optional(Timestamp),
  reviewedAt: z.optional(Timestamp),
};

interface Standing {
  readonly publishedAt?: string | undefined;
  readonly reviewedAt?: string | undefined;
}

/** Drafts and what nobody has reviewed are seen by no one, their owner included. */
export const isShown = ({ publishedAt, reviewedAt }: Standing): boolean =>
  publishedAt !== undefined && reviewedAt !== undefined;

export const club = kind({
  prefix: 'COMMUNITY#CLUB#',
  shape: z.object({ ...Content, ownerId: AccountId, social: z.boolean() }),
  key: ({ id }: { id: string }) => ({ pk: partition('COMMUNITY#CLUB#', id), sk: 'CLUB' }),
  indexes: (one) => ({
    gsi1:
      isShown(one) && one.visibility === 'public'
        ? { pk: partition('COMMUNITY#LISTED#', 'CLUB'), sk: `${one.publishedAt}#${one.id}` }
        : undefined,
  }),
});
export type Club = ReturnType<typeof club.parse>;

type Activity = 'EVENT' | 'CHALLENGE';
interface Placed extends Standing {
  readonly id: string;
  readonly clubId: string;
  readonly visibility: 'public' | 'private';
  readonly endsAt: string;
}

/** Where the activities of public clubs are listed, by their end. */
export const listedActivities = (activity: Activity): string => partition('COMMUNITY#LISTED#', activity);
/** Where the activities of a private club are listed, by their end. */
export const clubActivities = (clubId: string, activity: Activity): string =>
  partition('COMMUNITY#IN-CLUB#', clubId, activity);

const listing = (activity: Activity, one: Placed): Key | undefined =>
  isShown(one)
    ? {
        pk: one.visibility === 'public' ? listedActivities(activity) : clubActivities(one.clubId, activity),
        sk: `${one.endsAt}#${one.id}`,
      }
    : undefined;

export const event = kind({
  prefix: 'COMMUNITY#EVENT#',
  shape: z.object({
    ...Content,
    clubId: Uuid,
    startsAt: Timestamp,
    endsAt: Timestamp,
    timezone: z.string(),
    venue: z.string(),
    joinCode: z.string(),
    expectedAttendees: count(),
    updatedAt: Timestamp,
  }),
  key: ({ joinCode }: { joinCode: string }) => ({ pk: partition('COMMUNITY#EVENT#', joinCode), sk: 'EVENT' }),
  indexes: (one) => ({ gsi1: listing('EVENT', one) }),
});
export type Event = ReturnType<typeof event.parse>;

export const eventPointer = kind({
  prefix: 'COMMUNITY#EVENT-ID#',
  shape: z.object({ eventId: Uuid, joinCode: z.string() }),
  key: ({ eventId }: { eventId: string }) => ({
    pk: partition('COMMUNITY#EVENT-ID#', eventId),
    sk: 'POINTER',
  }),
});

export const challenge = kind({
  prefix: 'COMMUNITY#CHALLENGE#',
  shape: z.object({
    ...Content,
    clubId: Uuid,
    eventId: Uuid,
    joinCode: z.string(),
    startsAt: Timestamp,
    endsAt: Timestamp,
    metric: z.literal('steps'),
    rules: z.string(),
    rewardEligible: z.boolean(),
    updatedAt: Timestamp,
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('COMMUNITY#CHALLENGE#', id), sk: 'CHALLENGE' }),
  indexes: (one) => ({
    gsi1: listing('CHALLENGE', one),
    gsi2: isShown(one)
      ? { pk: partition('COMMUNITY#IN-EVENT#', one.joinCode), sk: `${one.startsAt}#${one.id}` }
      : undefined,
  }),
});
export type Challenge = ReturnType<typeof challenge.parse>;

export const displayPartition = (challengeId: string): string => partition('COMMUNITY#DISPLAY#', challengeId);

export const displayCount = kind({
  prefix: 'COMMUNITY#DISPLAY#',
  shape: z.object({ challengeId: Uuid, total: count(), changedAt: Timestamp }),
  key: ({ challengeId }: { challengeId: string }) => ({ pk: displayPartition(challengeId), sk: 'COUNT' }),
});

interface RankKey {
  readonly challengeId: string;
  readonly participantId: string;
  readonly steps: number;
  readonly measuredAt: string;
}

/** More steps sort first, and of equal steps the earlier measurement. */
const MOST_STEPS = 9_999_999_999;
const steps = () => count().check(z.maximum(MOST_STEPS));

export const displayRank = kind({
  prefix: 'COMMUNITY#DISPLAY#',
  shape: z.object({
    challengeId: Uuid,
    participantId: Uuid,
    alias: z.string(),
    steps: steps(),
    measuredAt: Timestamp,
    changedAt: Timestamp,
  }),
  key: ({ challengeId, participantId, steps, measuredAt }: RankKey) => ({
    pk: displayPartition(challengeId),
    sk: `RANK#${String(MOST_STEPS - steps).padStart(10, '0')}#${measuredAt}#${participantId}`,
  }),
});

const accountPartition = (accountId: AccountId): string => partition('COMMUNITY#ACCOUNT#', accountId);

export { accountPartition as communityOfAccount };

export const clubMembership = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    clubId: Uuid,
    role: z.enum(['owner', 'member', 'requested']),
    /** The club's, which never changes. */
    visibility: z.enum(['public', 'private']),
    /** When it was asked for, while it is only requested. */
    joinedAt: Timestamp,
  }),
  key: ({ accountId, clubId }: { accountId: AccountId; clubId: string }) => ({
    pk: accountPartition(accountId),
    sk: `CLUB#${clubId}`,
  }),
});

export const eventMembership = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({ accountId: AccountId, joinCode: z.string(), clubId: Uuid, joinedAt: Timestamp }),
  key: ({ accountId, joinCode }: { accountId: AccountId; joinCode: string }) => ({
    pk: accountPartition(accountId),
    sk: `EVENT#${joinCode}`,
  }),
});

export const enrollment = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    challengeId: Uuid,
    joinCode: z.string(),
    clubId: Uuid,
    participantId: Uuid,
    alias: z.string(),
    joinedAt: Timestamp,
    countingFrom: Timestamp,
    shareLeaderboard: z.boolean(),
    sharePublicDisplay: z.boolean(),
    steps: steps(),
    measuredAt: z.optional(Timestamp),
  }),
  key: ({ accountId, challengeId }: { accountId: AccountId; challengeId: string }) => ({
    pk: accountPartition(accountId),
    sk: `CHALLENGE#${challengeId}`,
  }),
});
export type Enrollment = ReturnType<typeof enrollment.parse>;

/** Where an enrollment stands on the display, while its owner consents: before any report, at zero since it counts. */
export function rankOf({ challengeId, participantId, steps, measuredAt, countingFrom }: Enrollment): RankKey {
  return { challengeId, participantId, steps, measuredAt: measuredAt ?? countingFrom };
}

/** When a challenge's result is final: 24 hours after its end, when late phones have synced. */
export function finalAt({ endsAt }: Pick<Challenge, 'endsAt'>): Date {
  return later(new Date(endsAt), days(1));
}

export function isProvisional(one: Pick<Challenge, 'endsAt'>, at: Date): boolean {
  return at < finalAt(one);
}
