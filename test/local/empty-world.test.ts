import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSONA_NAMES } from '../../local/demo/people.ts';
import { demoFolder } from '../support/demo-world.ts';
import { pasted } from '../support/pasted.ts';
import { eventually, type Running, runAdmin, runToTheEnd, startLocal } from '../support/running.ts';
import { temporary } from '../support/temporary.ts';
import { newAccount } from '../support/world.ts';

const { cleanups, folder, start } = temporary();

const clubs = '/v1/community/clubs';
const sent = { title: 'Kelab Baharu', summary: '', visibility: 'public' };

describe('an empty world', () => {
  let local: Running;
  beforeAll(async () => {
    local = await startLocal({ args: ['--empty'] });
  });
  afterAll(() => local?.stop());

  it('returns the location of its table', async () => {
    const { body } = await local.call('GET', '/local/table');
    expect(body).toEqual({
      endpoint: expect.stringMatching(/^http:/),
      tableName: 'sihat-local',
      region: 'ap-southeast-5',
    });
    const { endpoint, tableName: TableName, region } = body;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint, region, credentials });
    cleanups.push(() => client.destroy());
    const { Items } = await client.send(new ScanCommand({ TableName }));
    expect(Items).toContainEqual({
      pk: { S: 'LOCAL#WORLD' },
      sk: { S: 'WORLD' },
      world: { S: 'empty' },
      shapes: expect.anything(),
    });
  });

  it('has no people and no content, and any account can start', async () => {
    expect((await local.call('GET', '/local/personas')).body).toEqual({ personas: [] });
    for (const name of PERSONA_NAMES) expect(local.output.stdout).not.toContain(name);
    for (const persona of ['patient', 'nobody']) {
      const { status, body } = await local.call('POST', '/local/tokens', { body: { persona } });
      expect([status, body.issues]).toEqual([
        400,
        [
          {
            path: 'body.persona',
            message: expect.stringMatching(/^must be omitted, because an empty world/),
          },
        ],
      ]);
    }
    expect((await local.call('GET', '/v1/onboarding')).body.code).toBe('nothing_published');
    expect((await local.call('GET', '/v1/community')).body).toEqual({
      clubs: [],
      events: [],
      challenges: [],
    });
    expect((await local.call('GET', '/v1/rewards/campaigns')).body).toEqual({ campaigns: [] });
    const token = await local.tokenOf({ accountId: newAccount() });
    expect((await local.call('POST', clubs, { token, body: sent })).status).toBe(201);
  });

  it('starts with the printed lines, as they are pasted', async () => {
    await eventually('all is shown', () => local.output.stdout.includes('Ctrl-C'));
    const [, instructions = ''] = local.output.stdout.split('The world is empty');
    const lines = instructions.split('\n').filter((line) => line.startsWith('  '));
    expect(lines).toHaveLength(4);
    const { stdout } = await pasted(lines.join('\n'));
    const [made, , listed] = stdout.split('\n');
    expect(made).toBe(`${listed?.split(' ')[0]} is the first administrator of the platform.`);
    expect(stdout).toContain('Usage: npm run admin');
  });

  it('keeps its data when it is started again, with or without the option', async () => {
    const data = await folder();
    const accountId = newAccount();
    const first = await start({ args: ['--empty', '--data', data] });
    const body = { ...sent, title: 'Kelab Kekal' };
    await first.call('POST', clubs, { token: await first.tokenOf({ accountId }), body });
    expect((await runAdmin(['first-admin', accountId, '--local', first.url])).code).toBe(0);
    await first.stop();
    for (const args of [['--empty'], []]) {
      const again = await start({ args: [...args, '--data', data] });
      const token = await again.tokenOf({ accountId });
      const own = await again.call('GET', '/v1/community/own', { token });
      expect(own.body.clubs).toMatchObject([{ title: 'Kelab Kekal' }]);
      expect((await again.call('GET', '/local/personas')).body).toEqual({ personas: [] });
      await eventually('all is shown', () => again.output.stdout.includes('Ctrl-C'));
      expect(again.output.stdout).toContain('The world is empty');
      // It mentions no first administrator once there is one.
      expect(again.output.stdout).not.toContain('first-admin');
      expect(again.output.stdout).toContain(`--as ${accountId} list-admins`);
      await again.stop();
    }
  });

  it('cannot be made from a demo world', async () => {
    const { code, stdout, stderr } = await runToTheEnd({ args: ['--empty', '--data', await demoFolder()] });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'The table sihat-local contains the demo data. Start without --empty, or with another data folder.\n',
    );
  });
});
