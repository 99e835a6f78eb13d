import { checkKey, checkKeysOf, type Keys, keysOfTable, type TableKeys } from './keys.ts';
import { checkParameters, type Parameters, partitionAsked } from './parameters.ts';
import { type Rule, rules, type Tell, type Violation } from './rules.ts';
import { type Attributes, checkItemSize, checkValue, sizeOf } from './values.ts';

/** One DynamoDB operation on items, as it is sent. Operations on tables and streams are not checked. */
interface Part extends Parameters {
  readonly TableName?: string;
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}
interface Body extends Part {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly ExclusiveStartKey?: Attributes;
  readonly Limit?: number;
  readonly ClientRequestToken?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
  // biome-ignore lint/suspicious/noExplicitAny: of each table a list of writes, or keys to get
  readonly RequestItems?: Readonly<Record<string, any>>;
}

const MOST_PARTS = 100;
const MOST_TRANSACTION_BYTES = 4 * 2 ** 20;
const MOST_GETS = 100;
const MOST_WRITES = 25;

/** The rules that a request violates; none for an operation that does not concern items. */
export function violationsOf(operation: string, body: Body): Violation[] {
  const found: Violation[] = [];
  checks[operation]?.(body, (rule, what) => found.push({ rule, what }));
  return found;
}

/** The error message for the test that sent the request. */
export function describeViolations(operation: string, found: readonly Violation[]): string {
  const lines = found.map(({ rule, what }) => `- ${what} (${rule}: ${rules[rule satisfies Rule]})`);
  return [`DynamoDB would refuse this ${operation}:`, ...lines].join('\n');
}

const checks: Readonly<Record<string, (body: Body, tell: Tell) => void>> = {
  GetItem: (body, tell) => checkPart('Get', body, tell),
  PutItem: (body, tell) => checkPart('Put', body, tell),
  UpdateItem: (body, tell) => checkPart('Update', body, tell),
  DeleteItem: (body, tell) => checkPart('Delete', body, tell),
  Query: checkQuery,
  Scan: checkScan,
  BatchGetItem: checkBatchGet,
  BatchWriteItem: checkBatchWrite,
  TransactGetItems: checkTransaction,
  TransactWriteItems: checkTransaction,
};

function checkPart(action: string, part: Part, tell: Tell): void {
  const keys = keysOfTable(part.TableName);
  if (action === 'Put') checkItem(part.Item ?? {}, keys, tell);
  else checkKey(part.Key, keys, tell);
  checkParameters(part, keys, undefined, tell);
}

function checkItem(item: Attributes, keys: TableKeys, tell: Tell): void {
  checkKeysOf(item, keys, tell);
  checkItemSize(item, tell);
  for (const [name, value] of Object.entries(item)) checkValue(name, value, tell);
}

function checkQuery(body: Body, tell: Tell): void {
  const queried = checkRead(body, tell);
  if (!queried) return;
  if (body.KeyConditionExpression === undefined) tell('key_condition', 'a query has no key condition');
  checkParameters(body, keysOfTable(body.TableName), queried, tell);
  const startPartition = body.ExclusiveStartKey?.[queried.partitionKey]?.S;
  if (body.ExclusiveStartKey && startPartition !== partitionAsked(body, queried))
    tell('start_key', `the start key is of ${startPartition}, not of the queried partition`);
}

function checkScan(body: Body, tell: Tell): void {
  // A filter of a scan may name keys.
  if (checkRead(body, tell)) checkParameters(body, keysOfTable(body.TableName), undefined, tell);
}

