import {
  displayCount,
  displayRank,
  type Enrollment,
  leaderboardRank,
  rankOf,
} from '../items/participation.ts';
import type { Part } from '../table/table.ts';

/**
 * An enrollment stands on a board, the public display or the leaderboard, while its owner consents to just that and no
 * administrator hides its alias. What stands there moves in the transaction that changes the enrollment, so a board
 * never shows what its owner has withdrawn, and the display's number of people is that of its ranks.
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

/** The parts that move an enrollment on both boards when it is made (no `before`), changed, or withdrawn (no `after`). */
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
  // A participant who falls may leave the top without a trace there: then the count shows that something changed.
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
