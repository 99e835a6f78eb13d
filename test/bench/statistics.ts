/** The median; of an even number of values, the mean of the middle two. @throws {RangeError} without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('nothing was measured');
  return (low + high) / 2;
}

/** Formats a number for people: 1234.5 becomes 1,234.5. */
export const written = (value: number, digits?: number): string =>
  value.toLocaleString(
    'en',
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  );
