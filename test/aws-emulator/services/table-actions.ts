import * as z from 'zod/mini';
import { type IamRequest, LEADING_KEYS } from '../iam/policy.ts';

/**
 * A DynamoDB call as IAM evaluates it: a transaction needs the action of each of its parts, and one statement must allow
 * all keys of one action on one table.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export interface TableKeys {
  readonly name: string;
  readonly partitionKey: string;
  /** The partition key of each index. */
  readonly indexes: ReadonlyMap<string, string>;
}

/** One action on one key, or on a table as a whole. */
interface Touch {
  readonly action: string;
  readonly on: string;
  readonly key?: string | undefined;
}

const Value = z.record(z.string(), z.unknown());
const Key = z.record(z.string(), Value);
const OnTable = z.object({ TableName: z.string() });
const WithKey = z.object({ TableName: z.string(), Key });
const WithItem = z.object({ TableName: z.string(), Item: Key });
const Query = z.object({
  TableName: z.string(),
  IndexName: z.optional(z.string()),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.optional(z.record(z.string(), z.string())),
  ExpressionAttributeValues: Key,
});
const BatchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Key) })) });
const TransactWrite = z.object({
  TransactItems: z.array(
    z.strictObject({
      Put: z.optional(WithItem),
      Update: z.optional(WithKey),
      Delete: z.optional(WithKey),
      ConditionCheck: z.optional(WithKey),
    }),
  ),
});

/**
 * The IAM requests of a call; `undefined` for an unsupported operation.
 * @param arnPrefix the ARN of any table, up to its name.
 */
export function tableRequests(
  operation: string,
  input: unknown,
  tables: readonly TableKeys[],
  arnPrefix: string,
): readonly IamRequest[] | undefined {
  const tableNamed = (wanted: string) => tables.find(({ name }) => name === wanted);
  const keyOf = (on: string, key: z.infer<typeof Key>): string | undefined =>
    textOf(key[tableNamed(on)?.partitionKey ?? '']);
  const onKey = (action: string, { TableName, Key: key }: z.infer<typeof WithKey>): Touch => ({
    action,
    on: TableName,
    key: keyOf(TableName, key),
  });
  const put = ({ TableName, Item }: z.infer<typeof WithItem>): Touch => ({
    action: 'PutItem',
    on: TableName,
    key: keyOf(TableName, Item),
  });

  const touches: Readonly<Record<string, () => readonly Touch[]>> = {
    GetItem: () => [onKey('GetItem', WithKey.parse(input))],
    PutItem: () => [put(WithItem.parse(input))],
    Query: () => {
      const query = Query.parse(input);
      const { TableName, IndexName } = query;
      const table = tableNamed(TableName);
      const attribute = IndexName === undefined ? table?.partitionKey : table?.indexes.get(IndexName);
      const on = IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`;
      return [{ action: 'Query', on, key: queriedKey(query, attribute) }];
    },
    Scan: () => [{ action: 'Scan', on: OnTable.parse(input).TableName }],
    BatchGetItem: () =>
      Object.entries(BatchGet.parse(input).RequestItems).flatMap(([on, { Keys }]) =>
        Keys.map((key) => ({ action: 'BatchGetItem', on, key: keyOf(on, key) })),
      ),
    TransactWriteItems: () =>
      TransactWrite.parse(input).TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }) => [
        ...(Put ? [put(Put)] : []),
        ...(Update ? [onKey('UpdateItem', Update)] : []),
        ...(Delete ? [onKey('DeleteItem', Delete)] : []),
        ...(ConditionCheck ? [onKey('ConditionCheckItem', ConditionCheck)] : []),
      ]),
  };
  const found = touches[operation]?.();
  if (!found) return undefined;
  const together = Map.groupBy(found, ({ action, on }) => `${action} ${on}`);
  return [...together.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const keys = alike.flatMap(({ key }) => key ?? []);
    return {
      action: `dynamodb:${first.action}`,
      resource: arnPrefix + first.on,
      context: keys.length > 0 ? { [LEADING_KEYS]: keys } : {},
    };
  });
}

/** The value of the partition key in a query's key condition. */
function queriedKey(
  { KeyConditionExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues }: z.infer<typeof Query>,
  attribute: string | undefined,
): string | undefined {
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) === attribute)
      return textOf(ExpressionAttributeValues[value]);
  }
  return undefined;
}

function textOf(value: z.infer<typeof Value> | undefined): string | undefined {
  const [text] = Object.values(value ?? {});
  return typeof text === 'string' ? text : undefined;
}
