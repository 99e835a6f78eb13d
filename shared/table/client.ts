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
import type { Clock } from '../clock.ts';
import { type AttemptPolicy, attempts, productionPolicy, troubleOf } from './attempts.ts';
import type { IndexName } from './definition.ts';
import { tableDefinition } from './definition.ts';
import type { Key, StoredItem } from './item.ts';
import { type Meter, newMeter } from './meter.ts';

/** A range of one partition, of the table (read consistently) or of an index (which may lag by milliseconds). */
export interface Range {
  readonly pk: string;
  readonly index?: IndexName;
  /** Sort keys from here, inclusive. */
  readonly from?: string;
  /** Sort keys up to here, inclusive. */
  readonly to?: string;
  /** Only what comes behind this sort key, in the order that is asked for; not together with from and to. */
  readonly after?: string | undefined;
  readonly descending?: boolean;
  /** At most so many items. Without it every page is read: only for ranges that something else bounds. */
  readonly limit?: number;
  /** Asked after each of DynamoDB's pages, of 1 MB: reads no further once the items read so far are enough. */
  readonly isEnough?: (items: readonly StoredItem[]) => boolean;
  /** Reads on behind what another query ended with: a later page, no round trip of its own. */
  readonly continues?: boolean;
}

/** What may be read. Nothing here changes anything, so it may run before the caller is cleared. */
export interface Reads {
  /**
   * One item, read consistently. 1 read unit for each 4 KB, also when there is none.
   * @param options lastWord: one call, also past the deadline, to learn what became of a write without an answer.
   */
  get(key: Key, options?: { readonly lastWord?: boolean }): Promise<StoredItem | undefined>;
  /** The items of a range, in the order of their sort keys, read on past DynamoDB's 1 MB pages. */
  query(range: Range): Promise<StoredItem[]>;
  /** The items that exist among these keys, in no order, read consistently. Keys may repeat. */
  getAll(keys: readonly Key[]): Promise<StoredItem[]>;
}

export interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** One part of a transaction, as DynamoDB spells it, but for the table's name. */
export type Part =
  | { readonly Put: Condition & { readonly Item: StoredItem } }
  | { readonly Update: Condition & { readonly Key: Key; readonly UpdateExpression: string } }
  | { readonly Delete: Condition & { readonly Key: Key } }
  | { readonly ConditionCheck: Condition & { readonly Key: Key; readonly ConditionExpression: string } }
  /** An item of the ledger of deletions, which is another table; DynamoDB writes both tables or neither. */
  | { readonly LedgerPut: { readonly Item: StoredItem } };

/** The parts whose condition was not met, by name, each with the item that stood there (absent when none did). */
export type FailedConditions<Name extends string> = { readonly [N in Name]?: { readonly item?: StoredItem } };

export interface Table extends Reads {
  /**
   * Writes all parts or none. Answers `undefined` when all were written, else which parts refused; a lost answer is
   * repeated under the same idempotency token, conflicts and throttling are retried until the deadline.
   * @throws {TryAgain} past the deadline: nothing is known to be written. At most 100 parts.
   */
  transact<Name extends string>(
    parts: Readonly<Partial<Record<Name, Part>>>,
  ): Promise<FailedConditions<Name> | undefined>;
  /**
   * Puts one item where none is. Answers the item that is there instead, which may be one's own earlier write whose
   * answer was lost: compare it. @throws {TryAgain} past the deadline.
   */
  putNew(item: StoredItem): Promise<StoredItem | undefined>;
}

/** The table as one request sees it: its own deadline, its own meter. */
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
  /** The document client beneath, where a simulation hooks in. */
  readonly documents: DynamoDBDocumentClient;
  readonly close: () => void;
}

/** Its own time-out ends with the head of an answer; an answer may also stop halfway. */
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

/** One client per process: one keep-alive connection pool, credentials from the environment, retries of its own. */
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
      httpsAgent: { keepAlive: true, maxSockets: 50 },
      httpAgent: { keepAlive: true, maxSockets: 50 },
    }),
    ...connection,
  });
  // There is no logger, and for each call it copies all that is sent and received to hand it to one.
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
