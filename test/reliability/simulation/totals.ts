import { type NetworkTrouble, troubles } from './network.ts';
import type { Ended } from './runs.ts';

/** The faults of several runs, and the number of calls that they could affect. */
export type Totals = Pick<Ended, 'struck' | 'made'>;

const none: Record<NetworkTrouble, number> = {
  conflict: 0,
  throttle: 0,
  lost: 0,
  silent: 0,
  late: 0,
  crash: 0,
  dropped: 0,
  repeat: 0,
  skew: 0,
  split: 0,
  partial: 0,
  short: 0,
};
export const nothing: Totals = { struck: none, made: { calls: 0, writes: 0, mostDeliveries: 0, afterNo: 0 } };

export function plus({ struck, made }: Totals, more: Totals): Totals {
  const sum = { ...struck };
  for (const trouble of troubles) sum[trouble] += more.struck[trouble];
  return {
    struck: sum,
    made: {
      calls: made.calls + more.made.calls,
      writes: made.writes + more.made.writes,
      mostDeliveries: Math.max(made.mostDeliveries, more.made.mostDeliveries),
      afterNo: made.afterNo + more.made.afterNo,
    },
  };
}

/** A text such as `210 calls, 40 of them writes; conflict 8, …`. */
export function told({ struck, made }: Totals): string {
  const each = troubles.map((trouble) => `${trouble} ${struck[trouble]}`).join(', ');
  const afterNo = made.afterNo === 0 ? '' : `; told "no" before a late write was made: ${made.afterNo}`;
  return `${made.calls} calls, ${made.writes} of them writes; ${each}${afterNo}`;
}
