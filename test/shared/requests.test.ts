import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contracts } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { readSettings, tableEnvironment } from '../../shared/contract/environment.ts';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { BODY_LIMIT } from '../../shared/http/bodies.ts';
import type { HttpRequest } from '../../shared/http/gateway.ts';
import { authenticated } from '../../shared/identity/caller.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import { implement } from '../../shared/runtime/endpoint.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { tableClient } from '../../shared/table/client.ts';
import { hours, systemClock } from '../../shared/values/clock.ts';
import { Uuid } from '../../shared/values/resources.ts';
import { throttled } from '../support/fault-injection.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

/** An endpoint that needs a caller but no body. */
const issue = (sent: Sent) => world.call('issueQrToken', sent);
/** An endpoint that needs a body but no caller. */
const check = (sent: Sent) => world.call('checkDeletionReceipt', sent);

describe('a bearer token', () => {
  const account = newAccount();

  it('is taken whatever the case of its scheme and however many blanks follow', async () => {
    const token = await world.tokenFor(account);
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`]) {
      expect((await issue({ headers: { authorization } })).status).toBe(201);
    }
  });

  it('makes the account id lower case: Cognito and a caller mean the same account', async () => {
    const upper = account.toUpperCase() as typeof account;
    await issue({ as: upper });
    expect((await world.dump()).some((item) => item['patientId'] === account)).toBe(true);
    expect((await world.dump()).some((item) => item['patientId'] === upper)).toBe(false);
  });

  it('runs out by the clock that the rules read', async () => {
    const moved = await newWorld();
    const token = await moved.tokenFor(account);
    moved.advance(hours(1) - 1000);
    expect((await moved.call('issueQrToken', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      201,
    );
    moved.advance(1000);
    expect((await moved.call('issueQrToken', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
  });

  it("that cannot be verified because the issuer's keys are out of reach is our trouble, not the caller's", async () => {
    const broken = ['no JSON', '{}', undefined].map((answer) =>
      tokenVerifier({
        issuer: 'https://issuer.test/sihat',
        clientId: 'sihat-local-app',
        jwksUri: 'https://issuer.test/keys',
        fetcher: {
          fetch: async () => {
            if (answer === undefined)
              throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
            return new TextEncoder().encode(answer).buffer as ArrayBuffer;
          },
        },
      }),
    );
    const token = await world.tokenFor(account);
    // Repeated calls fail in the same way while the keys cannot be fetched.
    for (const verify of [...broken, ...broken])
      await expect(verify(token, world.now())).rejects.toBeInstanceOf(TryAgain);
  });

  it('whose key the issuer does not have is bad, however many come, and costs one look for keys in 10 seconds', async () => {
    const { tokenIssuer } = await import('../../local/http/issuer.ts');
    const [old, forger, rotated] = await Promise.all(
      [1, 2, 3].map((n) => tokenIssuer('https://issuer.test/rotating', () => new Date(Date.now() + n))),
    );
    if (!old || !forger || !rotated) throw new Error('no issuers');
    let fetches = 0;
    let keys = old.jwks.keys;
    const verify = tokenVerifier({
      issuer: 'https://issuer.test/rotating',
      clientId: old.clientId,
      jwksUri: 'https://issuer.test/rotating/keys',
      fetcher: {
        fetch: async () => {
          fetches += 1;
          return new TextEncoder().encode(JSON.stringify({ keys })).buffer as ArrayBuffer;
        },
      },
    });
    const from = (issuer: typeof old) => issuer.sign({ accountId: account });
    await verify(await from(old), new Date());
    for (let n = 0; n < 3; n++)
      await expect(verify(await from(forger), new Date())).rejects.toBeInstanceOf(RefusedRequest);
    keys = [...old.jwks.keys, ...rotated.jwks.keys];
    await expect(verify(await from(rotated), new Date())).rejects.toBeInstanceOf(RefusedRequest);
    await verify(await from(old), new Date());
    expect(fetches).toBe(2);
  });

  it('without the time of its sign-in opens no door that asks for a fresh one', async () => {
    const unknown = { accountId: account, signIn: 'password', authTime: undefined };
    await expect(
      authenticated(contracts.requestDeletion, 'Bearer any', async () => unknown, world.now()),
    ).rejects.toMatchObject({ code: 'fresh_session_required' });
    const fresh = { ...unknown, authTime: Math.floor(world.now().getTime() / 1000) };
    const passed = await authenticated(
      contracts.requestDeletion,
      'Bearer any',
      async () => fresh,
      world.now(),
    );
    expect(passed).toEqual({ accountId: account });
  });

  it('comes first: an invalid body of nobody is 401, not 400', async () => {
    expect((await world.call('createAccessRequest', { body: '{' })).status).toBe(401);
  });
});

describe('a body', () => {
  const receiptToken = 'x';

  it.each<[string, Sent['headers']]>([
    ['application/json', { 'content-type': 'application/json' }],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['in capitals', { 'content-type': 'Application/JSON;CHARSET="UTF-8"' }],
  ])('is JSON by its content type: %s', async (_, headers = {}) => {
    expect((await check({ body: { receiptToken }, headers })).status).toBe(404);
  });

  it.each([
    'text/plain',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    '',
  ])('is 415 as %j', async (type) => {
    expect((await check({ body: { receiptToken }, headers: { 'content-type': type } })).status).toBe(415);
  });

  it.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a compressed one', { 'content-encoding': 'gzip' }],
  ])('is 415 before it is found to be empty: %s', async (_, headers) => {
    expect((await check({ body: '', headers, event: { body: '' } })).status).toBe(415);
  });

  it('that is neither there nor of any type is 400', async () => {
    for (const event of [{ headers: {} }, { headers: {}, body: '' }]) {
      const answer = await check({ event });
      expect([answer.status, answer.body.issues]).toEqual([
        400,
        [{ path: 'body', message: 'is required, as JSON' }],
      ]);
    }
  });

  it('is 415 when it is compressed', async () => {
    expect((await check({ body: { receiptToken }, headers: { 'content-encoding': 'gzip' } })).status).toBe(
      415,
    );
  });

  it('is 413 over 256 KB, counted in bytes and after base64, and not a byte earlier', async () => {
    const padded = (bytes: number, letter = 'x') => {
      const frame = JSON.stringify({ receiptToken: '' }).length;
      return JSON.stringify({ receiptToken: letter.repeat((bytes - frame) / Buffer.byteLength(letter)) });
    };
    const base64 = (body: string) => ({
      body,
      event: { body: Buffer.from(body).toString('base64'), isBase64Encoded: true },
    });
    expect((await check({ body: padded(BODY_LIMIT) })).status).toBe(404);
    expect((await check({ body: padded(BODY_LIMIT + 1) })).status).toBe(413);
    expect((await check({ body: padded(BODY_LIMIT + 1, 'é') })).status).toBe(413);
    expect((await check(base64(padded(BODY_LIMIT)))).status).toBe(404);
    expect((await check(base64(padded(BODY_LIMIT + 1)))).status).toBe(413);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"receiptToken": '],
    ['two values', '{} {}'],
    ['another type', '7'],
    ['null', 'null'],
    ['an array', '[]'],
    ['an unknown key', '{"receiptToken":"x","more":1}'],
    ['__proto__', '{"receiptToken":"x","__proto__":{"admin":true}}'],
    ['constructor', '{"receiptToken":"x","constructor":1}'],
    ['a deep nest', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a key of 100,000 characters', `{"receiptToken":"x","${'k'.repeat(100_000)}":1}`],
  ])('is 400 with an issue when it is %s', async (_, body) => {
    const answer = await check({ body, event: { body } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.issues.length).toBeGreaterThan(0);
    expect(answer.raw.body.length).toBeLessThan(1000);
  });

  it('is 400 when its bytes are not UTF-8', async () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString('base64');
    expect((await check({ body: 'x', event: { body, isBase64Encoded: true } })).status).toBe(400);
  });

  it('has its problems listed together with those of the path', async () => {
    const { body } = await world.call('reserveReward', {
      as: newAccount(),
      params: { campaignId: 'x' },
      body: { claimId: 'y', more: 1 },
    });
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'path.campaignId',
      'body.claimId',
      'body.more',
    ]);
  });

  it('costs no database call when it is invalid', async () => {
    world.lines.length = 0;
    await check({ body: { receiptToken: 7 } });
    await world.call('createAccessRequest', { as: newAccount(), body: {} });
    expect(world.lines.map((line) => line['databaseCalls'])).toEqual([0, 0]);
  });
});

describe('an answer', () => {
  it('carries the request id in its header alone, so that equal refusals are equal bytes', async () => {
    const [first, second] = [
      await check({ body: { receiptToken: 'a' } }),
      await check({ body: { receiptToken: 'b' } }),
    ];
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
    expect(first.raw.body).toBe(second.raw.body);
  });

  it('has the security headers, refused or not', async () => {
    for (const answer of [await issue({ as: newAccount() }), await issue({}), await check({ body: '' })]) {
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('sets no CORS header: that is API Gateway’s own configuration', async () => {
    const answer = await issue({ as: newAccount(), headers: { origin: 'https://app.example.my' } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  const broken = (behave: () => Promise<{ status: number; value?: unknown }>) => {
    const contract = {
      ...contracts.checkDeletionReceipt,
      success: { 200: z.strictObject({ id: Uuid }) },
    } satisfies Contract;
    const lines: string[] = [];
    const handler = serve(implement(contract, { handle: behave }), {
      tables: tableClient({ tableName: world.tableName, clock: systemClock }),
      verify: () => Promise.reject(new Error('not asked')),
      clock: systemClock,
      settings: {},
      writeLine: (line) => lines.push(line),
      metricsNamespace: 'Sihat',
    });
    const event: HttpRequest = {
      version: '2.0',
      routeKey: 'POST /',
      rawPath: '/',
      rawQueryString: '',
      headers: { 'content-type': 'application/json' },
      requestContext: { requestId: 'r' },
      body: '{"receiptToken":"canary-token"}',
      isBase64Encoded: false,
    };
    return handler(event, {}).then((response) => ({ response, line: JSON.parse(lines[0] ?? '{}') }));
  };

  it.each([
    ['a missing field', { status: 200, value: {} }],
    ['another type', { status: 200, value: { id: 7 } }],
    ['an extra field', { status: 200, value: { id: newId(), patientId: 'canary-value' } }],
    ['a status that is not declared', { status: 201, value: { id: newId() } }],
    ['a refusal that is not declared', { status: 0, refusal: 'canary_refusal' }],
  ])('that breaks its contract is our 500: %s', async (_, reply) => {
    const { response, line } = await broken(async () => reply);
    expect(response.statusCode).toBe(500);
    expect(JSON.parse(response.body)).toEqual({
      code: 'internal',
      message: 'An unexpected error occurred on the server.',
    });
    expect(JSON.stringify([response, line])).not.toContain('canary');
  });

  it('tells nothing of an exception: its kind and place go to the log, its text nowhere', async () => {
    const { response, line } = await broken(async () => {
      throw new TypeError('canary-text');
    });
    expect(response.statusCode).toBe(500);
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      code: 'internal',
      failure: { name: 'TypeError' },
    });
    expect(line.failure.at[0]).toMatch(/requests\.test\.ts/);
    expect(JSON.stringify([response, line])).not.toContain('canary');
  });
});

describe('a log line', () => {
  it('holds the allow-listed fields and nothing of the request, and is a metric as well', {
    tags: ['calls'],
  }, async () => {
    const account = newAccount();
    world.lines.length = 0;
    const { headers, body } = await issue({ as: account, headers: { 'user-agent': 'canary-agent' } });
    expect(world.lines).toEqual([
      {
        level: 'info',
        requestId: headers['x-request-id'],
        area: 'clinical',
        operation: 'issueQrToken',
        status: 201,
        duration: expect.any(Number),
        databaseCalls: 2,
        databaseRounds: 2,
        consumedUnits: expect.any(Number),
        clientErrors: 0,
        serverErrors: 0,
        unavailable: 0,
        _aws: {
          Timestamp: world.now().getTime(),
          CloudWatchMetrics: [
            {
              Namespace: 'Sihat',
              Dimensions: [['area']],
              Metrics: expect.arrayContaining([{ Name: 'duration', Unit: 'Milliseconds' }]),
            },
          ],
        },
      },
    ]);
    for (const secret of [account, body.token, 'canary'])
      expect(JSON.stringify(world.lines)).not.toContain(secret);
  });

  it('tells why somebody was asked to try again', async () => {
    const busy = await newWorld();
    busy.setFault(() => Promise.reject(throttled()));
    await busy.call('checkDeletionReceipt', { body: { receiptToken: 'x' } });
    expect(busy.lines[0]).toMatchObject({
      status: 503,
      code: 'try_again',
      because: 'throttled',
      serverErrors: 0,
      unavailable: 1,
    });
  });

  it('names the code of a refusal', async () => {
    world.lines.length = 0;
    await check({ body: { receiptToken: 'x' } });
    expect(world.lines[0]).toMatchObject({ status: 404, code: 'receipt_not_found', clientErrors: 1 });
  });
});

describe('the environment', () => {
  it.each(['2031-1-1', '01-01-2031', '2031-13-01', 'latest', ''])(
    'refuses the access notice version %j',
    (version) => {
      expect(() => readSettings(['ACCESS_NOTICE_VERSION'], { ACCESS_NOTICE_VERSION: version })).toThrow(
        /ACCESS_NOTICE_VERSION$/,
      );
    },
  );

  it('is read only as far as a contract asks', () => {
    expect(readSettings([], { ACCESS_NOTICE_VERSION: 'latest' })).toEqual({});
    expect(() => tableEnvironment({})).toThrow('Missing or wrong in the environment: TABLE_NAME');
  });
});
