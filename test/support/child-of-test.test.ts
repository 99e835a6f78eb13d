import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const PRELOAD = new URL('./child-of-test.ts', import.meta.url).href;

/** Sends a request as the SDK does, to a port where nothing listens. */
const sending = (input: object) => `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const connection = { endpoint: 'http://127.0.0.1:9', region: 'local', credentials, maxAttempts: 1 };
  await new DynamoDBClient(connection).send(new GetItemCommand(${JSON.stringify(input)})).catch(() => {});
`;

async function problemsOf(input: object): Promise<unknown[]> {
  const args = ['--import', PRELOAD, '--input-type=module', '--eval', sending(input)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const problems: unknown[] = [];
  child.on('message', (message) => problems.push(message));
  await once(child, 'close');
  return problems;
}

it('tells the test of a request that DynamoDB would reject', async () => {
  const request = { TableName: 'sihat', Key: { pk: { S: 'a' }, sk: { S: 'b' } } };
  expect(await problemsOf(request)).toEqual([]);
  const unused = { ExpressionAttributeNames: { '#name': 'name' } };
  expect(await problemsOf({ ...request, ...unused })).toEqual([
    { requestProblem: expect.stringContaining('#name') },
  ]);
});
