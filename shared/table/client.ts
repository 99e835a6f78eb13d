import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { tableDefinition } from '../contract/table-definition.ts';
import type { Clock } from '../values/clock.ts';
import { type AttemptPolicy, attempts, MAX_SOCKETS, productionPolicy, troubleOf } from './attempts.ts';
import type { Key, StoredItem } from './item.ts';
import { type Meter, newMeter } from './meter.ts';
import type { FailedConditions, Part, Table } from './table.ts';

/** The table for one request, with its deadline and its meter. */
export interface TableSession {
  readonly table: Table;
  readonly meter: Meter;
}

export interface TableClientOptions {
  readonly tableName: string;
  /** Only for functions that write to the ledger of deletions. */
  readonly ledgerName?: string | undefined;
  readonly clock: Clock;
  readonly policy?: AttemptPolicy;
  /** Only for engines other than DynamoDB itself. */
  readonly connection?: DynamoDBClientConfig;
}

export interface TableClient {
  readonly session: () => TableSession;
  /** The underlying document client, which tests extend. */
  readonly documents: DynamoDBDocumentClient;
  readonly close: () => void;
}

/** The time-out of the SDK's handler ends when the headers arrive; this one also covers the body. */
class TimedHandler extends NodeHttpHandler {
  readonly #milliseconds: number;

  constructor(milliseconds: number, options: NodeHttpHandlerOptions) {
    super(options);
    this.#milliseconds = milliseconds;
  }

  override handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    return super.handle(request, { ...options, abortSignal: AbortSignal.timeout(this.#milliseconds) });
  }
}

/** One client per process, with a keep-alive connection pool, credentials from the environment, and its own retries. */
export function tableClient({
  tableName: TableName,
  ledgerName,
  clock,
  policy = productionPolicy,
  connection,
}: TableClientOptions): TableClient {
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: new TimedHandler(policy.requestTimeout, {
      connectionTimeout: policy.connectionTimeout,
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    }),
    ...connection,
  });
  // There is no logger, but this middleware copies the input and the output of each call for one.
  client.middlewareStack.remove('loggerMiddleware');
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

  return { session, documents, close: () => client.destroy() };

  function session(): TableSession {
    const meter = newMeter();
    const attempt = attempts(policy, clock, meter);

    const table: Table = {
      async get(key, options) {
        const { Item } = await attempt(
          () =>
            documents.send(
              new GetCommand({ TableName, Key: key, ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' }),
            ),
          options,
        );
        return Item;
      },

      async query({
        pk,
        index,
        from,
        to,
        after,
        descending = false,
        limit = Number.POSITIVE_INFINITY,
        continues = false,
        isEnough = () => false,
      }) {
        const { partitionKey, sortKey } = index ? tableDefinition.indexes[index] : tableDefinition;
        const items: StoredItem[] = [];
        let page: Record<string, unknown> | undefined;
        do {
          const answer = await attempt(
            () =>
              documents.send(
                new QueryCommand({
                  TableName,
                  ...(index ? { IndexName: index } : { ConsistentRead: true }),
                  KeyConditionExpression: ['#pk = :pk', sortCondition({ from, to, after, descending })]
                    .filter(Boolean)
                    .join(' AND '),
                  ExpressionAttributeNames: {
                    '#pk': partitionKey,
                    ...((from ?? to ?? after) !== undefined && { '#sk': sortKey }),
                  },
                  ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to, ':after': after },
                  ScanIndexForward: !descending,
                  ...(limit !== Number.POSITIVE_INFINITY && { Limit: limit - items.length }),
                  ...(page && { ExclusiveStartKey: page }),
                  ReturnConsumedCapacity: 'TOTAL',
                }),
              ),
            { continues: continues || page !== undefined },
          );
          items.push(...(answer.Items ?? []));
          page = answer.LastEvaluatedKey;
        } while (page && items.length < limit && !isEnough(items));
        return items;
      },

      async getAll(keys) {
        const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
        const batches = Array.from({ length: Math.ceil(distinct.length / 100) }, (_, n) =>
          distinct.slice(n * 100, n * 100 + 100),
        );
        return (await Promise.all(batches.map(getBatch))).flat();
      },

      async transact(parts) {
        const named = Object.entries<Part | undefined>(parts).filter(
          (entry): entry is [string, Part] => entry[1] !== undefined,
        );
        const input = {
          TransactItems: named.map(([, part]) => withTable(part)),
          ClientRequestToken: clock.newId(),
          ReturnConsumedCapacity: 'TOTAL',
        } as const;
        try {
          await attempt(() => documents.send(new TransactWriteCommand(input)));
          return undefined;
        } catch (error) {
          const trouble = troubleOf(error);
          if (trouble.kind !== 'refused') throw error;
          const refused: Record<string, { item?: StoredItem }> = {};
          for (const [n, reason] of trouble.reasons.entries()) {
            const name = named[n]?.[0];
            if (reason.Code !== 'ConditionalCheckFailed' || name === undefined) continue;
            refused[name] = reason.Item ? { item: unmarshall(reason.Item) } : {};
          }
          return refused as FailedConditions<keyof typeof parts & string>;
        }
      },

      async putNew(Item) {
        try {
          await attempt(() =>
            documents.send(
              new PutCommand({
                TableName,
                Item,
                ConditionExpression: 'attribute_not_exists(pk)',
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
                ReturnConsumedCapacity: 'TOTAL',
              }),
            ),
          );
          return undefined;
        } catch (error) {
          const trouble = troubleOf(error);
          if (trouble.kind !== 'refused') throw error;
          return unmarshall(trouble.reasons[0]?.Item ?? {});
        }
      },
    };

    return { table, meter };

    async function getBatch(keys: readonly Key[]): Promise<StoredItem[]> {
      const items: StoredItem[] = [];
      let Keys: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
      await attempt(
        async () => {
          const answer = await documents.send(
            new BatchGetCommand({
              RequestItems: { [TableName]: { Keys, ConsistentRead: true } },
              ReturnConsumedCapacity: 'TOTAL',
            }),
          );
          items.push(...(answer.Responses?.[TableName] ?? []));
          Keys = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
          return answer;
        },
        { isPartial: () => Keys.length > 0 },
      );
      return items;
    }
  }

  function withTable(part: Part) {
    if ('LedgerPut' in part) {
      if (ledgerName === undefined) throw new Error('this function does not declare the ledger');
      return { Put: { ...part.LedgerPut, TableName: ledgerName } };
    }
    const always = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
    if ('Put' in part) return { Put: { ...part.Put, ...always } };
    if ('Update' in part) return { Update: { ...part.Update, ...always } };
    if ('Delete' in part) return { Delete: { ...part.Delete, ...always } };
    return { ConditionCheck: { ...part.ConditionCheck, ...always } };
  }
}

interface Bounds {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly after: string | undefined;
  readonly descending: boolean;
}

function sortCondition({ from, to, after, descending }: Bounds): string {
  if (after !== undefined) return descending ? '#sk < :after' : '#sk > :after';
  if (from !== undefined && to !== undefined) return '#sk BETWEEN :from AND :to';
  if (from !== undefined) return '#sk >= :from';
  return to === undefined ? '' : '#sk <= :to';
}
