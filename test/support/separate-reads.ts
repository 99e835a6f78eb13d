import type { Fault } from './fault-injection.ts';

/** What DynamoDB may do with a read of several items. */
export const readTroubles = [
  /** Each key of a batch is read at a moment of its own. */
  'split',
  /** A batch leaves some of its keys unprocessed. */
  'partial',
  /** A page of a query ends early. */
  'short',
] as const;
export type ReadTrouble = (typeof readTroubles)[number];

/** The most items of a page that ends early. */
const MAX_SHORT = 3;

interface ReadChoices {
  /** Decides by chance whether a trouble occurs now. */
  readonly strikes: (trouble: ReadTrouble) => boolean;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  /** Runs the read of one key at a moment of its own. */
  readonly later: (read: () => Promise<unknown>) => Promise<unknown>;
}

interface Answer {
  readonly output: {
    readonly Responses?: Readonly<Record<string, readonly unknown[]>>;
    readonly ConsumedCapacity?: readonly unknown[];
    /** A hostile engine leaves keys unprocessed, too. */
    readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys: readonly unknown[] }>>;
  };
}

/**
 * Sends a read with only the guarantees of DynamoDB. The embedded engine reads a batch or a page at one moment, and DynamoDB
 * promises that only for each item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-isolation
 */
export async function readSeparately(
  { command, input, send }: Parameters<Fault>[0],
  { strikes, between, later }: ReadChoices,
): Promise<unknown> {
  if (command === 'Query') {
    if (!strikes('short')) return send();
    return send({ ...input, Limit: Math.min(input.Limit ?? MAX_SHORT, between(1, MAX_SHORT)) });
  }
  if (command !== 'BatchGet') return send();
  const batches = Object.entries<{ readonly Keys: readonly unknown[] }>(input.RequestItems);
  const [[table, { Keys: all, ...options }], ...others] = batches as [(typeof batches)[number]];
  if (others.length > 0) throw new Error('a batch reads one table');
  // DynamoDB processes at least one key, or else it reports that the batch was throttled.
  const isPartial = all.length > 1 && strikes('partial');
  const processed = isPartial ? between(1, all.length - 1) : all.length;
  const [keys, left] = [all.slice(0, processed), all.slice(processed)];
  const read = (Keys: readonly unknown[]) =>
    send({ ...input, RequestItems: { [table]: { ...options, Keys } } }) as Promise<Answer>;
  const groups = keys.length > 1 && strikes('split') ? keys.map((key) => [key]) : [keys];
  const answers = (await Promise.all(groups.map((group) => later(() => read(group))))) as Answer[];
  const unprocessed = [
    ...left,
    ...answers.flatMap(({ output }) => output.UnprocessedKeys?.[table]?.Keys ?? []),
  ];
  return {
    ...answers[0],
    output: {
      ...answers[0]?.output,
      Responses: { [table]: answers.flatMap(({ output }) => output.Responses?.[table] ?? []) },
      ConsumedCapacity: answers.flatMap(({ output }) => output.ConsumedCapacity ?? []),
      UnprocessedKeys: unprocessed.length > 0 ? { [table]: { ...options, Keys: unprocessed } } : {},
    },
  };
}

/** Does something between the reads of the two keys of the next batch, once. The second key is read first. */
export function betweenKeys(
  world: { readonly setFault: (fault: Fault) => void },
  what: () => Promise<unknown>,
): void {
  let isNext = true;
  world.setFault((call) => {
    if (call.command !== 'BatchGet' || !isNext) return call.send();
    isNext = false;
    const second = Promise.withResolvers<void>();
    let reads = 0;
    return readSeparately(call, {
      strikes: (trouble) => trouble === 'split',
      between: (least) => least,
      async later(read) {
        if (++reads > 1) return read().finally(second.resolve);
        await second.promise;
        await what();
        return read();
      },
    });
  });
}
