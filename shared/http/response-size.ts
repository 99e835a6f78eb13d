/**
 * Lambda's limit of 6 MB counts the whole response as one JSON text, in which the body is a string, so that its JSON is
 * escaped again. With a larger response Lambda fails, and API Gateway returns 500.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_RESPONSE_BYTES = 6_291_556;

/** The rest is reserved for headers and for fields that a response adds to stored items. */
const MAX_LIST_BYTES = 6_000_000;

/** The bytes that a value takes in a response of Lambda, which holds the body as JSON in a JSON string. */
export function responseBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}

/**
 * The longest prefix of a list that fits into a response. The first item always fits: an item has at most 400 KB, and
 * each of its bytes needs at most seven bytes in a response.
 */
export function fitting<T>(all: readonly T[]): T[] {
  return fittingLists({ all }).all;
}

/** Does the same for several lists in one response. Each list gets the space that the previous ones leave. */
export function fittingLists<Lists extends Readonly<Record<string, readonly unknown[]>>>(
  lists: Lists,
): { [Name in keyof Lists]: Lists[Name][number][] };
export function fittingLists(lists: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown[]> {
  let room = MAX_LIST_BYTES;
  const isBeyond = (item: unknown, n: number): boolean => {
    room -= responseBytes(item);
    return room < 0 && n > 0;
  };
  return Object.fromEntries(
    Object.entries(lists).map(([name, all]) => {
      const end = all.findIndex(isBeyond);
      return [name, end === -1 ? [...all] : all.slice(0, end)];
    }),
  );
}
