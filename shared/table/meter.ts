/** The database cost of one request so far. */
export interface Meter {
  /** Calls sent, retries included. */
  calls: number;
  /** The longest chain of sequential calls. Later pages of a query are not counted. */
  rounds: number;
  /** The capacity units that DynamoDB reports as consumed, reads and writes together. */
  units: number;
}

export const newMeter = (): Meter => ({ calls: 0, rounds: 0, units: 0 });

interface Answer {
  readonly ConsumedCapacity?:
    | { readonly CapacityUnits?: number }
    | readonly { readonly CapacityUnits?: number }[];
}

/** Counts one call. Its round is one higher than the rounds of all calls that were answered before it was sent. */
export async function metered<A extends Answer>(
  meter: Meter,
  call: () => Promise<A>,
  { continues = false } = {},
): Promise<A> {
  meter.calls += 1;
  const round = meter.rounds + (continues ? 0 : 1);
  const pending = call();
  try {
    const answer = await pending;
    for (const { CapacityUnits = 0 } of [answer.ConsumedCapacity ?? []].flat()) meter.units += CapacityUnits;
    return answer;
  } finally {
    meter.rounds = Math.max(meter.rounds, round);
  }
}
