import * as z from 'zod/mini';
import { beginningWith, indexList, kind, partition } from '../table/item.ts';
import { AccountId, count, Timestamp, Uuid } from '../values/resources.ts';

/**
 * The boards of a challenge, and the aliases on them.
 *
 * COMMUNITY#DISPLAY#<challengeId>#0 | COUNT           rolled-up numbers of the participants who consented to the display
 * COMMUNITY#DISPLAY#<challengeId>#<partition> | RANK#<steps, inverted>#<measuredAt>#<participantId>   one of these participants
 * COMMUNITY#LEADERBOARD#<challengeId>#<partition> | RANK#<steps, inverted>#<measuredAt>#<participantId>   one who consented to the leaderboard
 * COMMUNITY#ALIAS#<challengeId>#<folded alias> | ALIAS   the holder of an alias and of all that look like it; whether it is hidden
 * COMMUNITY#HIDDEN#<joinCode> | ALIAS#<folded alias>   an alias that is hidden in a whole exhibition, or was until a moment ago
 *   gsi1 COMMUNITY#HIDING | <look again at>#<joinCode>#<folded alias>   until a worker has looked again
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

export interface RankKey {
  readonly challengeId: string;
  readonly partition: number;
  readonly participantId: string;
  readonly steps: number;
  readonly measuredAt: string;
}

/** More steps sort first; with equal steps, the earlier measurement. */
const MAX_STEPS = 9_999_999_999;
/** Whole steps. Their digits are part of a sort key, so they have an upper bound. */
export const steps = () => count().check(z.maximum(MAX_STEPS));

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

/** @param n from 0 to the number of partitions of the board minus 1. */
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

const hiddenIn = (joinCode: string) => ({ pk: partition('COMMUNITY#HIDDEN#', joinCode) });
/** The aliases that are hidden in an exhibition, or were until a moment ago. */
export const hiddenAliasesOf = (joinCode: string) => ({ ...hiddenIn(joinCode), ...beginningWith('ALIAS#') });
/** The aliases whose enrollments a worker looks at again, by the time at which it does. */
export const hidingAliases = indexList('gsi1', 'COMMUNITY#HIDING');

export const hiddenAlias = kind({
  prefix: 'COMMUNITY#HIDDEN#',
  shape: z.object({
    joinCode: z.string(),
    folded: z.string(),
    /** As the administrator wrote it. */
    alias: z.string(),
    /** Absent after the alias was shown again, until a worker has looked again. */
    hiddenAt: z.optional(Timestamp),
    /** When it was hidden or shown. */
    changedAt: Timestamp,
    /** When a worker looks again for enrollments that were in flight. Absent afterwards. */
    lookAgainAt: z.optional(Timestamp),
  }),
  key: ({ joinCode, folded }: { joinCode: string; folded: string }) => ({
    ...hiddenIn(joinCode),
    sk: `ALIAS#${folded}`,
  }),
  indexes: ({ joinCode, folded, lookAgainAt }) => ({
    gsi1: lookAgainAt ? { ...hidingAliases, sk: `${lookAgainAt}#${joinCode}#${folded}` } : undefined,
  }),
});
export type HiddenAlias = ReturnType<typeof hiddenAlias.parse>;
