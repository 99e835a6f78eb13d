import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlatformApplications } from '../../infra/push/platform-applications.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd } from '../support/running.ts';
import { snsService } from '../support/sns-service.ts';

const apple = { key: 'a key', keyId: 'ABC123', team: 'TEAM', bundle: 'my.sihat.app' };
const ARN = 'arn:aws:sns:ap-southeast-1:000000000000:app';

describe('npm run push', () => {
  let sns: ReturnType<typeof snsService>;
  let connection: { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } };
  const server = createServer((request, response) => void sns.answer(request, response));
  beforeAll(async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    connection = { endpoint: `http://127.0.0.1:${await listening(server)}`, credentials };
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    sns = snsService();
  });

  it('creates the platform applications of a stage, and returns its setting', async () => {
    expect(await createPlatformApplications('staging', { apple, google: '{}' }, connection)).toEqual({
      region: 'ap-southeast-1',
      ios: `${ARN}/APNS/sihat-staging`,
      android: `${ARN}/GCM/sihat-staging`,
    });
    expect(Object.fromEntries(sns.applications)).toEqual({
      [`${ARN}/APNS/sihat-staging`]: {
        PlatformCredential: 'a key',
        PlatformPrincipal: 'ABC123',
        ApplePlatformTeamID: 'TEAM',
        ApplePlatformBundleID: 'my.sihat.app',
      },
      [`${ARN}/GCM/sihat-staging`]: { PlatformCredential: '{}' },
    });
  });

  it('gives existing ones new credentials', async () => {
    await createPlatformApplications('staging', { apple, google: '{}' }, connection);
    const renewed = { apple: { ...apple, key: 'another key' }, google: '{"a":1}' };
    await createPlatformApplications('staging', renewed, connection);
    expect(sns.calls.filter(({ action }) => action === 'CreatePlatformApplication')).toHaveLength(2);
    expect(sns.applications.get(`${ARN}/APNS/sihat-staging`)).toMatchObject({
      PlatformCredential: 'another key',
    });
    expect(sns.applications.get(`${ARN}/GCM/sihat-staging`)).toEqual({ PlatformCredential: '{"a":1}' });
  });

  it('refuses what is no stage, and names a missing option, before it asks AWS', async () => {
    const options = ['--apple-key', 'k', '--apple-key-id', 'i', '--apple-team', 't', '--apple-bundle', 'b'];
    const run = async (...args: string[]) => {
      const { code, stderr } = await runToTheEnd({ args }, 'infra/push/main.ts');
      return [code, stderr.trim()];
    };
    expect(await run('moon', ...options, '--google', 'g')).toEqual([2, 'moon is not a stage.']);
    expect(await run('staging', ...options)).toEqual([
      2,
      "error: required option '--google <file>' not specified",
    ]);
  });
});
