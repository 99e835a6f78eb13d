import { beforeAll, describe, expect, it } from 'vitest';
import { createLedger, createTable } from '../../../local/engine/tables.ts';
import { uncheckedConnection } from '../connection.ts';
import { newId } from '../world.ts';
import { engineRejection, requestProblem } from './checked-connection.ts';
import { type Rule, rules, violationsOf } from './requests.ts';

/** What DynamoDB rejects is reported by a rule or rejected by the engine, and the rules report nothing else. */

const S = (text: string) => ({ S: text });
const N = (number: number | string) => ({ N: String(number) });
const Key = { pk: S('ACCOUNT#1'), sk: S('STANDING') };
const other = { pk: S('ACCOUNT#2'), sk: S('STANDING') };
const TableName = `test-${newId()}`;
const ledger = `${TableName}-erased`;

const update = (UpdateExpression: string, more: object = {}) =>
  ['UpdateItem', { TableName, Key, UpdateExpression, ...more }] as const;
const put = (item: object, more: object = {}) =>
  ['PutItem', { TableName, Item: { ...Key, ...item }, ...more }] as const;
const condition = (ConditionExpression: string, values: object = {}, names: object = {}) =>
  [
    'DeleteItem',
    {
      TableName,
      Key,
      ConditionExpression,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    },
  ] as const;
const query = (KeyConditionExpression: string, more: object = {}) =>
  [
    'Query',
    { TableName, KeyConditionExpression, ExpressionAttributeValues: { ':pk': S('ACCOUNT#1') }, ...more },
  ] as const;
const ONE = { ':one': N(1) };
const sorted = (...texts: string[]) => ({
  ExpressionAttributeValues: {
    ':pk': S('ACCOUNT#1'),
    ...Object.fromEntries(texts.map((text, n) => [`:${n}`, S(text)])),
  },
});
const transaction = (...TransactItems: object[]) => ['TransactWriteItems', { TransactItems }] as const;
const remove = (key: object, table = TableName) => ({ Delete: { TableName: table, Key: key } });
const gets = (keys: readonly object[]) =>
  ['BatchGetItem', { RequestItems: { [TableName]: { Keys: keys } } }] as const;
const writes = (all: readonly object[]) =>
  ['BatchWriteItem', { RequestItems: { [TableName]: all } }] as const;
const keysUpTo = (most: number) =>
  Array.from({ length: most }, (_, n) => ({ pk: S('ACCOUNT#1'), sk: S(`${n}`) }));
const nested = (levels: number): object => (levels === 0 ? N(1) : { L: [nested(levels - 1)] });
const many = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n));

type Request = readonly [operation: string, body: object];

const taken: Readonly<Record<Rule, readonly Request[]>> = {
  grammar: [
    condition('attribute_not_exists(pk)'),
    condition('(a = :one OR b.c[0] <> :one) AND NOT contains(d, :one)', ONE),
    condition('(a = :one) OR (b = :one)', ONE),
    condition('((a = :one) OR (b = :one)) AND c = :one', ONE),
    condition('size(a) BETWEEN :one AND :two', { ...ONE, ':two': N(2) }),
    condition('a in (:one, :two) and begins_with(b, :text)', { ...ONE, ':two': N(2), ':text': S('x') }),
    update('set a = if_not_exists(a, :one) + :one, b = list_append(b, :list) remove c.d, e[1] add f :one', {
      ExpressionAttributeValues: { ...ONE, ':list': { L: [] } },
    }),
    ['GetItem', { TableName, Key, ProjectionExpression: 'a, b.c' }],
  ],
  expression_size: [
    condition(
      `a IN (${many(100, (n) => `:v${n}`).join()})`,
      Object.fromEntries(many(100, String).map((n) => [`:v${n}`, N(n)])),
    ),
  ],
  names: [condition('attribute_exists(#a) AND attribute_exists(b.#a)', {}, { '#a': 'status' })],
  values: [condition('a = :one AND b = :one', ONE)],
  operands: [
    condition('a < :one AND b > :text', { ...ONE, ':text': S('x') }),
    update('ADD a :one', { ExpressionAttributeValues: ONE }),
    update('SET a = :text', { ExpressionAttributeValues: { ':text': S('') } }),
    condition('attribute_type(a, :type) AND a = b', { ':type': S('S') }),
  ],
  key_in_update: [update('SET gsi1pk = :pk REMOVE gsi2sk', { ExpressionAttributeValues: { ':pk': S('x') } })],
  overlapping_paths: [update('REMOVE a.b, a.c, d[0], d[1]')],
  key: [
    query('pk = :pk'),
    query('#pk = :pk AND #sk BETWEEN :0 AND :1', {
      ...sorted('a', 'b'),
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    }),
    query('begins_with(sk, :0) AND pk = :pk', sorted('a')),
    query('gsi2pk = :pk AND gsi2sk > :0', { ...sorted('a'), IndexName: 'gsi2' }),
  ],
  index_key: [put({ gsi1pk: S('x'.repeat(2048)), gsi1sk: S('x'.repeat(1024)) }), put({})],
  start_key: [
    query('pk = :pk', { ExclusiveStartKey: Key, Limit: 1 }),
    query('gsi1pk = :pk', {
      IndexName: 'gsi1',
      ExclusiveStartKey: { ...other, gsi1pk: S('ACCOUNT#1'), gsi1sk: S('x') },
    }),
    ['Scan', { TableName, ExclusiveStartKey: other }],
  ],
  transaction: [
    transaction(remove(Key), remove(other), remove(Key, ledger)),
    transaction(...keysUpTo(100).map((key) => remove(key))),
    transaction({ ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } }),
  ],
  client_token: [
    ['TransactWriteItems', { TransactItems: [remove(Key)], ClientRequestToken: 'x'.repeat(36) }],
  ],
};

