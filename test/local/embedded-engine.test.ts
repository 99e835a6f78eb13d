import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { embeddedEngine } from '../../local/engine/embedded-engine.ts';
import { type Engine, freePort } from '../../local/engine/engine.ts';
import { temporary } from '../support/temporary.ts';

const { cleanups } = temporary();

function clientOf({ connection }: Engine): DynamoDBClient {
  const client = new DynamoDBClient(connection);
  cleanups.push(() => client.destroy());
  return client;
}

it('an engine whose port another engine has taken in the meantime gets another port', async () => {
  const first = await embeddedEngine(undefined);
  cleanups.push(first.stop);
  await clientOf(first).send(
    new CreateTableCommand({
      TableName: 'of-the-first',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    }),
  );
  const ports = [Number(new URL(first.endpoint).port), await freePort()];
  const second = await embeddedEngine(undefined, async () => ports.shift() ?? freePort());
  cleanups.push(second.stop);
  expect(second.endpoint).not.toBe(first.endpoint);
  expect((await clientOf(second).send(new ListTablesCommand({}))).TableNames).toEqual([]);
});
