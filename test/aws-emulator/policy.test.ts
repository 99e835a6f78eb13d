import { describe, expect, it } from 'vitest';
import { policyOf } from './iam/policy.ts';
import { tableRequests } from './services/table-actions.ts';

/** Policies and DynamoDB calls are evaluated as in IAM. */

const TABLE = 'arn:aws:dynamodb:ap-southeast-5:111122223333:table/things';
const allow = (Action: unknown, Resource: unknown, Condition?: unknown) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition !== undefined && { Condition }),
});
const keys = (...prefixes: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
const weigh = (statements: unknown[], action: string, resource: string, leading?: string[]) =>
  policyOf([{ Statement: statements }]).decide({
    action,
    resource,
    context: leading ? { 'dynamodb:LeadingKeys': leading } : {},
  });
const allowed = (...given: Parameters<typeof weigh>) => weigh(...given).allowed;

describe('a policy', () => {
  it('allows nothing that no statement names', () => {
    const statements = [allow(['dynamodb:GetItem', 'dynamodb:Q*'], TABLE)];
    expect(allowed(statements, 'dynamodb:GetItem', TABLE)).toBe(true);
    expect(allowed(statements, 'dynamodb:Query', TABLE)).toBe(true);
    expect(allowed(statements, 'dynamodb:PutItem', TABLE)).toBe(false);
    expect(allowed(statements, 'dynamodb:GetItem', `${TABLE}/index/gsi1`)).toBe(false);
    expect(allowed([], 'dynamodb:GetItem', TABLE)).toBe(false);
  });

  it('denies what one statement denies, even if others allow it', () => {
    const statements = [allow('dynamodb:*', '*'), { ...allow('dynamodb:Scan', TABLE), Effect: 'Deny' }];
    expect(allowed(statements, 'dynamodb:GetItem', TABLE)).toBe(true);
    expect(allowed(statements, 'dynamodb:Scan', TABLE)).toBe(false);
  });

  it('needs one statement that allows all leading keys of a call', () => {
    const statement = allow('dynamodb:BatchGetItem', TABLE, keys('CLUB#*', 'EVENT#*'));
    const two = ['CLUB#*', 'EVENT#*'].map((prefix) => allow('dynamodb:BatchGetItem', TABLE, keys(prefix)));
    const both = ['CLUB#1', 'EVENT#1'];
    expect(allowed([statement], 'dynamodb:BatchGetItem', TABLE, both)).toBe(true);
    expect(allowed(two, 'dynamodb:BatchGetItem', TABLE, both)).toBe(false);
    expect(allowed(two, 'dynamodb:BatchGetItem', TABLE, ['CLUB#1', 'CLUB#2'])).toBe(true);
    expect(allowed([statement], 'dynamodb:BatchGetItem', TABLE, ['CLUB#1', 'ACCOUNT#1'])).toBe(false);
  });

  it('denies a call without leading keys if a statement requires them', () => {
    const forAll = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['CLUB#*'] } };
    expect(allowed([allow('dynamodb:Scan', TABLE, keys('CLUB#*'))], 'dynamodb:Scan', TABLE)).toBe(false);
    expect(allowed([allow('dynamodb:Scan', TABLE, forAll)], 'dynamodb:Scan', TABLE)).toBe(true);
  });

  it('reports the used grants', () => {
    const policy = policyOf([
      { Statement: [allow(['dynamodb:GetItem', 'dynamodb:PutItem'], TABLE, keys('A#*', 'B'))] },
    ]);
    expect(policy.grants).toHaveLength(4);
    const context = { 'dynamodb:LeadingKeys': ['A#1'] };
    const { used } = policy.decide({ action: 'dynamodb:GetItem', resource: TABLE, context });
    expect(used).toEqual([{ action: 'dynamodb:GetItem', resource: TABLE, leadingKey: 'A#*' }]);
  });

  it.each([
    [{ ...allow('a:B', '*'), NotAction: 'a:C' }, 'NotAction'],
    [allow('a:B', '*', { NumericLessThan: { 'aws:SourceArn': '1' } }), 'NumericLessThan is not known'],
    [allow('a:B', '*', { Null: { 'aws:username': 'true' } }), 'aws:username is not known'],
  ])('with %j is an error', (statement, message) => {
    expect(() => policyOf([{ Statement: [statement] }])).toThrow(message);
  });
});

describe('a call to DynamoDB', () => {
  const table = {
    name: 'things',
    partitionKey: 'pk',
    indexes: new Map([['gsi1', 'gsi1pk']]),
  };
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
  const asked = (operation: string, input: unknown) =>
    tableRequests(operation, input, [table], 'arn:aws:dynamodb:ap-southeast-5:111122223333:table/')?.map(
      ({ action, resource, context }) => [
        action.replace('dynamodb:', ''),
        resource.replace(/.*table\//, ''),
        context['dynamodb:LeadingKeys'],
      ],
    );

  it('requires the action of each part of a transaction, with all keys', () => {
    const TableName = 'things';
    const input = {
      TransactItems: [
        { Put: { TableName, Item: key('A#1') } },
        { ConditionCheck: { TableName, Key: key('B#1') } },
        { Update: { TableName, Key: key('C#1') } },
        { Put: { TableName, Item: key('D#1') } },
        { Delete: { TableName: 'others', Key: key('E#1') } },
      ],
    };
    expect(asked('TransactWriteItems', input)).toEqual([
      ['PutItem', 'things', ['A#1', 'D#1']],
      ['ConditionCheckItem', 'things', ['B#1']],
      ['UpdateItem', 'things', ['C#1']],
      // The keys of an unknown table are unknown, and no policy allows it.
      ['DeleteItem', 'others', undefined],
    ]);
  });

  it('requires the query of the table or the index, with its key', () => {
    const query = {
      TableName: 'things',
      KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: { ':pk': { S: 'A#1' }, ':sk': { S: 'B' } },
    };
    expect(asked('Query', query)).toEqual([['Query', 'things', ['A#1']]]);
    const names = { '#pk': 'gsi1pk', '#sk': 'gsi1sk' };
    expect(asked('Query', { ...query, IndexName: 'gsi1', ExpressionAttributeNames: names })).toEqual([
      ['Query', 'things/index/gsi1', ['A#1']],
    ]);
    // A partition key of the table does not match the keys of the index.
    expect(asked('Query', { ...query, IndexName: 'gsi1' })).toEqual([
      ['Query', 'things/index/gsi1', undefined],
    ]);
  });

  it('has no leading key for a scan, and is unsupported for other operations', () => {
    expect(asked('Scan', { TableName: 'things' })).toEqual([['Scan', 'things', undefined]]);
    expect(asked('ExecuteStatement', {})).toBeUndefined();
  });
});
