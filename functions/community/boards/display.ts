import type * as z from 'zod/mini';
import { displayCount, displayOf, displayRank } from '../../../shared/community/boards.ts';
import { type Challenge, type Event, finalAt, isProvisional } from '../../../shared/community/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { queryTogether } from '../../../shared/table/query-together.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { DISPLAY_TOP } from '../../../shared/values/limits.ts';
import { shownChallenges } from '../events/events.ts';
import type { ExhibitionDisplay } from './contract.ts';

/**
 * The public display of an exhibition (interface, section 4.5). Its partition contains only participants who consented,
 * so gaps in the ranks and the totals reveal nothing about the others.
 */

interface Board {
  readonly challenge: Challenge;
  readonly total: number;
  /** Sorted by steps in descending order, and by the earlier measurement for equal steps. */
  readonly top: readonly ReturnType<typeof displayRank.parse>[];
  readonly changedAt: string;
}

/**
 * Reads the published challenges of an exhibition with their rolled-up numbers and first ranks, with one consistent query for
 * each partition of a board. The rolled-up total is about a second behind the ranks. If the ranks of a challenge do not fill its
 * display, the total is their number.
 */
export async function readBoards(table: Reads, { challenges: entries }: Event): Promise<Board[]> {
  const shown = Object.entries(entries).filter(([, { isShown }]) => isShown);
  const [challenges, ...lists] = await Promise.all([
    shownChallenges(table, { challenges: entries }),
    ...shown.map(async ([id, { boardPartitions }]) => {
      const items = await queryTogether(table, displayOf({ id, boardPartitions }), {
        limit: DISPLAY_TOP + 1,
        distinct: 'participantId',
      });
      return [id, items] as const;
    }),
  ]);
  const itemsOf = new Map(lists);
  return challenges.map((challenge) => boardOf(challenge, itemsOf.get(challenge.id) ?? []));
}

function boardOf(challenge: Challenge, items: readonly StoredItem[]): Board {
  // COUNT sorts before RANK#. It is missing until the roll-up has counted the first participant.
  const count = displayCount.parseIfAny(items.find(({ sk }) => sk === 'COUNT'));
  const top = items
    .slice(count ? 1 : 0)
    .slice(0, DISPLAY_TOP)
    .map(displayRank.parse);
  return {
    challenge,
    total: top.length < DISPLAY_TOP ? top.length : Math.max(top.length, count?.total ?? 0),
    top,
    changedAt: count?.changedAt ?? challenge.updatedAt,
  };
}

/** Builds the display as of `at`. `updatedAt` is the time of the last change to anything that it shows. */
export function presentDisplay(
  event: Event,
  boards: readonly Board[],
  at: Date,
): z.input<typeof ExhibitionDisplay> {
  const challenges = boards.map(({ challenge }) => challenge);
  return {
    event: { title: event.title, startsAt: event.startsAt, endsAt: event.endsAt },
    challenges: boards.map(({ challenge: { title }, top, total }) => ({
      title,
      top: top.map(({ alias, steps }) => ({ alias, steps, rank: rankIn(top, steps) })),
      total,
    })),
    updatedAt: lastChange(event, boards, at),
    provisional: challenges.some((challenge) => isProvisional(challenge, at)),
    rewardEligible: challenges.length > 0 && challenges.every(({ rewardEligible }) => rewardEligible),
  };
}

/** Equal steps share a rank, and the next rank is skipped: 1, 1, 3. */
function rankIn(top: Board['top'], steps: number): number {
  return 1 + top.filter((other) => other.steps > steps).length;
}

/** The time of the last write, or the time when the result of a challenge became final. */
function lastChange(event: Event, boards: readonly Board[], at: Date): string {
  const finals = boards
    .filter(({ challenge }) => !isProvisional(challenge, at))
    .map(({ challenge }) => finalAt(challenge).toISOString());
  const writes = boards.flatMap(({ challenge, changedAt, top }) => [
    challenge.updatedAt,
    changedAt,
    ...top.map((rank) => rank.changedAt),
  ]);
  return [event.updatedAt, ...finals, ...writes].reduce((last, time) => (time > last ? time : last));
}
