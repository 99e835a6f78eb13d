import type { Challenge, Exhibition } from '../../api.ts';
import { today } from '../../dates.ts';
import type { PlatformOperations } from '../operations.ts';

/** An exhibition with everything that administrators read of it. */
export interface HallData {
  readonly exhibition: Exhibition;
  /** The published challenges, in the order of the wall. */
  readonly challenges: readonly Challenge[];
  readonly hidden: readonly { readonly alias: string; readonly hiddenAt: string }[];
  readonly excluded: readonly Excluded[];
}
export interface Excluded {
  readonly id: string;
  readonly alias: string;
  readonly excludedAt: string;
  readonly challenge: Challenge;
}

/** Reads an exhibition, its challenges, and who is hidden or excluded there. */
export async function readHall(operations: PlatformOperations, code: string): Promise<HallData> {
  const [{ event, challenges }, hidden] = await Promise.all([
    operations.event(code),
    operations.hiddenAliases(code),
  ]);
  const day = today(Date.parse(event.startsAt));
  const [listed, ...excluded] = await Promise.all([
    operations.exhibitions({ from: day, to: day }, code),
    ...challenges.map(async (challenge) => {
      const exclusions = await operations.exclusions(challenge.id);
      return exclusions.map((each) => ({ ...each, challenge }));
    }),
  ]);
  const exhibition = listed.find((each) => each.event.joinCode === code);
  if (!exhibition) throw new Error('The exhibition is in no list.');
  return {
    exhibition,
    challenges: challenges.filter(({ state }) => state === 'published'),
    hidden: latest(hidden, ({ hiddenAt }) => hiddenAt),
    excluded: latest(excluded.flat(), ({ excludedAt }) => excludedAt),
  };
}

const latest = <T>(all: readonly T[], timeOf: (each: T) => string): readonly T[] =>
  [...all].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