const refused: Readonly<Record<Rule, readonly Request[]>> = {
  grammar: [
    condition('a = :one AND', ONE),
    condition('(a = :one', ONE),
    condition('a = :one b', ONE),
    condition('a BETWEEN :one, :one', ONE),
    update('a = :one', { ExpressionAttributeValues: ONE }),
    update('SET a = :one,', { ExpressionAttributeValues: ONE }),
  ],
  expression_size: [condition(`a IN (${many(101, () => ':one').join()})`, ONE)],
  names: [
    condition('attribute_exists(#a)'),
    condition('attribute_exists(a)', {}, { '#a': 'b' }),
    condition('attribute_exists(#a)', {}, { '#a': '' }),
    [
      'DeleteItem',
      { TableName, Key, ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: {} },
    ],
  ],
  values: [
    condition('a = :one'),
    condition('attribute_exists(a)', ONE),
    [
      'DeleteItem',
      { TableName, Key, ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: {} },
    ],
    put({}, { ExpressionAttributeValues: ONE }),
  ],
  operands: [
    condition('a < :flag', { ':flag': { BOOL: true } }),
    condition('a BETWEEN :one AND :text', { ...ONE, ':text': S('x') }),
    condition('a BETWEEN :two AND :one', { ...ONE, ':two': N(2) }),
    query('pk = :pk AND sk BETWEEN :0 AND :1', sorted('b', 'a')),
    condition('begins_with(a, :one)', ONE),
    condition('attribute_exists(:one)', ONE),
    condition('size(:one) > :one', ONE),
    condition('attribute_type(a, :one)', ONE),
    condition('a = a'),
    condition('#a = a', {}, { '#a': 'a' }),
    update('ADD a :text', { ExpressionAttributeValues: { ':text': S('x') } }),
    update('DELETE a :one', { ExpressionAttributeValues: ONE }),
    update('SET a = a + :text', { ExpressionAttributeValues: { ':text': S('x') } }),
    update('SET a = if_not_exists(a, :text) + :one', {
      ExpressionAttributeValues: { ':text': S('x'), ...ONE },
    }),
    update('SET a = if_not_exists(:one, :one)', { ExpressionAttributeValues: ONE }),
  ],
  key_in_update: [
    update('SET pk = :pk', { ExpressionAttributeValues: { ':pk': S('x') } }),
    update('REMOVE #sk', { ExpressionAttributeNames: { '#sk': 'sk' } }),
  ],
  overlapping_paths: [
    update('SET a = :one REMOVE a', { ExpressionAttributeValues: ONE }),
    update('REMOVE a.b, #a', { ExpressionAttributeNames: { '#a': 'a' } }),
    update('REMOVE a[1], a[1].b'),
  ],
  key: [
    query('pk = :pk', { ExpressionAttributeValues: { ':pk': S('') } }),
    query('pk = :pk', { ExpressionAttributeValues: { ':pk': N(1) } }),
    query('pk = :pk', { ExpressionAttributeValues: { ':pk': S('x'.repeat(2049)) } }),
    query('pk = :pk AND begins_with(sk, :0)', sorted('')),
    query('pk = :pk AND sk > :0', sorted('é'.repeat(513))),
  ],
  index_key: [
    put({ gsi2sk: S('x'.repeat(1025)) }),
    update('SET #key = :key', {
      ExpressionAttributeNames: { '#key': 'gsi1sk' },
      ExpressionAttributeValues: { ':key': S('x'.repeat(1025)) },
    }),
  ],
  start_key: [
    query('pk = :pk', { ExclusiveStartKey: other }),
    query('gsi1pk = :pk', {
      IndexName: 'gsi1',
      ExclusiveStartKey: { ...Key, gsi1pk: S('ACCOUNT#2'), gsi1sk: S('x') },
    }),
  ],
  transaction: [
    transaction({ ...remove(Key), Put: { TableName, Item: other } }),
    transaction({ Update: { TableName, Key, UpdateExpression: '' } }),
  ],
  client_token: [],
};

