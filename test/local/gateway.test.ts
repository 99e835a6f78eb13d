import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corsOf } from '../../local/http/cors.ts';
import { type Gateway, type HandlerAnswer, openGateway } from '../../local/http/gateway.ts';
import type { HttpEvent } from '../../local/http/requests.ts';
import { MAX_RESPONSE_BYTES } from '../../shared/http/response-size.ts';

/** The local gateway turns HTTP requests into the events of API Gateway's HTTP API, and results into responses. */

const AT = new Date('2031-03-14T04:00:00.000Z');
let gateway: Gateway;
let seen: HttpEvent | undefined;
let next: () => Promise<HandlerAnswer>;

beforeAll(async () => {
  const handle = (event: HttpEvent): Promise<HandlerAnswer> => {
    seen = event;
    return next();
  };
  gateway = await openGateway(0, { cors: corsOf(['192.0.2.7']), now: () => AT });
  expect((await fetch(`${gateway.url}/v1/things`)).status).toBe(503);
  gateway.open([
    { method: 'GET', path: '/v1/things/{thing}', handle },
    { method: 'GET', path: '/v1/things/{thing}/parts/{part}', handle },
    { method: 'GET', path: '/v1/things/best', handle },
    { method: 'GET', path: '/v1/things', handle },
    { method: 'POST', path: '/v1/things', handle },
  ]);
});
afterAll(() => gateway?.close());

interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Sends a path exactly as written. `fetch` would normalize it. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
  answer: HandlerAnswer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
): Promise<Exchange> {
  seen = undefined;
  next = async () => answer;
  return new Promise((resolve, reject) => {
    const request = httpRequest(gateway.url, { method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const json = ({ bytes }: Exchange) => JSON.parse(bytes.toString('utf8'));

describe('a path', () => {
  it.each([
    ['/v1/things/a%20b', '/v1/things/a b', { thing: 'a b' }],
    ['/v1/things/k%C3%B6pi', '/v1/things/köpi', { thing: 'köpi' }],
    ['/v1/things/a+b', '/v1/things/a+b', { thing: 'a+b' }],
    ['/v1/thing%73/x', '/v1/things/x', { thing: 'x' }],
    // The path is decoded once to find the route, and a parameter is decoded again.
    ['/v1/things/a%252Fb', '/v1/things/a%2Fb', { thing: 'a/b' }],
    ['/v1/things/a/parts/b', '/v1/things/a/parts/b', { thing: 'a', part: 'b' }],
    // An encoded slash separates segments.
    ['/v1/things/a%2Fparts%2Fb', '/v1/things/a/parts/b', { thing: 'a', part: 'b' }],
  ])('%s is decoded', async (path, rawPath, pathParameters) => {
    expect((await send('GET', path)).status).toBe(200);
    expect(seen).toMatchObject({ rawPath, pathParameters, requestContext: { http: { path: rawPath } } });
  });

  it('without parameters takes precedence over one with parameters', async () => {
    await send('GET', '/v1/things/best');
    expect(seen?.routeKey).toBe('GET /v1/things/best');
    expect(seen).not.toHaveProperty('pathParameters');
  });

  it.each(['/v1/things/%zz', '/v1/things/%', '/v1/things/%C3%28'])('%s is malformed: 400', async (path) => {
    const answer = await send('GET', path);
    expect(answer.status).toBe(400);
    expect(json(answer)).toEqual({ message: 'Bad Request' });
    expect(seen).toBeUndefined();
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/things/'],
    ['GET', '/v1//things'],
    ['GET', '/V1/things'],
    ['GET', '/v1/things/a%2Fb'],
    ['GET', '/v1/things/a%25Fb'],
    ['GET', '/local/personas'],
    ['PUT', '/v1/things'],
    ['HEAD', '/v1/things'],
    ['OPTIONS', '/v1/things'],
  ])('%s %s is no route', async (method, path) => {
    const answer = await send(method, path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json');
    if (method !== 'HEAD') expect(answer.bytes.toString()).toBe('{"message":"Not Found"}');
    expect(seen).toBeUndefined();
  });
});

describe('a query', () => {
  it('is decoded, joined with commas where it repeats, and also kept raw', async () => {
    await send('GET', '/v1/things?a=1&a=2&b=%C3%B6+x&c&d=x%2Cy&e=?');
    expect(seen?.rawQueryString).toBe('a=1&a=2&b=%C3%B6+x&c&d=x%2Cy&e=?');
    expect(seen?.queryStringParameters).toEqual({ a: '1,2', b: 'ö x', c: '', d: 'x,y', e: '?' });
  });

  it('that is missing results in an empty raw query and no parameters', async () => {
    await send('GET', '/v1/things');
    expect(seen?.rawQueryString).toBe('');
    expect(seen).not.toHaveProperty('queryStringParameters');
  });
});

describe('headers', () => {
  it('are in lower case, with repeated ones joined by commas, and cookies separate', async () => {
    await send('GET', '/v1/things', {
      'X-Mixed': ['one', 'two'],
      Authorization: ['Bearer a', 'Bearer b'],
      Cookie: 'a=1; b=2',
      Connection: 'close',
    });
    expect(seen?.headers).toMatchObject({ 'x-mixed': 'one,two', authorization: 'Bearer a,Bearer b' });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers).not.toHaveProperty('connection');
    expect(seen?.cookies).toEqual(['a=1', 'b=2']);
    await send('GET', '/v1/things');
    expect(seen).not.toHaveProperty('cookies');
  });

  it.each([12_000, 30_000])('of %i bytes are too large: 431', async (length) => {
    const answer = await send('GET', '/v1/things', { 'x-long': 'x'.repeat(length) });
    expect(answer.status).toBe(431);
    expect(json(answer)).toEqual({ message: 'Request Header Fields Too Large' });
    expect(seen).toBeUndefined();
  });

  it('are accompanied by the context: method, path, protocol, address, agent, stage and time', async () => {
    await send('GET', '/v1/things/1', { 'User-Agent': 'test/1' });
    expect(seen?.requestContext).toMatchObject({
      http: {
        method: 'GET',
        path: '/v1/things/1',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test/1',
      },
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      routeKey: 'GET /v1/things/{thing}',
      stage: '$default',
      time: '14/Mar/2031:04:00:00 +0000',
      timeEpoch: AT.getTime(),
      accountId: expect.any(String),
      apiId: expect.any(String),
      domainName: expect.any(String),
    });
  });

  it('that cannot be parsed are answered with 400, and the gateway keeps running', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write('NOT HTTP AT ALL\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect((await send('GET', '/v1/things')).status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'TEXT/plain',
    'application/xml',
    'application/javascript',
  ])('of %s is text', async (type) => {
    await send('POST', '/v1/things', { 'content-type': type }, '{"ü":1}');
    expect(seen).toMatchObject({ body: '{"ü":1}', isBase64Encoded: false });
  });

  it.each([
    { 'content-type': 'application/octet-stream' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    {},
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ])('with %j is base64-encoded, byte for byte', async (headers) => {
    const bytes = gzipSync('{"a":1}');
    await send('POST', '/v1/things', headers as Record<string, string>, bytes);
    expect(seen).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true });
  });

  it('that is empty counts as missing', async () => {
    await send('POST', '/v1/things', { 'content-type': 'application/json' });
    expect(seen?.isBase64Encoded).toBe(false);
    expect(seen).not.toHaveProperty('body');
  });

  it('of 10 MB is accepted, and one byte more is 413', async () => {
    const most = Buffer.alloc(10 * 1024 * 1024, ' ');
    expect((await send('POST', '/v1/things', { 'content-type': 'text/plain' }, most)).status).toBe(200);
    expect(seen?.body).toHaveLength(most.length);
    const answer = await send('POST', '/v1/things', {}, Buffer.concat([most, Buffer.from('x')]));
    expect(answer.status).toBe(413);
    expect(json(answer)).toEqual({ message: 'Request Entity Too Large' });
    expect(seen).toBeUndefined();
  });
});

/** Another loopback address of Linux: a gateway that listens only on 127.0.0.1 does not serve it. */
const otherAddressOf = ({ url }: Gateway) => url.replace('127.0.0.1', '127.0.0.2');

describe('a gateway', () => {
  it('listens only on 127.0.0.1, or on every address of the machine', async () => {
    await expect(fetch(otherAddressOf(gateway))).rejects.toThrow('fetch failed');
    const open = await openGateway(0, { host: '0.0.0.0', cors: corsOf([]), now: () => AT });
    expect((await fetch(otherAddressOf(open))).status).toBe(503);
    await open.close();
  });
});

describe('a response', () => {
  it('has the status, headers, cookies and bytes of the result', async () => {
    const bytes = Buffer.from([0, 255, 128, 7]);
    const answer = await send('GET', '/v1/things', {}, undefined, {
      statusCode: 418,
      headers: { 'Content-Type': 'image/x', 'X-Own': 'yes' },
      cookies: ['a=1; Secure', 'b=2'],
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    });
    expect(answer.status).toBe(418);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/x',
      'x-own': 'yes',
      'content-length': '4',
    });
    expect(answer.headers['set-cookie']).toEqual(['a=1; Secure', 'b=2']);
    expect(answer.bytes).toEqual(bytes);
  });

  it('has the time of the platform in its Date header', async () => {
    expect((await send('GET', '/v1/things')).headers['date']).toBe('Fri, 14 Mar 2031 04:00:00 GMT');
  });

  it('has at most the 6 MB that Lambda allows, counted as JSON; one byte more is 500', async () => {
    const answerOf = (quotes: number, more = 0) => ({
      statusCode: 200,
      headers: {},
      body: '"'.repeat(quotes) + 'x'.repeat(more),
    });
    const frame = JSON.stringify(answerOf(0)).length;
    const quotes = Math.floor((MAX_RESPONSE_BYTES - frame) / 2);
    const fits = answerOf(quotes, (MAX_RESPONSE_BYTES - frame) % 2);
    expect((await send('GET', '/v1/things', {}, undefined, fits)).status).toBe(200);
    const tooLarge = await send('GET', '/v1/things', {}, undefined, { ...fits, body: `${fits.body}x` });
    expect([tooLarge.status, tooLarge.bytes.toString()]).toEqual([
      500,
      '{"message":"Internal Server Error"}',
    ]);
  });

  it('with 304 has no body and no content type', async () => {
    const answer = await send('GET', '/v1/things', {}, undefined, {
      statusCode: 304,
      headers: { etag: '"x"' },
      body: '',
    });
    expect(answer.status).toBe(304);
    expect(answer.headers).toMatchObject({ etag: '"x"' });
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('secret of the handler'))],
    ['answers with nothing of use', async () => ({}) as HandlerAnswer],
  ])('to a handler that %s is 500 without details', async (_, behaviour) => {
    seen = undefined;
    next = behaviour;
    const response = await fetch(`${gateway.url}/v1/things`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"message":"Internal Server Error"}');
  });
});

