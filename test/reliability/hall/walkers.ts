import { minutes, seconds } from '../../../shared/values/clock.ts';
import type { Draws } from '../simulation/seeds.ts';

/** How people walk through a hall, and whether its wall shows it in time. */

/** The steps since the enrollment at a moment. */
export type Steps = (at: number) => number;

/** The part of the people who run for a while, and how. */
const RUNNERS = 0.005;
const RUN = { lasts: minutes(10), pace: 200 };
/** Most people in a hall stand more than they walk: the slowest takes 10 steps a minute, the median 35 and the fastest 110. */
const paceOf = (chance: number): number => 10 + 100 * chance ** 2;

/** @param enrolledAt from when steps count. @param until when the latest run begins. */
export function newWalker({ chance, between }: Draws, enrolledAt: number, until: number): Steps {
  const pace = paceOf(chance());
  const runsFrom = chance() < RUNNERS ? between(enrolledAt, until) : Number.POSITIVE_INFINITY;
  return (at) => {
    const running = Math.min(Math.max(0, at - runsFrom), RUN.lasts);
    const walking = Math.max(0, at - enrolledAt) - running;
    return Math.floor((walking * pace + running * RUN.pace) / minutes(1));
  };
}

/** A person whom the wall may show, until the phone leaves the hall. */
export interface Visible {
  readonly steps: Steps;
  readonly until: number;
}

/** What a wall shows of a person. */
export interface ShownRank {
  readonly alias: string;
  readonly steps: number;
}

/** A rank may be as old as this. */
export const WALL_AGE = minutes(1);
/** Who rises because others have left may be seen later. */
const RISEN_WITHIN = minutes(15);
const STEP = seconds(5);

/** Compares what a full wall shows with how far people were at a time before. */
export function newWallCheck(visible: ReadonlyMap<string, Visible>) {
  const lasts: { readonly at: number; readonly steps: number }[] = [];
  let oldest = 0;
  return {
    /** The age of the oldest rank so far, in milliseconds, to 5 s. */
    oldest: () => oldest,
    look(at: number, top: readonly ShownRank[], size: number): void {
      lasts.push({ at, steps: top.length < size ? 0 : (top.at(-1)?.steps ?? 0) });
      while (lasts[0] && lasts[0].at < at - RISEN_WITHIN) lasts.shift();
      const last = Math.max(...lasts.map(({ steps }) => steps));
      const shown = new Map(top.map(({ alias, steps }) => [alias, steps]));
      for (const [alias, { steps, until }] of visible) {
        if (at >= until) continue;
        const atLeast = shown.get(alias) ?? last;
        while (steps(at - oldest - STEP) > atLeast) oldest += STEP;
      }
    },
  };
}