/** A single write is also tried as a part of a transaction, because the engine checks the two in different places. */
const rejectedByEngine: Readonly<Record<string, readonly Request[]>> = {
  grammar: [
    condition(''),
    update('SET'),
    update('SET a = :one SET b = :one', { ExpressionAttributeValues: ONE }),
    condition('a == :one', ONE),
    condition('a != :one', ONE),
    condition('((a = :one))', ONE),
    condition('exists(a)'),
    condition('attribute_exists(a, b)'),
  ],
  expression_size: [
    condition(`attribute_exists(${'a'.repeat(4096)})`),
    condition(many(301, (n) => `attribute_exists(a${n})`).join(' OR ')),
  ],
  reserved_word: [
    update('SET total = :one', { ExpressionAttributeValues: ONE }),
    condition('attribute_exists(a.Name)'),
    ['GetItem', { TableName, Key, ProjectionExpression: 'status' }],
  ],
  overlapping_paths: [['GetItem', { TableName, Key, ProjectionExpression: 'a, a.b' }]],
  key_in_filter: [
    query('pk = :pk', { FilterExpression: 'NOT begins_with(sk, :0)', ...sorted('a') }),
    query('gsi1pk = :pk', { IndexName: 'gsi1', FilterExpression: 'size(gsi1sk) > :0', ...sorted('a') }),
  ],
  key_condition: [
    ['Query', { TableName }],
    query('sk = :pk'),
    query('pk > :pk'),
    query('pk = :pk OR sk = :pk'),
    query('NOT pk = :pk'),
    query('pk = :pk AND sk <> :0', sorted('a')),
    query('pk = :pk AND contains(sk, :0)', sorted('a')),
    query('pk = :pk AND sk > :0 AND sk < :1', sorted('a', 'b')),
    query('pk = :pk AND pk = :0', sorted('a')),
    query('pk = :pk AND title = :0', sorted('a')),
    query('pk = :pk', { IndexName: 'gsi1' }),
    query('pk = :pk', { IndexName: 'gsi9' }),
    query('pk = :pk', { IndexName: 'gsi1', TableName: ledger }),
  ],
  key: [
    ['GetItem', { TableName }],
    ['GetItem', { TableName, Key: { pk: S('x') } }],
    ['GetItem', { TableName, Key: { ...Key, gsi1pk: S('x') } }],
    ['GetItem', { TableName, Key: { ...Key, sk: S('') } }],
    ['GetItem', { TableName, Key: { ...Key, sk: N(1) } }],
    ['PutItem', { TableName, Item: { pk: S('x') } }],
  ],
  key_size: [
    ['GetItem', { TableName, Key: { ...Key, pk: S('x'.repeat(2049)) } }],
    ['GetItem', { TableName, Key: { ...Key, sk: S('é'.repeat(513)) } }],
  ],
  index_key: [put({ gsi1pk: S('') }), put({ gsi1sk: N(1) }), put({ gsi1sk: { NULL: true } })],
  attribute_value: [
    put({ a: { SS: [] } }),
    put({ a: { SS: ['x', 'x'] } }),
    put({ a: { M: { b: N('NaN') } } }),
    put({ a: N('9'.repeat(39)) }),
    put({ a: nested(32) }),
    update('SET a = :set', { ExpressionAttributeValues: { ':set': { NS: [] } } }),
  ],
  item_size: [put({ text: S('x'.repeat(409_600)) }), put({ bytes: { B: 'AAAA'.repeat(140_000) } })],
  consistent_read: [query('gsi1pk = :pk', { IndexName: 'gsi1', ConsistentRead: true })],
  start_key: [
    query('pk = :pk', { ExclusiveStartKey: { pk: S('ACCOUNT#1') } }),
    query('gsi1pk = :pk', { IndexName: 'gsi1', ExclusiveStartKey: Key }),
    query('pk = :pk', { Limit: 0 }),
  ],
  transaction: [
    transaction(),
    transaction(...keysUpTo(101).map((key) => remove(key))),
    transaction(remove(Key), { Put: { TableName, Item: { ...Key, a: N(1) } } }),
    transaction({ Update: { TableName, Key } }),
    transaction({ ConditionCheck: { TableName, Key } }),
    transaction(
      ...keysUpTo(12).map((key) => ({ Put: { TableName, Item: { ...key, a: S('x'.repeat(400_000)) } } })),
    ),
  ],
  client_token: [
    ['TransactWriteItems', { TransactItems: [remove(Key)], ClientRequestToken: 'x'.repeat(37) }],
  ],
  batch: [
    gets([]),
    ['BatchGetItem', { RequestItems: {} }],
    gets(keysUpTo(101)),
    gets([Key, Key]),
    writes(keysUpTo(26).map((key) => ({ DeleteRequest: { Key: key } }))),
    writes([{ DeleteRequest: { Key } }, { PutRequest: { Item: Key } }]),
  ],
};

