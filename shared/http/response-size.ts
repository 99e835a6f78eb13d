/**
 * Lambda answers at most 6 MB, the whole response as one JSON text: in it the body is a string, so its JSON is escaped
 * once more. What is larger never reaches the caller: Lambda fails, and API Gateway answers 500.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MOST_RESPONSE_BYTES = 6_291_556;

/** The rest is for the headers and for the few fields that a response adds to a stored item. */
const MOST_LIST_BYTES = 6_000_000;

/** The bytes that a value takes in a response. */
export function responseBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}

/**
 * As many of a list, from its beginning, as a response has room for. The first one always has: an item of the table has
 * at most 400 KB, and a byte of it takes at most seven in a response.
 */
export function fitting<T>(all: readonly T[]): T[] {
  return fittingLists({ all }).all;
}

/** The same of several lists in one response: each has the room that the ones before it leave. */
export function fittingLists<Lists extends Readonly<Record<string, readonly unknown[]>>>(
  lists: Lists,
): { [Name in keyof Lists]: Lists[Name][number][] };
export function fittingLists(lists: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown[]> {
  let room = MOST_LIST_BYTES;
  const isBeyond = (one: unknown, n: number): boolean => {
    room -= responseBytes(one);
    return room < 0 && n > 0;
  };
  return Object.fromEntries(
    Object.entries(lists).map(([name, all]) => {
      const end = all.findIndex(isBeyond);
      return [name, end === -1 ? [...all] : all.slice(0, end)];
    }),
  );
}
