import { seeded } from '../interleave.ts';

/** What DynamoDB may do with a request, and what no engine on this machine does. The seed decides it. */

/** The probability of each trouble of a request that can have it. */
const CHANCES = {
  /** A write meets another one. */
  conflict: 0.15,
  /** A transaction with the same token is still in progress. */
  inProgress: 0.03,
  /** The keys of a batch are read at several moments. */
  split: 0.9,
  /** A batch leaves some of its keys unprocessed. */
  partial: 0.15,
  /** A page ends early. */
  short: 0.5,
};
type HostileTrouble = keyof typeof CHANCES;
/** How often each trouble has struck. `stale` counts the queries of indexes that did not show all changes. */
export type Struck = Readonly<Record<HostileTrouble | 'stale', number>>;

/** A batch is read in at most this many calls, so that they take less time than the time-out of one call. */
const MAX_CALLS = 8;

/** The most items of a page that ends early. Tests scan whole tables, which would take too long with such pages. */
const LONGEST: Readonly<Record<string, number>> = { Query: 5, Scan: 100 };

// biome-ignore lint/suspicious/noExplicitAny: requests and answers of DynamoDB, read by their documented fields
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** Sends an operation to the engine. */
export type Send = (operation: string, input: Json) => Promise<Answer>;

export type Random = ReturnType<typeof newRandom>;

export function newRandom(seed: number) {
  const chance = seeded(seed);
  return {
    chance,
    /** A whole number, both ends included. */
    between: (least: number, most: number) => least + Math.floor(chance() * (most - least + 1)),
  };
}

/** Answers requests as DynamoDB may, each with the calls to the engine that it needs. */
export function newTroubles({ chance, between }: Random) {
  const struck = { conflict: 0, inProgress: 0, split: 0, partial: 0, short: 0, stale: 0 };

  function strikes(trouble: HostileTrouble): boolean {
    if (chance() >= CHANCES[trouble]) return false;
    struck[trouble] += 1;
    return true;
  }

  function conflictOf({ TransactItems }: Json): Answer | undefined {
    if (strikes('inProgress')) return failure('TransactionInProgressException');
    if (!strikes('conflict')) return undefined;
    const at = between(0, TransactItems.length - 1);
    const CancellationReasons = TransactItems.map((_: Json, n: number) =>
      n === at
        ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
        : { Code: 'None' },
    );
    return failure('TransactionCanceledException', { CancellationReasons });
  }

  /** Reads the keys in any order, so that no key is always the last one. */
  async function readBatch(input: Json, send: Send): Promise<Answer> {
    const keys = keysOf(input.RequestItems)
      .map((key) => ({ key, at: chance() }))
      .sort((a, b) => a.at - b.at)
      .map(({ key }) => key);
    if (keys.length < 2) return send('BatchGetItem', input);
    // DynamoDB processes at least one key, or else it reports that the batch was throttled.
    const processed = strikes('partial') ? between(1, keys.length - 1) : keys.length;
    const read = keys.slice(0, processed);
    const answers: Json[] = [];
    const together = strikes('split') ? Math.ceil(read.length / MAX_CALLS) : read.length;
    for (let n = 0; n < read.length; n += together) {
      const some = read.slice(n, n + together);
      const answer = await send('BatchGetItem', { ...input, RequestItems: requestItems(some) });
      if (answer.status !== 200) return answer;
      answers.push(answer.body);
    }
    const left = [
      ...keys.slice(processed),
      ...answers.flatMap(({ UnprocessedKeys = {} }) => keysOf(UnprocessedKeys)),
    ];
    const tables = Object.keys(input.RequestItems).map((table) => [
      table,
      answers.flatMap(({ Responses }) => Responses[table] ?? []),
    ]);
    const body = {
      Responses: Object.fromEntries(tables),
      ConsumedCapacity: answers.flatMap(({ ConsumedCapacity = [] }) => ConsumedCapacity),
      UnprocessedKeys: requestItems(left),
    };
    return { status: 200, body };
  }

  return {
    struck: (): Struck => struck,
    noteStale(): void {
      struck.stale += 1;
    },

    async answer(operation: string, input: Json, send: Send): Promise<Answer> {
      switch (operation) {
        case 'TransactWriteItems':
          return conflictOf(input) ?? send(operation, input);
        case 'PutItem':
        case 'UpdateItem':
        case 'DeleteItem':
          return strikes('conflict') ? failure('TransactionConflictException') : send(operation, input);
        case 'BatchGetItem':
          return readBatch(input, send);
        case 'Query':
        case 'Scan': {
          const longest = LONGEST[operation] ?? 1;
          const Limit = Math.min(input.Limit ?? longest, between(1, longest));
          return send(operation, strikes('short') ? { ...input, Limit } : input);
        }
        default:
          return send(operation, input);
      }
    },
  };
}

interface KeyOfBatch {
  readonly table: string;
  readonly key: Json;
  readonly options: object;
}

const keysOf = (items: Json): KeyOfBatch[] =>
  Object.entries<Json>(items).flatMap(([table, { Keys, ...options }]) =>
    Keys.map((key: Json) => ({ table, key, options })),
  );

const requestItems = (keys: readonly KeyOfBatch[]): Json =>
  Object.fromEntries(
    [...Map.groupBy(keys, ({ table }) => table)].map(([table, some]) => [
      table,
      { ...some[0]?.options, Keys: some.map(({ key }) => key) },
    ]),
  );

/** An error in the form in which DynamoDB answers it. */
const failure = (name: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, Message: name, ...more },
});
