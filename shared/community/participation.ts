import * as z from 'zod/mini';
import { beginningWith, indexList, kind, partition } from '../table/item.ts';
import { partitionFor, spreadOf, spreads } from '../table/spread.ts';
import { ConsentChange } from '../values/consents.ts';
import { AccountId, count, Timestamp, Uuid, version } from '../values/resources.ts';
import { type RankKey, steps } from './boards.ts';
import { ClubStanding } from './schemas.ts';

/**
 * Memberships and enrollments in clubs, exhibitions and challenges.
 *
 * COMMUNITY#ACCOUNT#<accountId> | CREATED             the number of clubs that the account has created
 * COMMUNITY#ACCOUNT#<accountId> | CLUB#<clubId>       a membership, or a request to join
 *   gsi1 COMMUNITY#MEMBERS#<clubId>#<role> | <memberId>
 * COMMUNITY#ACCOUNT#<accountId> | EVENT#<joinCode>    a membership
 *   gsi1 COMMUNITY#ATTENDEES#<joinCode>#<spread> | <accountId>
 * COMMUNITY#ACCOUNT#<accountId> | CHALLENGE#<challengeId>   an enrollment, with its two consents
 *   gsi1 COMMUNITY#ENROLLED#<challengeId>#<spread> | <accountId>
 * COMMUNITY#ACCOUNT#<accountId> | CONSENTS#<challengeId>   the record of the two consents, which outlives the enrollment
 * COMMUNITY#ACCOUNT#<accountId> | EXCLUSION#<challengeId>   an exclusion from the boards and rewards of a challenge
 *   gsi1 COMMUNITY#EXCLUDED#<challengeId> | <exclusionId>
 */

/** The memberships, enrollments, consents and attended exhibitions of an account, which its data and its erasure read together. */
export const communityOfAccount = (accountId: AccountId) => ({
  pk: partition('COMMUNITY#ACCOUNT#', accountId),
});
/** The memberships in clubs and the requests to join one. */
export const clubMembershipsOf = (accountId: AccountId) => ({
  ...communityOfAccount(accountId),
  ...beginningWith('CLUB#'),
});
/** The enrollments in challenges of any state. */
export const enrollmentsOf = (accountId: AccountId) => ({
  ...communityOfAccount(accountId),
  ...beginningWith('CHALLENGE#'),
});

export const createdClubs = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({ accountId: AccountId, clubs: count() }),
  key: ({ accountId }: { accountId: AccountId }) => ({ ...communityOfAccount(accountId), sk: 'CREATED' }),
});

/**
 * The members of a club, or the requests to join it, sorted by the time at which they joined or asked. The list is not spread, because its owner reads it
 * page by page in this order. Fewer people join a club at the same time than enter a hall.
 */
export const membersOfClub = (clubId: string, role: ClubStanding) =>
  indexList('gsi1', 'COMMUNITY#MEMBERS#', clubId, role);

export const clubMembership = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    clubId: Uuid,
    /** The time-ordered id by which the owner knows the account, and which no other list has. Joining again creates another one. */
    memberId: Uuid,
    role: ClubStanding,
    /** The visibility of the club, which never changes. */
    visibility: z.enum(['public', 'private']),
    /** The time of the request while the membership is pending. */
    joinedAt: Timestamp,
    /**
     * For a private club: increases each time that the member joins one of its activities, so a concurrent departure
     * fails.
     */
    entries: z.optional(count()),
    /** How the person wants to be known to the owner of the club at that time, and to nobody else. */
    knownAs: z.optional(z.string()),
    /** The ownership under which `knownAs` was told. Absent if the club had no owner. */
    knownToOwnership: z.optional(Uuid),
    /** Only the owner's membership has it: the random id of the present ownership, which each assignment of an owner creates. */
    ownershipId: z.optional(Uuid),
  }),
  key: ({ accountId, clubId }: { accountId: AccountId; clubId: string }) => ({
    ...communityOfAccount(accountId),
    sk: `CLUB#${clubId}`,
  }),
  indexes: ({ clubId, role, memberId }) => ({
    gsi1: { ...membersOfClub(clubId, role), sk: memberId },
  }),
});
export type ClubMembership = ReturnType<typeof clubMembership.parse>;

const attendeeList = (joinCode: string, spread: string) =>
  indexList('gsi1', 'COMMUNITY#ATTENDEES#', joinCode, spread);
/** All attendees of an exhibition, in 16 lists. */
export const attendeesOf = (joinCode: string) => spreads.map((spread) => attendeeList(joinCode, spread));

export const eventMembership = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({ accountId: AccountId, joinCode: z.string(), clubId: Uuid, joinedAt: Timestamp }),
  key: ({ accountId, joinCode }: { accountId: AccountId; joinCode: string }) => ({
    ...communityOfAccount(accountId),
    sk: `EVENT#${joinCode}`,
  }),
  indexes: ({ accountId, joinCode }) => ({
    gsi1: { ...attendeeList(joinCode, spreadOf(accountId)), sk: accountId },
  }),
});
export type EventMembership = ReturnType<typeof eventMembership.parse>;

