/** The counters of a campaign or of all campaigns of a merchant. A missing one is 0. */
interface StockCounters {
  readonly freeUnits: number;
  readonly heldUnits?: number | undefined;
  readonly redeemedUnits?: number | undefined;
}

/**
 * Counts units as people see them: a held unit whose reservation has expired is available. So available + held +
 * redeemed is the total.
 * @param lapsed the number of reservations that have expired and are not released yet. The index that lists them may
 * differ from the counters for a moment, so at most all held units are moved.
 */
export function countStock(
  { freeUnits, heldUnits = 0, redeemedUnits = 0 }: StockCounters,
  lapsed: number,
): Record<'total' | 'available' | 'held' | 'redeemed', number> {
  const lapsedUnits = Math.min(lapsed, heldUnits);
  return {
    total: freeUnits + heldUnits + redeemedUnits,
    available: freeUnits + lapsedUnits,
    held: heldUnits - lapsedUnits,
    redeemed: redeemedUnits,
  };
}
