import { folded } from '../../functions/community/enrollments/look-alikes.ts';
import { aliasHolder, displayRank, leaderboardRank } from '../../shared/community/boards.ts';
import {
  type Enrollment,
  enrollment,
  enrollmentConsents,
  rankOf,
} from '../../shared/community/participation.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { aliasOf } from './aliases.ts';
import { seededChance } from './chance.ts';
import { fixedAccount, fixedId } from './ids.ts';
import { accountOf, NOTICE_VERSION } from './people.ts';
import type { Times } from './times.ts';

/** The participants of one challenge and the step count of the leader. */
export interface Field {
  readonly people: readonly AccountId[];
  readonly mostSteps: number;
}

interface Course {
  readonly id: string;
  readonly joinCode: string;
  readonly clubId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly boardPartitions?: number | undefined;
}

/** The number of participants besides the walker. */
export function walkers(count: number): AccountId[] {
  return [
    accountOf('walker'),
    ...Array.from({ length: count - 1 }, (_, n) => fixedAccount('participant', n + 1)),
  ];
}

/** Builds the enrollments of a challenge. Its display lists only participants who consented. */
export function participation(course: Course, { people, mostSteps }: Field, times: Times): StoredItem[] {
  const taken = new Set<string>();
  const enrolled = people.map((accountId, n) => enroll(course, accountId, n, mostSteps, times, taken));
  const rankedOf = (own: Enrollment) => ({
    ...rankOf(own),
    alias: own.alias,
    changedAt: own.measuredAt ?? own.joinedAt,
  });
  const ranks = enrolled.filter(({ sharePublicDisplay }) => sharePublicDisplay).map(rankedOf);
  return [
    ...enrolled.map(enrollment.stored),
    ...enrolled.filter((own) => own.shareLeaderboard || own.sharePublicDisplay).map(consentsOf),
    ...enrolled.map(({ challengeId, foldedAlias, accountId }) =>
      aliasHolder.stored({ challengeId, folded: foldedAlias, accountId }),
    ),
    ...enrolled
      .filter(({ shareLeaderboard }) => shareLeaderboard)
      .map(rankedOf)
      .map(leaderboardRank.stored),
    ...ranks.map(displayRank.stored),
  ];
}

/** The record of the consents with which an enrollment began. */
function consentsOf({ accountId, challengeId, joinedAt: at, ...own }: Enrollment): StoredItem {
  const changes = (given: boolean) => (given ? [{ given, at, noticeVersion: NOTICE_VERSION }] : []);
  return enrollmentConsents.stored({
    accountId,
    challengeId,
    shareLeaderboard: changes(own.shareLeaderboard),
    sharePublicDisplay: changes(own.sharePublicDisplay),
    version: 1,
  });
}

/** Participant `n` has the same account, steps and consents at every start. About two thirds consent to the display. */
function enroll(
  course: Course,
  accountId: AccountId,
  n: number,
  mostSteps: number,
  { at }: Times,
  taken: Set<string>,
): Enrollment {
  const challenge = Number.parseInt(course.id.slice(-12), 16);
  const chance = seededChance(challenge * 10_000 + n);
  const isWalker = accountId === accountOf('walker');
  const start = Date.parse(course.startsAt);
  const end = Math.min(Date.parse(course.endsAt), at.getTime());
  const joined = Math.min(start - minutes(chance.between(5, 900)), at.getTime() - minutes(5));
  // Rounding gives some participants the same rank. A few have not reported any steps yet.
  const steps = isWalker ? 15_250 : Math.round((mostSteps * chance.between(2, 100)) / 100 / 250) * 250;
  const reported = mostSteps > 0 && (isWalker || chance.percent(94));
  const preferred = isWalker ? 'Jia Hui Jalan' : aliasOf(n, chance);
  const alias = taken.has(folded(preferred)) ? `${preferred} ${n + 1}` : preferred;
  taken.add(folded(alias));
  return {
    accountId,
    challengeId: course.id,
    joinCode: course.joinCode,
    clubId: course.clubId,
    participantId: fixedId('entry', challenge * 1000 + n),
    alias,
    foldedAlias: folded(alias),
    joinedAt: new Date(joined).toISOString(),
    countingFrom: course.startsAt,
    endsAt: course.endsAt,
    boardPartitions: course.boardPartitions ?? 1,
    version: 1,
    shareLeaderboard: isWalker || chance.percent(75),
    sharePublicDisplay: isWalker || chance.percent(65),
    steps: reported ? steps : 0,
    ...(reported && {
      measuredAt: new Date(start + ((end - start) * chance.between(30, 98)) / 100).toISOString(),
    }),
  };
}
