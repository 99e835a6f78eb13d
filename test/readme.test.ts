import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRequest, preparation, sampleRequests } from '../local/pages/sample-requests.ts';
import { pasted } from './support/pasted.ts';
import { eventually, type Running, startLocal } from './support/running.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, tour = ''] = /## Tour\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];

describe('the tour of the README and the sample requests of the landing page', () => {
  const documented = 'http://127.0.0.1:3000';
  let local: Running;
  beforeAll(async () => {
    local = await startLocal();
    await eventually('the links are printed', () => local.output.stdout.includes('Ctrl-C'));
  });
  afterAll(() => local?.stop());

  /** Runs the sample requests. @returns the first field of each response. */
  async function runSamples(options: Parameters<typeof pasted>[1] = {}) {
    const lines = [preparation(local.url), ...sampleRequests(new Date()).map(({ command }) => command)];
    const { stdout, stderr } = await pasted(lines.join('\n'), options);
    const responses = stdout.trim().split('\n');
    const fields = responses.map((line) => {
      const { status, ...rest } = JSON.parse(line);
      return status ?? Object.keys(rest)[0];
    });
    return { fields, stderr };
  }
  const samplesPrint = { fields: ['event', 'clubs', 'reserved', 'workspaceId', 'personas'], stderr: '' };

  it('work when they are pasted, one after the other, also without curl', async () => {
    expect(await runSamples()).toEqual(samplesPrint);
    const first = await pasted(firstRequest(local.url).command);
    expect(first).toMatchObject({ stdout: expect.stringContaining("'KL Wellness Expo'"), stderr: '' });

    const { stdout, stderr } = await pasted(tour, { env: { ...process.env, SIHAT_API: local.url } });
    expect(stderr).toBe('');
    const printed = stdout.split(/^HTTP (\d+)\n/m).slice(1);
    const statuses = printed.filter((_, n) => n % 2 === 0);
    const bodies = printed.filter((_, n) => n % 2 === 1).map((body) => JSON.parse(body));
    // Each call states its status in the comment behind it.
    const expected = [...tour.matchAll(/# (\d{3}): /g)].map(([, status]) => status);
    expect(expected.length).toBeGreaterThan(10);
    expect(statuses).toEqual(expected);
    expect(bodies.map(({ code, status, ...rest }) => code ?? status ?? Object.keys(rest)[0])).toEqual([
      'token',
      'pending',
      'token_used',
      'access_not_approved',
      'approved',
      'id',
      'entries',
      'reserved',
      'now',
      'reserved',
      'request',
      'pending',
      'account_closed',
    ]);

    expect(await runSamples({ hasCurl: false })).toEqual(samplesPrint);
  });

  it('has at most 25 lines', () => {
    expect(tour.trim().split('\n').length).toBeLessThanOrEqual(25);
  });

  it.each([...readme.matchAll(/<(http:[^>]+)>/g)].map(([, address = '']) => address))(
    'stand beside %s, which is a page',
    async (address) => {
      const response = await fetch(address.replace(documented, local.url));
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    },
  );
});
