import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { embeddedEngine } from '../../local/engine/embedded-engine.ts';
import { type Engine, freePort } from '../../local/engine/engine.ts';
import { findEngineBinary } from '../../local/engine/engine-binary.ts';
import { temporary } from '../support/temporary.ts';

const { cleanups, folder } = temporary();
/** The engine is a dependency of the project on the machines that run this test. */
const binary = findEngineBinary(process.env, process) ?? '';

function clientOf({ connection }: Engine): DynamoDBClient {
  const client = new DynamoDBClient(connection);
  cleanups.push(() => client.destroy());
  return client;
}

it('an engine whose port another engine has taken in the meantime gets another port', async () => {
  const first = await embeddedEngine(binary, undefined);
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
  const second = await embeddedEngine(binary, undefined, async () => ports.shift() ?? freePort());
  cleanups.push(second.stop);
  expect(second.endpoint).not.toBe(first.endpoint);
  expect((await clientOf(second).send(new ListTablesCommand({}))).TableNames).toEqual([]);
});

it('an error names an engine on the PATH that cannot run, with its output; a folder of that name is ignored', async () => {
  const machine = { platform: 'freebsd', arch: 'x64' } as const;
  const [first, second] = [await folder(), await folder()];
  await mkdir(join(first, 'dynoxide'));
  const program = join(second, 'dynoxide');
  await writeFile(program, '#!/bin/sh\necho "of another machine" >&2\nexit 1\n');
  await chmod(program, 0o755);
  expect(findEngineBinary({ PATH: first }, machine)).toBeUndefined();
  expect(findEngineBinary({ PATH: `${first}:${second}` }, machine)).toBe(program);
  const starting = embeddedEngine(program, undefined);
  await expect(starting).rejects.toThrow(/dynoxide cannot use .*table\.db\.\nof another machine$/);
});
