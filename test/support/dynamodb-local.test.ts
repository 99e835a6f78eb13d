import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dynamoDbLocal } from './dynamodb-local.ts';

it('a run over DynamoDB Local says what it needs if the variable names no folder with it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'no-engine-'));
  for (const folder of ['', empty, join(empty, 'none')])
    await expect(dynamoDbLocal(folder)).rejects.toThrow(
      'DYNAMODB_LOCAL must name the unpacked folder of DynamoDB Local, with DynamoDBLocal.jar in it.',
    );
});
