import * as z from 'zod/mini';
import { beginningWith, indexList, kind, partition } from '../table/item.ts';
import { partitionFor, spreadOf, spreads } from '../table/spread.ts';
import { AccountId, count, Timestamp, Uuid, version } from '../values/resources.ts';
import { ClubStanding } from './schemas.ts';

/**
 * Memberships and enrollments in clubs, exhibitions and challenges, and the ranks on the boards.
 *
 * COMMUNITY#DISPLAY#<challengeId>#0 | COUNT           rolled-up numbers of the participants who consented to the display
 * COMMUNITY#DISPLAY#<challengeId>#<partition> | RANK#<steps, inverted>#<measuredAt>#<participantId>   one of these participants
 * COMMUNITY#LEADERBOARD#<challengeId>#<partition> | RANK#<steps, inverted>#<measuredAt>#<participantId>   one who consented to the leaderboard
 * COMMUNITY#ALIAS#<challengeId>#<folded alias> | ALIAS   the holder of an alias and of all that look like it; whether it is hidden
 * COMMUNITY#ACCOUNT#<accountId> | CREATED             the number of clubs that the account has created
 * COMMUNITY#ACCOUNT#<accountId> | CLUB#<clubId>       a membership, or a request to join
 *   gsi1 COMMUNITY#MEMBERS#<clubId>#<role> | <joinedAt>#<accountId>
 * COMMUNITY#ACCOUNT#<accountId> | EVENT#<joinCode>    a membership
 *   gsi1 COMMUNITY#ATTENDEES#<joinCode>#<spread> | <accountId>
 * COMMUNITY#ACCOUNT#<accountId> | CHALLENGE#<challengeId>   an enrollment, with its two consents
 *   gsi1 COMMUNITY#ENROLLED#<challengeId>#<spread> | <accountId>
 * COMMUNITY#ACCOUNT#<accountId> | EXCLUSION#<challengeId>   an exclusion from the boards and rewards of a challenge
 *   gsi1 COMMUNITY#EXCLUDED#<challengeId> | <exclusionId>
 */

/** The partitions of a board by their numbers, from 0 to one less than their number. */
const eachPartition = <T>(
  { boardPartitions = 1 }: { readonly boardPartitions?: number | undefined },
  of: (n: number) => T,
) => Array.from({ length: boardPartitions }, (_, n) => of(n));

interface Board {
  readonly id: string;
  readonly boardPartitions?: number | undefined;
}

const displayPartition = (challengeId: string, n: number) => ({
  pk: partition('COMMUNITY#DISPLAY#', challengeId, String(n)),
});
/** The partitions of the display of a challenge: each has ranks, the best first. The rolled-up numbers precede those of the first. */
export const displayOf = (challenge: Board) =>
  eachPartition(challenge, (n) => displayPartition(challenge.id, n));

export const displayCount = kind({
  prefix: 'COMMUNITY#DISPLAY#',
  shape: z.object({
    challengeId: Uuid,
    total: count(),
    /** The sum of `falls` over the enrollments on the display. */
    falls: z.optional(count()),
    /** The time at which the roll-up last changed `total` or `falls`. */
    changedAt: Timestamp,
  }),
  key: ({ challengeId }: { challengeId: string }) => ({ ...displayPartition(challengeId, 0), sk: 'COUNT' }),
});

interface RankKey {
  readonly challengeId: string;
  readonly partition: number;
  readonly participantId: string;
  readonly steps: number;
  readonly measuredAt: string;
}

/** More steps sort first; with equal steps, the earlier measurement. */
const MAX_STEPS = 9_999_999_999;
const steps = () => count().check(z.maximum(MAX_STEPS));

const Rank = {
  challengeId: Uuid,
  partition: count(),
  participantId: Uuid,
  alias: z.string(),
  steps: steps(),
  measuredAt: Timestamp,
  changedAt: Timestamp,
};
const rankSortKey = ({ steps, measuredAt, participantId }: RankKey): `RANK#${string}` =>
  `RANK#${String(MAX_STEPS - steps).padStart(10, '0')}#${measuredAt}#${participantId}`;

export const displayRank = kind({
  prefix: 'COMMUNITY#DISPLAY#',
  shape: z.object(Rank),
  key: (rank: RankKey) => ({
    ...displayPartition(rank.challengeId, rank.partition),
    sk: rankSortKey(rank),
  }),
});

export const leaderboardPartition = (challengeId: string, n: number) => ({
  pk: partition('COMMUNITY#LEADERBOARD#', challengeId, String(n)),
});
/** The partitions of the leaderboard of a challenge: each has ranks, the best first. */
export const leaderboardOf = (challenge: Board) =>
  eachPartition(challenge, (n) => leaderboardPartition(challenge.id, n));

export const leaderboardRank = kind({
  prefix: 'COMMUNITY#LEADERBOARD#',
  shape: z.object(Rank),
  key: (rank: RankKey) => ({
    ...leaderboardPartition(rank.challengeId, rank.partition),
    sk: rankSortKey(rank),
  }),
});

export const aliasHolder = kind({
  prefix: 'COMMUNITY#ALIAS#',
  shape: z.object({
    challengeId: Uuid,
    folded: z.string(),
    /** Absent for a hidden alias without an owner, which stays taken. */
    accountId: z.optional(AccountId),
    hiddenAt: z.optional(Timestamp),
  }),
  key: ({ challengeId, folded }: { challengeId: string; folded: string }) => ({
    pk: partition('COMMUNITY#ALIAS#', challengeId, folded),
    sk: 'ALIAS',
  }),
});

/** All community items of an account. */
export const communityOfAccount = (accountId: AccountId) => ({
  pk: partition('COMMUNITY#ACCOUNT#', accountId),
});
export const clubMembershipsOf = (accountId: AccountId) => ({
  ...communityOfAccount(accountId),
  ...beginningWith('CLUB#'),
});
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
 * The members of a club, or the requests to join it, sorted by time. The list is not spread, because its owner reads it
 * page by page in this order. Fewer people join a club at the same time than enter a hall.
 */
export const membersOfClub = (clubId: string, role: ClubStanding) =>
  indexList('gsi1', 'COMMUNITY#MEMBERS#', clubId, role);

export const clubMembership = kind({
  prefix: 'COMMUNITY#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    clubId: Uuid,
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
    /** How the person wants to be known to the owner of the club, and to nobody else. */
    knownAs: z.optional(z.string()),
  }),
  key: ({ accountId, clubId }: { accountId: AccountId; clubId: string }) => ({
    ...communityOfAccount(accountId),
    sk: `CLUB#${clubId}`,
  }),
  indexes: ({ accountId, clubId, role, joinedAt }) => ({
    gsi1: { ...membersOfClub(clubId, role), sk: `${joinedAt}#${accountId}` },
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
    /** The end of the challenge and the number of its board partitions, which its first publication fixes. */
    endsAt: Timestamp,
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

/** Administrators take an enrollment off both boards by hiding its alias or by excluding the participant. */
const isAdmitted = ({ aliasHiddenAt, excludedAt }: Enrollment): boolean =>
  aliasHiddenAt === undefined && excludedAt === undefined;

/** Whether the public display shows and counts an enrollment. */
export const isOnDisplay = (item: Enrollment): boolean => item.sharePublicDisplay && isAdmitted(item);
/** Whether the leaderboard shows an enrollment. */
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