const cases = <Name extends string>(of: Readonly<Record<Name, readonly Request[]>>) =>
  Object.entries<readonly Request[]>(of).flatMap(([rule, requests]) =>
    requests.map(([operation, body]) => ({ rule, operation, body })),
  );
const brokenBy = (body: object) => violationsOf(JSON.parse(JSON.stringify(body))).map(({ rule }) => rule);

describe('a valid request', () => {
  it.each(cases(taken))('is accepted: $rule, $operation', ({ body }) => {
    expect(brokenBy(body)).toEqual([]);
  });
});

describe('a request that violates a rule', () => {
  it.each(cases(refused))('is reported: $rule, $operation', ({ rule, body }) => {
    expect(brokenBy(body)).toContain(rule);
  });

  it('is reported with the violation and the page that documents the rule', () => {
    const [operation, body] = condition('a = a');
    expect(requestProblem(operation, JSON.stringify(body))?.message).toBe(
      `DynamoDB would refuse this DeleteItem:\n- an operand of = is its first one again: ["a"] (operands: ${rules.operands})`,
    );
  });

  it('is reported when it reuses the token of another request', () => {
    const sent = (key: object) =>
      requestProblem(
        'TransactWriteItems',
        JSON.stringify({ TransactItems: [remove(key)], ClientRequestToken: 'a token' }),
      );
    expect(sent(Key)).toBeUndefined();
    expect(sent(Key)).toBeUndefined();
    expect(sent(other)?.message).toContain('client_token');
  });
});

describe('the engine rejects', () => {
  const connection = uncheckedConnection();
  beforeAll(async () => {
    await createTable(connection, TableName, { stream: false });
    await createLedger(connection, ledger);
  });

  async function rejection(operation: string, body: object) {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return engineRejection(await (await fetch(connection.endpoint, sent)).text());
  }

  it.each(cases(rejectedByEngine))('$rule, $operation', async ({ operation, body }) => {
    expect(await rejection(operation, body)).toBeDefined();
    const [, action] = /^(Put|Update|Delete)Item$/.exec(operation) ?? [];
    if (!action) return;
    const [name, inTransaction] = transaction({ [action]: body });
    expect(await rejection(name, inTransaction)).toBeDefined();
  });
});
