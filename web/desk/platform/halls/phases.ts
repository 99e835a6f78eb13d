import { FINAL_AFTER_HOURS } from '../../../../shared/values/limits.ts';
import type { Exhibition } from '../../api.ts';
import type { StateName } from '../kinds.ts';

const HOUR_MS = 3_600_000;

/** The results are final a day after the end, because no challenge ends later than its exhibition. */
export function stateOf({ phase, event }: Exhibition, now: number): StateName {
  const isFinal = Date.parse(event.endsAt) + FINAL_AFTER_HOURS * HOUR_MS <= now;
  return phase === 'ended' && isFinal ? 'final' : (phase as StateName);
}
