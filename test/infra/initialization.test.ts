import { createServer, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleOf } from '../../infra/bundles/bundles.ts';
import { warmUp } from '../../shared/table/warm-up.ts';
import { eventOfAnybody, inBundleProcess } from '../support/bundle-process.ts';
import { builtBundles } from '../support/bundles.ts';
import { listening } from '../support/listening.ts';

/** Counts the connections through TLS that a process opens, and all but the stub's would fail. */
const COUNT_CONNECTIONS = `
  const https = process.getBuiltinModule('node:https');
  const { addRequest } = https.Agent.prototype;
  let connections = 0;
  https.Agent.prototype.addRequest = function (...given) {
    connections += 1;
    return addRequest.apply(this, given);
  };`;
const IN_LAMBDA = { AWS_LAMBDA_RUNTIME_API: '127.0.0.1:1' };

describe('a function that Lambda initializes', () => {
  /** The operations that the database received. */
  let targets: (string | undefined)[];
  let environment: Readonly<Record<string, string>>;
  const database = createServer((request: IncomingMessage, response) => {
    targets.push(request.headers['x-amz-target']?.toString().split('.').at(-1));
    response.end(JSON.stringify({ ConsumedCapacity: { CapacityUnits: 7 } }));
  });
  beforeEach(async () => {
    targets = [];
    const port = await listening(database);
    environment = {
      ...IN_LAMBDA,
      TABLE_NAME: 'sihat',
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    };
  });
  afterEach(() => void database.close());

  const inLambda = async (expression: string, more: Readonly<Record<string, string>> = {}) => {
    const { folder } = bundleOf(await builtBundles(), 'checkDeletionReceipt');
    const lines: object[] = [];
    const answer = await inBundleProcess(folder, expression, {
      environment: { ...environment, ...more },
      before: COUNT_CONNECTIONS,
      lines,
    });
    return { answer, lines };
  };
  const request = `module.handler(${JSON.stringify(eventOfAnybody({ receiptToken: 'x' }))}, {})`;

  it('sends one read to a stub, asks the database nothing, and writes no line', async () => {
    expect(await inLambda('connections')).toEqual({ answer: 1, lines: [] });
    expect(targets).toEqual([]);
  });

  it('sends nothing outside of Lambda', async () => {
    expect(await inLambda('connections', { AWS_LAMBDA_RUNTIME_API: '' })).toEqual({ answer: 0, lines: [] });
  });

  it('sends every call of an invocation to the database, and meters only those', async () => {
    const { answer, lines } = await inLambda(`[await ${request}, await ${request}]`);
    expect(answer).toMatchObject([{ statusCode: 404 }, { statusCode: 404 }]);
    expect(targets).toEqual(['Query', 'Query']);
    expect(lines).toMatchObject([
      { databaseCalls: 1, consumedUnits: 7 },
      { databaseCalls: 1, consumedUnits: 7 },
    ]);
  });

  it('starts without credentials, and its first request fails as it would without a warm-up', async () => {
    const without = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
    const warm = await inLambda(request, without);
    const cold = await inLambda(request, { ...without, AWS_LAMBDA_RUNTIME_API: '' });
    expect(warm.answer).toMatchObject({ statusCode: 500 });
    expect(cold.answer).toEqual(warm.answer);
    expect(warm.lines).toMatchObject([{ code: 'internal' }]);
    expect(targets).toEqual([]);
  });

  it('has no database client for an endpoint that answers from its settings', async () => {
    const { folder, bytes } = bundleOf(await builtBundles(), 'getSignInSettings');
    expect(bytes).toBeLessThan(50_000);
    const settings = {
      SIGN_IN_ENDPOINT: 'https://cognito.test',
      SIGN_IN_USER_POOL_ID: 'ap-southeast-5_Pool00000',
      SIGN_IN_CLIENT_ID: 'client',
      DATA_PROTECTION_OFFICER: 'privacy@sihat.test',
    };
    const { TABLE_NAME: _, ...others } = environment;
    const answer = await inBundleProcess(folder, `module.handler(${JSON.stringify(eventOfAnybody())}, {})`, {
      environment: { ...others, ...settings },
    });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ region: 'ap-southeast-5', clientId: 'client' });
  });
});

describe('a warm-up', () => {
  beforeEach(() => {
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test');
  });
  afterEach(() => void vi.unstubAllEnvs());

  class SilentAgent extends Agent {
    override createConnection(): Duplex {
      const noop = () => {};
      return Object.assign(new Duplex({ read: noop, write: (_chunk, _encoding, done) => done() }), {
        ...{ setTimeout: noop, setKeepAlive: noop, setNoDelay: noop, ref: noop, unref: noop },
      });
    }
  }

  it('ends without a response after 200 ms', async () => {
    const startedAt = performance.now();
    await warmUp(new SilentAgent());
    const elapsed = performance.now() - startedAt;
    expect(elapsed).toBeGreaterThan(190);
    expect(elapsed).toBeLessThan(2_000);
  });

  it('ends when it cannot connect', async () => {
    class BrokenAgent extends Agent {
      override createConnection(): Duplex {
        throw new Error('no connection');
      }
    }
    await expect(warmUp(new BrokenAgent())).resolves.toBeUndefined();
  });
});