describe('CORS', () => {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://localhost', 'http://192.0.2.7:5173'])(
    'lets %s in',
    async (origin) => {
      const preflight = await send('OPTIONS', '/v1/anything', { origin, ...asked });
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': expect.stringContaining('authorization'),
        'access-control-max-age': '3600',
      });
      expect(seen).toBeUndefined();
      const { headers } = await send('GET', '/v1/things', { origin });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('x-request-id');
      expect(headers['access-control-expose-headers']).toMatch(/^date,/);
    },
  );

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://localhost:80.evil.example',
    'http://192.0.2.8:5173',
    'null',
  ])('sends no headers to %s', async (origin) => {
    for (const answer of [
      await send('OPTIONS', '/v1/things', { origin, ...asked }),
      await send('GET', '/v1/things', { origin }),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('ignores CORS headers of a handler', async () => {
    const answer = await send('GET', '/v1/things', { origin: 'http://localhost:1' }, undefined, {
      statusCode: 200,
      headers: { 'Access-Control-Allow-Origin': '*', 'access-control-allow-credentials': 'true' },
      body: '',
    });
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:1');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is also on errors of the gateway itself, which a browser could not read otherwise', async () => {
    const answer = await send('GET', '/nowhere', { origin: 'http://localhost:1' });
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': 'http://localhost:1' },
    });
  });
});
