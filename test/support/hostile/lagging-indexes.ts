import type { Answer, Json, Random, Send } from './troubles.ts';

/**
 * Indexes that lag behind their table. Each table gets a copy, to which a change comes after some more requests, and queries of
 * indexes read the copy. So an index shows an earlier state of the whole table, and shows every change in the end.
 */

/** A change comes to the copy after at most this many further requests for the table. */
const LONGEST_LAG = 8;

interface Change {
  readonly due: number;
  readonly apply: () => Promise<unknown>;
}

/** The copy of a table. Its name must fit into the 255 characters of DynamoDB. */
const copyOf = (table: string): string => `${table}.index`;

/**
 * @param onStale called for each query of an index that does not show all changes.
 * @returns a function that sends an operation to the engine, with lagging indexes.
 */
export function laggingIndexes(
  { between }: Random,
  onStale: () => void,
): (operation: string, input: Json, send: Send) => Promise<Answer> {
  const tables = new Map<string, { requests: number; changes: Change[]; last: Promise<unknown> }>();

  /** Applies what is due, one change after the other. */
  function caughtUp(table: string): Promise<unknown> {
    const state = tables.get(table) ?? { requests: 0, changes: [], last: Promise.resolve() };
    tables.set(table, state);
    state.requests += 1;
    state.last = state.last.then(async () => {
      while ((state.changes[0]?.due ?? Number.POSITIVE_INFINITY) <= state.requests)
        await state.changes.shift()?.apply();
    });
    return state.last;
  }

  /** Notes that an item has changed. */
  async function changed(table: string, Key: Json, send: Send): Promise<void> {
    const { body } = await send('GetItem', { TableName: table, Key, ConsistentRead: true });
    const state = tables.get(table);
    const TableName = copyOf(table);
    const apply = () =>
      body.Item ? send('PutItem', { TableName, Item: body.Item }) : send('DeleteItem', { TableName, Key });
    const earliest = state?.changes.at(-1)?.due ?? 0;
    state?.changes.push({ due: Math.max(earliest, state.requests + between(0, LONGEST_LAG)), apply });
  }

  return async (operation, input, send) => {
    if (operation === 'CreateTable')
      await send(operation, { ...input, TableName: copyOf(input.TableName), StreamSpecification: undefined });
    const writes = writesOf(operation, input);
    for (const table of new Set([input.TableName, ...writes.map(({ table }) => table)]))
      if (table) await caughtUp(table);
    if (operation === 'Query' && input.IndexName) {
      if (tables.get(input.TableName)?.changes.length) onStale();
      return send(operation, { ...input, TableName: copyOf(input.TableName) });
    }
    const answer = await send(operation, input);
    if (answer.status === 200) for (const { table, key } of writes) await changed(table, key, send);
    return answer;
  };
}

/** The keys that a request writes. */
function writesOf(operation: string, input: Json): { readonly table: string; readonly key: Json }[] {
  const parts =
    operation === 'TransactWriteItems'
      ? input.TransactItems.flatMap(({ Put, Update, Delete }: Json) => Put ?? Update ?? Delete ?? [])
      : ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation)
        ? [input]
        : [];
  return parts.map(({ TableName: table, Item, Key }: Json) => {
    const { pk, sk } = Key ?? Item;
    return { table, key: { pk, sk } };
  });
}
