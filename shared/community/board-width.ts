import { finalOutcome } from '../table/final-outcome.ts';
import type { Table } from '../table/table.ts';
import { MAX_BOARD_PARTITIONS_OF_EXHIBITION, MAX_CHALLENGES } from '../values/limits.ts';
import { boardPartitionsFor, type Challenge, challenge, type Event, event } from './items.ts';

/**
 * A board has as many partitions as its participants need. Their number is written to the challenge and to its entry in the
 * exhibition, whose display reads the partitions of all of its challenges, so all of them together are bounded. The number may rise
 * and never falls: an enrollment moves to the present number with its next report, and until then its rank is in one of
 * the first partitions.
 */

/** The partitions that an exhibition leaves for the boards of a challenge. One is left for each challenge that may follow. */
function partitionsLeft({ challenges }: Pick<Event, 'challenges'>, id: string): number {
  const others = Object.entries(challenges).flatMap(([other, entry]) =>
    other === id ? [] : (entry.boardPartitions ?? []),
  );
  const taken = others.reduce((sum, partitions) => sum + partitions, 0);
  return MAX_BOARD_PARTITIONS_OF_EXHIBITION - taken - (MAX_CHALLENGES - others.length - 1);
}

/** The number of partitions at the first publication. The challenges that exist then share those of the exhibition. */
export function firstPartitions(of: Pick<Event, 'challenges' | 'expectedAttendees'>, id: string): number {
  const all = Object.keys(of.challenges).length;
  const share = Math.floor((MAX_BOARD_PARTITIONS_OF_EXHIBITION - (MAX_CHALLENGES - all)) / all);
  return Math.max(1, Math.min(boardPartitionsFor(of.expectedAttendees), share, partitionsLeft(of, id)));
}

/**
 * Widens the boards of a published challenge for this number of people, as far as its exhibition allows.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function widenBoards(table: Table, found: Challenge, people: number): Promise<void> {
  const { id, joinCode } = found;
  const find = async (): Promise<{ of?: Challenge | undefined; within?: Event | undefined }> => {
    const [item, held] = await Promise.all([
      table.get(challenge.key({ id })),
      table.get(event.key({ joinCode })),
    ]);
    return { of: challenge.parseIfAny(item), within: event.parseIfAny(held) };
  };
  if (!isTooNarrow(found, people)) return;
  await finalOutcome(await find(), find, async ({ of, within }) => {
    if (!of || !within || !isTooNarrow(of, people)) return 'wide';
    const boardPartitions = Math.min(boardPartitionsFor(people), partitionsLeft(within, id));
    if (boardPartitions <= (of.boardPartitions ?? 1)) return 'wide';
    const refused = await table.transact({
      challenge: {
        Update: {
          Key: challenge.key(of),
          UpdateExpression: 'SET boardPartitions = :wide',
          ExpressionAttributeValues: { ':wide': boardPartitions },
        },
      },
      // Neither the sum over the challenges nor the number of this one has changed since they were read.
      event: {
        Update: {
          Key: event.key(within),
          UpdateExpression: 'SET challenges.#id.boardPartitions = :wide',
          ConditionExpression: 'challenges = :read',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: { ':wide': boardPartitions, ':read': within.challenges },
        },
      },
    });
    return refused ? undefined : 'widened';
  });
}

/** The first publication gives a challenge its boards. */
const isTooNarrow = ({ boardPartitions }: Challenge, people: number): boolean =>
  boardPartitions !== undefined && boardPartitions < boardPartitionsFor(people);
