import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { tableDefinition } from '../contract/table-definition.ts';
import type { Attempt } from './attempts.ts';
import type { Key, StoredItem } from './item.ts';
import type { Range, Reads } from './table.ts';

/** What one request needs to call the table. */
export interface TableCalls {
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Repeats a call until the deadline of the request. */
  readonly attempt: Attempt;
}

/** The most keys of one `BatchGetItem`. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const MAX_KEYS = 100;

/** The read operations of a table. */
export function tableReads(calls: TableCalls): Reads {
  const { documents, tableName: TableName, attempt } = calls;
  return {
    async get(key, { consistent: ConsistentRead = true, ...options } = {}) {
      const command = { TableName, Key: key, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' } as const;
      const { Item } = await attempt(() => documents.send(new GetCommand(command)), options);
      return Item;
    },

    query: (range) => queryAll(calls, range),

    async getAll(keys, { consistent = true } = {}) {
      const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / MAX_KEYS) }, (_, n) =>
        distinct.slice(n * MAX_KEYS, (n + 1) * MAX_KEYS),
      );
      return (await Promise.all(batches.map((batch) => getBatch(calls, batch, consistent)))).flat();
    },
  };
}

type Page = QueryCommandInput['ExclusiveStartKey'];

async function queryAll({ documents, tableName, attempt }: TableCalls, range: Range): Promise<StoredItem[]> {
  const { after, limit = Number.POSITIVE_INFINITY, continues = false, isEnough = () => false } = range;
  const bounds = boundsOf(range);
  // DynamoDB refuses a range that ends before it begins, such as one whose beginning has moved past the item of a cursor.
  if (bounds.from !== undefined && bounds.to !== undefined && bounds.from > bounds.to) return [];
  // The bounds are inclusive, so the range may begin with the item of `after`.
  const most = limit + (bounds.includesAfter ? 1 : 0);
  const items: StoredItem[] = [];
  let page: Page;
  do {
    const input = queryInput(tableName, range, { ...bounds, limit: most - items.length, page });
    const answer = await attempt(() => documents.send(new QueryCommand(input)), {
      continues: continues || page !== undefined,
    });
    items.push(...(answer.Items ?? []));
    page = answer.LastEvaluatedKey;
  } while (page && items.length < most && !isEnough(items));
  if (!bounds.includesAfter) return items;
  const { sortKey } = keysOf(range);
  return items.filter((item) => item[sortKey] !== after).slice(0, limit);
}

const keysOf = ({ index }: Range) => (index ? tableDefinition.indexes[index] : tableDefinition);

interface Bounds extends Pick<Range, 'from' | 'to' | 'after'> {
  readonly includesAfter: boolean;
}

/** DynamoDB takes one condition on the sort key. It has either two bounds, both inclusive, or one. */
function boundsOf({ from, to, after, descending }: Range): Bounds {
  const end = descending ? from : to;
  if (after === undefined) return { ...(from && { from }), ...(to && { to }), includesAfter: false };
  if (end === undefined) return { after, includesAfter: false };
  return { ...(descending ? { from: end, to: after } : { from: after, to: end }), includesAfter: true };
}

/** The input for one page of a query, with at most `limit` items. */
function queryInput(
  TableName: string,
  range: Range,
  { limit, page, ...bounds }: Bounds & { readonly limit: number; readonly page: Page },
): QueryCommandInput {
  const { from, to, after } = bounds;
  const { pk, index, descending = false, consistent = index === undefined } = range;
  const { partitionKey, sortKey } = keysOf(range);
  return {
    TableName,
    ...(index && { IndexName: index }),
    ConsistentRead: consistent,
    KeyConditionExpression: ['#pk = :pk', sortCondition(bounds, descending)].filter(Boolean).join(' AND '),
    ExpressionAttributeNames: {
      '#pk': partitionKey,
      ...((from ?? to ?? after) !== undefined && { '#sk': sortKey }),
    },
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to, ':after': after },
    ScanIndexForward: !descending,
    ...(limit !== Number.POSITIVE_INFINITY && { Limit: limit }),
    ...(page && { ExclusiveStartKey: page }),
    ReturnConsumedCapacity: 'TOTAL',
  };
}

function sortCondition(
  { from, to, after }: Pick<Bounds, 'from' | 'to' | 'after'>,
  descending: boolean,
): string {
  if (after !== undefined) return descending ? '#sk < :after' : '#sk > :after';
  if (from !== undefined && to !== undefined) return '#sk BETWEEN :from AND :to';
  if (from !== undefined) return '#sk >= :from';
  return to === undefined ? '' : '#sk <= :to';
}

/** Reads at most `MAX_KEYS` items. A call that the database answers only partly is repeated for the rest. */
async function getBatch(
  { documents, tableName, attempt }: TableCalls,
  keys: readonly Key[],
  ConsistentRead: boolean,
): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let Keys: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  await attempt(
    async () => {
      const answer = await documents.send(
        new BatchGetCommand({
          RequestItems: { [tableName]: { Keys, ConsistentRead } },
          ReturnConsumedCapacity: 'TOTAL',
        }),
      );
      items.push(...(answer.Responses?.[tableName] ?? []));
      Keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
      return answer;
    },
    { isPartial: () => Keys.length > 0 },
  );
  return items;
}
