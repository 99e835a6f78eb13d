import {
  displayCount,
  displayRank,
  type Enrollment,
  leaderboardRank,
  rankOf,
} from '../items/participation.ts';
import type { Part } from '../table/table.ts';

/**
 * A board, which is the public display or the leaderboard, shows an enrollment while its owner consents to that board and no
 * administrator hides its alias. The transaction that changes the enrollment also changes the boards. So a board never
 * shows a withdrawn enrollment, and the total of the display equals the number of its ranks.
 */
const boards = {
  display: {
    rank: displayRank,
    holds: (one: Enrollment) => one.sharePublicDisplay && one.aliasHiddenAt === undefined,
  },
  leaderboard: {
    rank: leaderboardRank,
    holds: (one: Enrollment) => one.shareLeaderboard && one.aliasHiddenAt === undefined,
  },
} as const;

/** The parts that update both boards when an enrollment is created (no `before`), changed, or withdrawn (no `after`). */
export function movedOnBoards(
  before: Enrollment | undefined,
  after: Enrollment | undefined,
  at: Date,
): Record<string, Part> {
  const changedAt = at.toISOString();
  const challengeId = (after ?? before)?.challengeId ?? '';
  const parts: Record<string, Part> = {};
  for (const [name, { rank, holds }] of Object.entries(boards)) {
    const old = before && holds(before) ? rank.key(rankOf(before)) : undefined;
    const next =
      after && holds(after) ? rank.stored({ ...rankOf(after), alias: after.alias, changedAt }) : undefined;
    if (old && next && old.sk === next['sk'] && before?.alias === after?.alias) continue;
    if (old && old.sk !== next?.['sk']) parts[`${name} ${challengeId} old`] = { Delete: { Key: old } };
    if (next) parts[`${name} ${challengeId} new`] = { Put: { Item: next } };
  }
  const were = before && boards.display.holds(before) ? 1 : 0;
  const are = after && boards.display.holds(after) ? 1 : 0;
  // A participant who leaves the top ten leaves no trace in it, so the item with the total records the time of the change.
  const fell = were === 1 && are === 1 && (before?.steps ?? 0) > (after?.steps ?? 0);
  if (were !== are || fell) {
    parts[`count ${challengeId}`] = {
      Update: {
        Key: displayCount.key({ challengeId }),
        UpdateExpression:
          'SET challengeId = :challenge, #total = if_not_exists(#total, :none) + :more, changedAt = :now',
        ExpressionAttributeNames: { '#total': 'total' },
        ExpressionAttributeValues: {
          ':challenge': challengeId,
          ':none': 0,
          ':more': are - were,
          ':now': changedAt,
        },
      },
    };
  }
  return parts;
}