const enrolledList = (challengeId: string, spread: string) =>
  indexList('gsi1', 'COMMUNITY#ENROLLED#', challengeId, spread);
/** All enrollments in a challenge, in 16 lists. */
export const enrolledIn = (challengeId: string) => spreads.map((spread) => enrolledList(challengeId, spread));

export const enrollment = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    challengeId: Uuid,
    joinCode: z.string(),
    clubId: Uuid,
    participantId: Uuid,
    alias: z.string(),
    foldedAlias: z.string(),
    joinedAt: Timestamp,
    countingFrom: Timestamp,
    /** The end of the challenge, which its first publication fixes. */
    endsAt: Timestamp,
    /** The number of partitions of its boards at the last report. It says in which of them the ranks are. */
    boardPartitions: z.int().check(z.minimum(1)),
    shareLeaderboard: z.boolean(),
    sharePublicDisplay: z.boolean(),
    steps: steps(),
    measuredAt: z.optional(Timestamp),
    /** When the last report was accepted, by the clock of the server. */
    reportedAt: z.optional(Timestamp),
    /**
     * The number of times that the steps decreased while the enrollment was on the display. If a participant drops out
     * of the displayed ranks, none of these ranks shows the change, so the time of the display's last change also
     * depends on these counts.
     */
    falls: z.optional(count()),
    /** Set while an administrator hides the alias, which is then on no board. */
    aliasHiddenAt: z.optional(Timestamp),
    /** Set while an administrator hides the alias in the whole exhibition. The two are independent of each other. */
    aliasHiddenInEventAt: z.optional(Timestamp),
    /** Set while the account is excluded from the challenge. The exclusion is an item of its own. */
    excludedAt: z.optional(Timestamp),
    /** Each change increases the version. A change names the version on which it is based. */
    version: version(),
  }),
  key: ({ accountId, challengeId }: { accountId: AccountId; challengeId: string }) => ({
    ...communityOfAccount(accountId),
    sk: `CHALLENGE#${challengeId}`,
  }),
  indexes: ({ accountId, challengeId }) => ({
    gsi1: { ...enrolledList(challengeId, spreadOf(accountId)), sk: accountId },
  }),
});
export type Enrollment = ReturnType<typeof enrollment.parse>;

/** The record of the two consents of an account in a challenge. A step report, which rewrites the enrollment, does not touch it. */
export const enrollmentConsents = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    challengeId: Uuid,
    shareLeaderboard: z.array(ConsentChange),
    sharePublicDisplay: z.array(ConsentChange),
    version: version(),
  }),
  key: ({ accountId, challengeId }: { accountId: AccountId; challengeId: string }) => ({
    ...communityOfAccount(accountId),
    sk: `CONSENTS#${challengeId}`,
  }),
});
export type EnrollmentConsents = ReturnType<typeof enrollmentConsents.parse>;

/** Administrators take an enrollment off both boards by hiding its alias or by excluding the participant. */
const isAdmitted = ({ aliasHiddenAt, aliasHiddenInEventAt, excludedAt }: Enrollment): boolean =>
  aliasHiddenAt === undefined && aliasHiddenInEventAt === undefined && excludedAt === undefined;

/** Whether the public display shows and counts an enrollment. */
export const isOnDisplay = (item: Enrollment): boolean => item.sharePublicDisplay && isAdmitted(item);
/** Whether the leaderboard shows an enrollment: the person agreed to it, and is neither excluded nor hidden. */
export const isOnLeaderboard = (item: Enrollment): boolean => item.shareLeaderboard && isAdmitted(item);

/** The rank of an enrollment on a board. Without a report it has zero steps, dated at the start of counting. */
export function rankOf({
  challengeId,
  participantId,
  steps,
  measuredAt,
  countingFrom,
  boardPartitions,
}: Enrollment): RankKey {
  // A participant is in the same partition of both boards.
  const partition = partitionFor(participantId, boardPartitions);
  return { challengeId, partition, participantId, steps, measuredAt: measuredAt ?? countingFrom };
}

/** The participants who are excluded from a challenge, sorted by the id of the exclusion. */
export const excludedFrom = (challengeId: string) => indexList('gsi1', 'COMMUNITY#EXCLUDED#', challengeId);

/** It outlives the enrollment, so withdrawing and enrolling again does not end it. */
export const exclusion = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    id: Uuid,
    accountId: AccountId,
    challengeId: Uuid,
    /** The alias at the time of the exclusion. */
    alias: z.string(),
    excludedAt: Timestamp,
  }),
  key: ({ accountId, challengeId }: { accountId: AccountId; challengeId: string }) => ({
    ...communityOfAccount(accountId),
    sk: `EXCLUSION#${challengeId}`,
  }),
  indexes: ({ id, challengeId }) => ({ gsi1: { ...excludedFrom(challengeId), sk: id } }),
});
export type Exclusion = ReturnType<typeof exclusion.parse>;
