import { beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '../../functions/deletion/check-deletion-receipt.ts';
import { systemClock } from '../../shared/clock.ts';
import { originSecrets } from '../../shared/environment.ts';
import { serve } from '../../shared/serve.ts';
import { tableClient } from '../../shared/table/client.ts';
import { newWorld, type World } from '../support/world.ts';

const [present, before] = ['a'.repeat(64), 'b'.repeat(64)];
let world: World;
beforeAll(async () => {
  world = await newWorld();
});

/** Asks a function that takes these secrets, as API Gateway would hand it over. */
async function ask(secrets: readonly string[], headers: Record<string, string>) {
  const lines: Record<string, unknown>[] = [];
  const handle = serve(endpoint, {
    tables: tableClient({ tableName: world.tableName, clock: systemClock, connection: world.connection }),
    verify: () => Promise.reject(new Error('not asked')),
    clock: systemClock,
    settings: {},
    writeLine: (line) => lines.push(JSON.parse(line)),
    metricsNamespace: 'Sihat/test',
    originSecrets: secrets,
  });
  const answer = await handle(
    {
      version: '2.0',
      routeKey: 'POST /v1/account/deletion/receipt',
      headers: { 'content-type': 'application/json', ...headers },
      requestContext: { requestId: 'r', http: { method: 'POST' } },
      body: '{"receiptToken":"x"}',
      isBase64Encoded: false,
    } as never,
    {},
  );
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? ''), line: lines[0] };
}

describe('a function behind the edge', () => {
  it.each([
    ['the present secret', { 'x-origin-secret': present }, 404],
    ['the secret before, while they are exchanged', { 'x-origin-secret': before }, 404],
    ['none', {}, 403],
    ['another', { 'x-origin-secret': 'c'.repeat(64) }, 403],
    ['both at once', { 'x-origin-secret': `${present},${before}` }, 403],
    ['an empty one', { 'x-origin-secret': '' }, 403],
  ])('given %s', async (_, headers, status) => {
    const answer = await ask([present, before], headers);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 403 ? 'not_through_edge' : 'receipt_not_found');
  });

  it('asks the table nothing for a request that came another way, and logs no secret', async () => {
    const { line } = await ask([present], { 'x-origin-secret': 'c'.repeat(64) });
    expect(line).toMatchObject({ status: 403, code: 'not_through_edge', databaseCalls: 0 });
    expect(JSON.stringify(line)).not.toMatch(/aaaa|cccc/);
  });

  it('takes every request where there is no edge', async () => {
    expect((await ask([], {})).status).toBe(404);
  });

  it('has one or two secrets that nobody could guess, or does not start', () => {
    expect(originSecrets({})).toEqual([]);
    expect(originSecrets({ ORIGIN_SECRETS: `${present},${before}` })).toEqual([present, before]);
    for (const wrong of ['', 'short', `${present},`, `${present},${present},${before}`]) {
      expect(() => originSecrets({ ORIGIN_SECRETS: wrong })).toThrow('ORIGIN_SECRETS');
    }
  });
});

describe('a refusal that is watched', () => {
  it('is a metric of its own, in the namespace of the stage', async () => {
    const { line } = await ask([], {});
    expect(line).toMatchObject({
      receipt_not_found: 1,
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'Sihat/test',
            Dimensions: [['area']],
            Metrics: expect.arrayContaining([{ Name: 'receipt_not_found', Unit: 'Count' }]),
          },
        ],
      },
    });
  });
});