/** Checks what a query and a scan have in common. @returns the key attributes of the table or index that is read. */
function checkRead(body: Body, tell: Tell): Keys | undefined {
  const table = keysOfTable(body.TableName);
  const { IndexName, ConsistentRead, ExclusiveStartKey, Limit } = body;
  const queried = IndexName === undefined ? table : table.indexes[IndexName];
  if (!queried) {
    tell('key_condition', `there is no index ${IndexName}`);
    return undefined;
  }
  if (IndexName !== undefined && ConsistentRead) tell('consistent_read', `${IndexName} is read consistently`);
  if (Limit !== undefined && Limit < 1) tell('start_key', `the limit is ${Limit}`);
  if (!ExclusiveStartKey) return queried;
  const wanted = new Set([table.partitionKey, table.sortKey, queried.partitionKey, queried.sortKey]);
  const given = new Set(Object.keys(ExclusiveStartKey));
  if (wanted.symmetricDifference(given).size > 0)
    tell('start_key', `the start key has ${[...given].join()} instead of ${[...wanted].join()}`);
  return queried;
}

function checkTransaction({ TransactItems = [], ClientRequestToken: token }: Body, tell: Tell): void {
  const parts = TransactItems.flatMap((one) => Object.entries(one));
  if (parts.length < 1 || parts.length > MOST_PARTS) tell('transaction', `it has ${parts.length} parts`);
  if (TransactItems.some((one) => Object.keys(one).length !== 1))
    tell('transaction', 'a part has several actions');
  if (token !== undefined && (token.length < 1 || token.length > 36))
    tell('client_token', `the token has ${token.length} characters`);
  for (const [action, part] of parts) {
    checkPart(action, part, tell);
    const needed = { Update: part.UpdateExpression, ConditionCheck: part.ConditionExpression };
    if (action in needed && needed[action as keyof typeof needed] === undefined)
      tell('transaction', `the part ${action} has no expression`);
  }
  const bytes = parts.reduce((sum, [, { Item }]) => sum + sizeOf(Item ?? {}), 0);
  if (bytes > MOST_TRANSACTION_BYTES) tell('transaction', `its items have ${bytes} bytes`);
  checkDistinct(
    parts.map(([, part]) => [part.TableName, part.Key ?? part.Item]),
    (key) => tell('transaction', `two parts are about one item: ${key}`),
  );
}

function checkBatchGet({ RequestItems = {} }: Body, tell: Tell): void {
  const all = Object.entries(RequestItems);
  const gets = all.flatMap(([table, { Keys = [] }]) => Keys.map((key: Attributes) => [table, key] as const));
  if (gets.length < 1 || gets.length > MOST_GETS) tell('batch', `it gets ${gets.length} items`);
  for (const [table, { Keys: _, ...parameters }] of all)
    checkParameters(parameters, keysOfTable(table), undefined, tell);
  for (const [table, key] of gets) checkKey(key, keysOfTable(table), tell);
  checkDistinct(gets, (key) => tell('batch', `an item is asked for twice: ${key}`));
}

function checkBatchWrite({ RequestItems = {} }: Body, tell: Tell): void {
  const writes = Object.entries(RequestItems).flatMap(([table, some]) =>
    some.map((one: { readonly PutRequest?: Part; readonly DeleteRequest?: Part }) => ({ table, ...one })),
  );
  if (writes.length < 1 || writes.length > MOST_WRITES) tell('batch', `it writes ${writes.length} items`);
  for (const { table, PutRequest, DeleteRequest } of writes) {
    if (PutRequest) checkItem(PutRequest.Item ?? {}, keysOfTable(table), tell);
    else checkKey(DeleteRequest?.Key, keysOfTable(table), tell);
  }
  checkDistinct(
    writes.map(({ table, PutRequest, DeleteRequest }) => [table, PutRequest?.Item ?? DeleteRequest?.Key]),
    (key) => tell('batch', `an item is written twice: ${key}`),
  );
}

function checkDistinct(
  items: readonly (readonly [table: string | undefined, item: Attributes | undefined])[],
  tell: (key: string) => void,
): void {
  const seen = new Set<string>();
  for (const [table, item] of items) {
    const { partitionKey, sortKey } = keysOfTable(table);
    const key = `${table} ${item?.[partitionKey]?.S} | ${item?.[sortKey]?.S}`;
    if (seen.has(key)) tell(key);
    seen.add(key);
  }
}
