import type { Part } from '../table/table.ts';
import { displayRank, leaderboardRank } from './boards.ts';
import { type Enrollment, isOnDisplay, isOnLeaderboard, rankOf } from './participation.ts';

/**
 * A board, which is the public display or the leaderboard, shows an enrollment while its owner consents to that board and no
 * administrator hides its alias or excludes the participant. The transaction that changes the enrollment also changes the
 * boards, so a board never shows a withdrawn enrollment.
 */
const boards = {
  display: { rank: displayRank, holds: isOnDisplay },
  leaderboard: { rank: leaderboardRank, holds: isOnLeaderboard },
} as const;

/**
 * The transaction parts that update both boards when an enrollment is created (no `before`), changed, or withdrawn (no
 * `after`).
 */
export function movedOnBoards(
  before: Enrollment | undefined,
  after: Enrollment | undefined,
  at: Date,
): Record<string, Part> {
  const changedAt = at.toISOString();
  const parts: Record<string, Part> = {};
  for (const [name, { rank, holds }] of Object.entries(boards)) {
    const old = before && holds(before) ? rank.key(rankOf(before)) : undefined;
    const next =
      after && holds(after) ? rank.stored({ ...rankOf(after), alias: after.alias, changedAt }) : undefined;
    const isSame = old && next && old.pk === next['pk'] && old.sk === next['sk'];
    if (isSame && before?.alias === after?.alias) continue;
    if (old && !isSame) parts[`${name} ${before?.challengeId} old`] = { Delete: { Key: old } };
    if (next) parts[`${name} ${after?.challengeId} new`] = { Put: { Item: next } };
  }
  return parts;
}
