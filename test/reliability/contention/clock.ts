import { type Clock, later, systemClock } from '../../../shared/values/clock.ts';
import type { Draws } from '../simulation/seeds.ts';
import type { Timeline } from '../simulation/timeline.ts';

/** The clock of functions in simulated time, which begins at a moment. */
export const simulatedClock = (at: Date, timeline: Timeline, random: Draws): Clock => ({
  ...systemClock,
  now: () => later(at, timeline.now()),
  elapsed: timeline.now,
  sleep: timeline.sleep,
  newId: random.uuid,
  newSecret: () => random.uuid() + random.uuid(),
  chance: random.chance,
});
