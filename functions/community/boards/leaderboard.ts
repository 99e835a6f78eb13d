import type * as z from 'zod/mini';
import { leaderboardOf, leaderboardPartition, leaderboardRank } from '../../../shared/community/boards.ts';
import type { Challenge } from '../../../shared/community/items.ts';
import { openPage, type PageRequest } from '../../../shared/table/page.ts';
import { queryTogether } from '../../../shared/table/query-together.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { LeaderboardEntry } from './contract.ts';

/**
 * Reads one page of the leaderboard. Its partitions contain only participants who consented, so gaps in the ranks
 * reveal nothing about the others. Ranks count from the top, so the cursor contains the last position and rank.
 */
export async function readLeaderboard(
  table: Reads,
  challenge: Challenge,
  page: PageRequest,
): Promise<{ readonly entries: z.input<typeof LeaderboardEntry>[]; readonly nextCursor?: string }> {
  // The cursor is bound to the first of the partitions, which every board has.
  const { after, limit, seal } = openPage(leaderboardPartition(challenge.id, 0), page);
  const from = after === undefined ? START : parsePlace(after);
  const found = await queryTogether(table, leaderboardOf(challenge), {
    after: from.sortKey,
    limit: limit + 1,
    distinct: 'participantId',
  });
  let place = from;
  const entries = found.slice(0, limit).map((item) => {
    const { alias, steps } = leaderboardRank.parse(item);
    const position = place.position + 1;
    // Equal steps share a rank, and the next rank is skipped: 1, 1, 3.
    const rank = steps === place.steps ? place.rank : position;
    place = { position, rank, steps, sortKey: String(item['sk']) };
    return { rank, alias, steps };
  });
  return found.length > limit ? { entries, nextCursor: seal(formatPlace(place)) } : { entries };
}

interface Place {
  readonly position: number;
  readonly rank: number;
  readonly steps: number | undefined;
  readonly sortKey: string | undefined;
}

const START: Place = { position: 0, rank: 0, steps: undefined, sortKey: undefined };

const formatPlace = ({ position, rank, steps, sortKey }: Place): string =>
  [position, rank, steps, sortKey].join(' ');

function parsePlace(sealed: string): Place {
  const [position, rank, steps, sortKey] = sealed.split(' ');
  return { position: Number(position), rank: Number(rank), steps: Number(steps), sortKey };
}
