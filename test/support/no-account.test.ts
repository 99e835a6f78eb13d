import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';

const HARMLESS = ['AWS_EC2_METADATA_DISABLED', 'AWS_ENDPOINT_URL'];

it('no test and no process that a test starts has credentials, a profile or a region of AWS', async () => {
  const inherited = 'console.log(JSON.stringify(process.env))';
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', inherited]);
  for (const environment of [process.env, JSON.parse(stdout)]) {
    expect(
      Object.keys(environment)
        .filter((name) => name.startsWith('AWS_'))
        .sort(),
    ).toEqual(HARMLESS);
    expect(readdirSync(String(environment.HOME)).filter((name) => name === '.aws')).toEqual([]);
  }
});

it('a client of AWS that a test forgets to connect to a stub reaches nobody', async () => {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new SNSClient({ region: 'ap-southeast-5', credentials, maxAttempts: 1 });
  await expect(client.send(new ListTopicsCommand({}))).rejects.toThrow(/ECONNREFUSED|connect/);
});
