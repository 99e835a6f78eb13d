import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { stages } from '../../infra/stages.ts';
import { typedCode as typedCodeOfPlatform } from '../../shared/rewards/claim-codes.ts';
import { QR_TOKEN_MINUTES } from '../../shared/values/limits.ts';
import {
  ApiError,
  allPages,
  claimCode,
  invitationAddress,
  newId,
  readCode,
  reportSteps,
  sihatClient,
  typedCode,
  waitForDecision,
  waitForScan,
} from '../../web/client/client.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const ID = '3fa2b0c4-8d1e-4f6a-9c7b-1e5d2a8f4b60';

/** A client of a platform that answers with these statuses, one after the other. */
function clientOf(...statuses: readonly number[]) {
  const sent: { readonly method: string; readonly body: string; readonly authorization: string | null }[] =
    [];
  const waited: number[] = [];
  let tokens = 0;
  const client = sihatClient({
    baseUrl: 'https://api.sihat.test',
    token: () => `token-${++tokens}`,
    sleep: async (milliseconds) => void waited.push(milliseconds),
    async fetch(request) {
      const { method, headers } = request;
      sent.push({ method, body: await request.text(), authorization: headers.get('authorization') });
      const status = statuses[sent.length - 1] ?? 500;
      return Response.json({}, { status, headers: { 'retry-after': '2' } });
    },
  });
  return { client, sent, waited };
}

describe('the client', () => {
  it('repeats a request after a 503 as Retry-After says, with a token for each attempt', async () => {
    const { client, sent, waited } = clientOf(503, 503, 200);
    const { response } = await client.GET('/v1/community');
    expect(response.status).toBe(200);
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-3',
    ]);
    for (const milliseconds of waited) {
      expect(milliseconds).toBeGreaterThanOrEqual(2000);
      expect(milliseconds).toBeLessThan(4000);
    }
  });

  it.each([
    ['CloudFront', 502, 502, '<html>502 Bad Gateway</html>', 'text/html'],
    ['the sign-in page of a Wi-Fi', 200, 502, '<html>Welcome</html>', 'text/html'],
    ['a proxy without a body', 407, 407, null, undefined],
    ['a proxy that cuts the body', 200, 502, '{"clubs":[', 'application/json'],
  ])('turns what is not JSON into an error of the usual shape: %s', async (_, status, shown, body, type) => {
    const client = sihatClient({
      baseUrl: 'https://api.sihat.test',
      fetch: async () => new Response(body, { status, ...(type && { headers: { 'content-type': type } }) }),
    });
    const { data, error, response } = await client.GET('/v1/community');
    expect([data, response.status]).toEqual([undefined, shown]);
    expect(error).toEqual({ code: 'not_json', message: expect.stringContaining(`status ${status}`) });
  });

  it('returns the 503 of a platform that is closed at once', async () => {
    let sent = 0;
    const client = sihatClient({
      baseUrl: 'https://api.sihat.test',
      async fetch() {
        sent += 1;
        return Response.json(
          { message: 'Service Unavailable' },
          { status: 503, headers: { 'retry-after': '300' } },
        );
      },
    });
    expect((await client.GET('/v1/community')).response.status).toBe(503);
    expect(sent).toBe(1);
  });

  it.each([204, 304])('leaves a response without content as it is: %i', async (status) => {
    const client = sihatClient({
      baseUrl: 'https://api.sihat.test',
      fetch: async () => new Response(null, { status }),
    });
    const { error, response } = await client.DELETE('/v1/community/clubs/{id}/membership', {
      params: { path: { id: ID } },
    });
    expect([error || undefined, response.status]).toEqual([undefined, status]);
  });

  it('returns the 503 after three attempts, and repeats no other error', async () => {
    const busy = clientOf(503, 503, 503, 200);
    expect((await busy.client.GET('/v1/community')).response.status).toBe(503);
    expect(busy.sent).toHaveLength(3);
    const broken = clientOf(500, 200);
    expect((await broken.client.GET('/v1/community')).response.status).toBe(500);
  });

  it('repeats a POST only with an id of the client, or without a body', async () => {
    const claim = clientOf(503, 201);
    const body = { claimId: newId() };
    await claim.client.POST('/v1/rewards/campaigns/{campaignId}/claims', {
      params: { path: { campaignId: ID } },
      body,
    });
    expect(claim.sent.map((request) => JSON.parse(request.body))).toEqual([body, body]);

    const token = clientOf(503, 201);
    await token.client.POST('/v1/clinical/qr-tokens');
    expect(token.sent).toHaveLength(2);

    const club = clientOf(503, 201);
    const created = { title: 'Kelab', summary: '', visibility: 'public' as const };
    expect((await club.client.POST('/v1/community/clubs', { body: created })).response.status).toBe(503);
    expect(club.sent).toHaveLength(1);
  });

  it('gives a note an id, and the same one in each attempt', async () => {
    const { client, sent } = clientOf(503, 201);
    const params = { path: { id: ID } };
    const body = { title: 'Blood pressure', body: '128/82' };
    await client.POST('/v1/clinical/access-requests/{id}/records', { params, body });
    const [first, second] = sent.map((request) => JSON.parse(request.body));
    expect(first).toEqual({ ...body, recordId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(second).toEqual(first);
  });

  it('repeats a PATCH with its body', async () => {
    const { client, sent } = clientOf(503, 200);
    const params = { path: { id: ID } };
    await client.PATCH('/v1/community/challenges/{id}/enrollment', {
      params,
      body: { shareLeaderboard: true },
    });
    expect(sent.map((request) => JSON.parse(request.body))).toEqual(
      Array(2).fill({ shareLeaderboard: true }),
    );
  });
});

/** A client whose requests get these answers, one after the other; a function decides by the request. */
function clientWith(
  answer: (request: Request, n: number) => Promise<Response> | Response,
  options: Partial<Parameters<typeof sihatClient>[0]> = {},
) {
  const waited: number[] = [];
  let sent = 0;
  const client = sihatClient({
    baseUrl: 'https://api.sihat.test',
    sleep: async (milliseconds) => void waited.push(milliseconds),
    fetch: async (request) => answer(request, ++sent),
    ...options,
  });
  return { client, waited, sent: () => sent };
}

describe('a request without a response, or with 429', () => {
  const lost = () => {
    throw new TypeError('fetch failed');
  };
  const tooMany = () => Response.json({ message: 'x' }, { status: 429, headers: { 'retry-after': '3' } });

  it.each([
    ['without a response', lost, 1000],
    ['with 429', tooMany, 3000],
  ])('is repeated %s, after a time with a random part', async (_, fail, least) => {
    const { client, waited } = clientWith((_request, n) => (n < 3 ? fail() : Response.json({})));
    expect((await client.GET('/v1/community')).response.status).toBe(200);
    expect(waited).toHaveLength(2);
    for (const milliseconds of waited) {
      expect(milliseconds).toBeGreaterThanOrEqual(least);
      expect(milliseconds).toBeLessThan(2 * least);
    }
  });

  it('is not repeated if it might create something twice, or after the last attempt', async () => {
    const club = { title: 'Kelab', summary: '', visibility: 'public' as const };
    const creating = clientWith(lost);
    await expect(creating.client.POST('/v1/community/clubs', { body: club })).rejects.toThrow('fetch failed');
    expect(creating.sent()).toBe(1);
    const failing = clientWith(lost);
    await expect(failing.client.GET('/v1/community')).rejects.toThrow('fetch failed');
    expect(failing.sent()).toBe(3);
    const limited = clientWith(() =>
      Response.json({ message: 'x' }, { status: 429, headers: { 'retry-after': '60' } }),
    );
    expect((await limited.client.GET('/v1/community')).response.status).toBe(429);
    expect(limited.sent()).toBe(1);
  });
});

describe('a signal', () => {
  const never = () => new Promise<never>(() => {});

  it.each([
    ['the response', { fetch: never }],
    ['the token', { token: never }],
    ['another attempt', { sleep: never, fetch: async () => Response.json({}, { status: 503 }) }],
  ])('rejects a call at once that waits for %s', async (_, options) => {
    const { client } = clientWith(() => Response.json({}), options);
    const controller = new AbortController();
    const call = client.GET('/v1/community', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('closed')), 20);
    await expect(call).rejects.toThrow('closed');
  });

  it('that is aborted already sends nothing', async () => {
    const { client, sent } = clientWith(() => Response.json({}));
    const signal = AbortSignal.abort(new Error('closed'));
    await expect(client.GET('/v1/community', { signal })).rejects.toThrow('closed');
    expect(sent()).toBe(0);
  });

  it('reaches the request', async () => {
    const controller = new AbortController();
    const aborted = new Promise<boolean>((done) => {
      const { client } = clientWith((request) => {
        request.signal.addEventListener('abort', () => done(true));
        return never();
      });
      client.GET('/v1/community', { signal: controller.signal }).catch(() => {});
    });
    setTimeout(() => controller.abort(), 20);
    expect(await aborted).toBe(true);
  });
});

describe('an expired token', () => {
  /** A platform that accepts only the latest token, and an app that refreshes it. */
  function expiring(refresh?: () => Promise<void>, code = 'invalid_token') {
    let token = 'old';
    let refreshes = 0;
    const made = clientWith(
      (request) =>
        request.headers.get('authorization') === 'Bearer new'
          ? Response.json({})
          : Response.json({ code, message: 'x' }, { status: 401 }),
      {
        token: () => token,
        refresh: async () => {
          refreshes += 1;
          await refresh?.();
          token = 'new';
        },
      },
    );
    return { ...made, refreshes: () => refreshes };
  }

  it('is refreshed once for concurrent requests, which are sent again', async () => {
    const { client, refreshes, sent } = expiring(() => new Promise((done) => setTimeout(done, 20)));
    const body = { title: 'Kelab', summary: '', visibility: 'public' as const };
    const calls = await Promise.all([
      client.GET('/v1/community'),
      client.GET('/v1/rewards/claims'),
      client.POST('/v1/community/clubs', { body }),
    ]);
    expect(calls.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    expect([refreshes(), sent()]).toEqual([1, 6]);
  });

  it('leaves the 401 if it cannot be refreshed, or if only a sign-in helps', async () => {
    const failing = expiring(() => Promise.reject(new Error('the refresh token has expired')));
    expect((await failing.client.GET('/v1/community')).response.status).toBe(401);
    expect([failing.refreshes(), failing.sent()]).toEqual([1, 1]);
    const stale = expiring(undefined, 'fresh_session_required');
    expect((await stale.client.GET('/v1/community')).response.status).toBe(401);
    expect(stale.refreshes()).toBe(0);
  });

  it('is refreshed once for a request, although the new token is refused, too', async () => {
    const refused = clientWith(
      () => Response.json({ code: 'invalid_token', message: 'x' }, { status: 401 }),
      {
        token: () => 'any',
        refresh: async () => {},
      },
    );
    expect((await refused.client.GET('/v1/community')).response.status).toBe(401);
    expect(refused.sent()).toBe(2);
  });
});

describe('allPages', () => {
  it('reads a list to its end, and throws a refusal', async () => {
    const cursors: (string | null)[] = [];
    const { client } = clientWith((request, n) => {
      cursors.push(new URL(request.url).searchParams.get('cursor'));
      if (n === 3) return Response.json({ code: 'account_closed', message: 'closed' }, { status: 403 });
      return Response.json({ claims: [], nextCursor: `after-${n}` });
    });
    const read = (cursor: string | undefined) =>
      client.GET('/v1/rewards/claims', { params: { query: cursor === undefined ? {} : { cursor } } });
    const all = async () => {
      let pages = 0;
      for await (const { claims } of allPages(read)) pages += claims.length + 1;
      return pages;
    };
    const error = await all().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, code: 'account_closed', message: 'closed' });
    expect(cursors).toEqual([null, 'after-1', 'after-2']);
    let n = 0;
    const { client: other } = clientWith(() =>
      Response.json({ claims: [], ...(++n < 3 && { nextCursor: 'x' }) }),
    );
    let pages = 0;
    for await (const _ of allPages(() => other.GET('/v1/rewards/claims'))) pages += 1;
    expect(pages).toBe(3);
  });
});

describe('waiting for somebody', () => {
  it('asks at times that grow to half a minute, with a random part, and ends with the scan', async () => {
    const { client, waited, sent } = clientWith((_, n) =>
      Response.json(n < 8 ? { id: ID, status: 'open' } : { id: ID, status: 'used', accessRequestId: ID }),
    );
    const sleep = async (milliseconds: number) => void waited.push(milliseconds);
    expect(await waitForScan(client, { id: ID, sleep })).toMatchObject({
      status: 'used',
      accessRequestId: ID,
    });
    expect(sent()).toBe(8);
    for (const [n, seconds] of [5, 7.5, 11.25, 16.875, 25.3125, 30, 30, 30].entries()) {
      expect(waited[n]).toBeGreaterThanOrEqual(800 * seconds);
      expect(waited[n]).toBeLessThanOrEqual(1200 * seconds);
    }
  });

  it('ends with the decision, a refusal, and the signal', async () => {
    const sleep = async () => {};
    const { client } = clientWith((_, n) =>
      n === 3
        ? Response.json({ code: 'access_request_not_found', message: 'x' }, { status: 404 })
        : Response.json({ id: ID, status: n === 1 ? 'pending' : 'denied' }),
    );
    expect(await waitForDecision(client, { id: ID, sleep })).toMatchObject({ status: 'denied' });
    await expect(waitForDecision(client, { id: ID, sleep })).rejects.toThrow(ApiError);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('left')), 20);
    const never = () => new Promise<never>(() => {});
    const { signal } = controller;
    await expect(waitForDecision(client, { id: ID, signal, sleep: never })).rejects.toThrow('left');
  });

  it('of 10,000 people at the same time stays below the limits of production', async () => {
    const waits: number[] = [];
    const { client } = clientWith(() => Response.json({ id: ID, status: 'open' }));
    const life = QR_TOKEN_MINUTES * 60_000;
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      if (waits.reduce((sum, wait) => sum + wait, 0) > life) throw new Error('expired');
    };
    // The middle of the random range, because the intervals of so many people average out.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    await waitForScan(client, { id: ID, sleep }).catch(() => {});
    vi.restoreAllMocks();
    /** The times at which a screen asks, from its opening on. */
    const asks = waits.map((_, n) => waits.slice(0, n + 1).reduce((sum, wait) => sum + wait, 0));
    const { rate } = stages.production.throttling.perRoute;
    // They open within a minute: the rate is highest at its end.
    const openingsPerSecond = 10_000 / 60;
    expect(openingsPerSecond * asks.filter((at) => at < 60_000).length).toBeLessThan(rate);
    // Or always 10,000 are open, all behind one address, which may send half of what a route takes.
    expect((10_000 * (asks.length + 1)) / (life / 1000)).toBeLessThan(rate / 2);
  });
});

describe('the content of QR codes', () => {
  const TOKEN = '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs';

  it('is read as it is written, in any case where the case does not matter', () => {
    expect(claimCode(ID)).toBe(`SIHAT:CLAIM:${ID.toUpperCase()}`);
    // The characters of the alphanumeric mode of QR codes.
    expect(claimCode(ID)).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
    expect(readCode(claimCode(ID))).toEqual({ kind: 'claim', claimId: ID });
    expect(readCode(` sihat:claim:${ID}\n`)).toEqual({ kind: 'claim', claimId: ID });
    expect(readCode(TOKEN)).toEqual({ kind: 'clinical_token', token: TOKEN });
    expect(readCode('https://sihat.my/join/kl-wellness-expo?lang=ms')).toEqual({
      kind: 'exhibition',
      code: 'kl-wellness-expo',
    });
    expect(readCode(invitationAddress('https://sihat.my', TOKEN))).toEqual({
      kind: 'invitation',
      token: TOKEN,
    });
  });

  it.each([
    'https://example.com/',
    'https://example.com/join/',
    'https://example.com/join/a/b',
    'https://example.com/invitation',
    'SIHAT:CLAIM:1234',
    'SIHAT:OTHER:1234',
    'javascript:alert(1)//join/x',
    TOKEN.slice(1),
    '',
  ])('of others is no code of the platform: %s', (text) => {
    expect(readCode(text)).toBeUndefined();
  });
});

describe('the code under the QR code of a claim', () => {
  it('is the one by which the platform finds the claim', () => {
    for (const id of [ID, newId()]) {
      expect(typedCode(id)).toBe(typedCodeOfPlatform(id));
      expect(typedCode(id.toUpperCase())).toBe(typedCode(id));
    }
  });
});

describe('newId', () => {
  it.each([
    ['crypto.randomUUID', {}],
    ['crypto.getRandomValues', { randomUUID: undefined }],
    ['neither', { randomUUID: undefined, getRandomValues: undefined }],
  ])('is a UUID of version 4 with %s', async (_, missing) => {
    const script = `
      const given = globalThis.crypto;
      const missing = ${JSON.stringify(Object.keys(missing))};
      const shown = new Proxy(given, { get: (of, name) => missing.includes(name) ? undefined : of[name].bind(of) });
      Object.defineProperty(globalThis, 'crypto', { value: shown });
      const { newId } = await import('./web/client/ids.ts');
      console.log(JSON.stringify(Array.from({ length: 200 }, newId)));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT });
    const ids: string[] = JSON.parse(stdout);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('the step reports of the client', () => {
  /** Answers like the platform: with the measurement that is stored after each report. */
  async function reports(...answers: readonly (number | 'stored' | 'too early' | 'no network')[]) {
    const sent: string[] = [];
    const waited: number[] = [];
    const measuredAt = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
    const client = sihatClient({
      baseUrl: 'https://api.sihat.test',
      attempts: 1,
      async fetch(request) {
        const answer = answers[sent.length];
        const body = (await request.json()) as { measuredAt: string };
        sent.push(body.measuredAt);
        if (answer === 'no network') throw new TypeError('failed to fetch');
        if (typeof answer === 'number') return Response.json({ code: 'x', message: 'x' }, { status: answer });
        return Response.json({ measuredAt: answer === 'stored' ? body.measuredAt : measuredAt(0) });
      },
    });
    const ended = await reportSteps(client, {
      challengeId: ID,
      measure: () => ({ steps: sent.length, measuredAt: measuredAt(sent.length + 1) }),
      sleep: async (milliseconds) => void waited.push(milliseconds),
    });
    return { status: ended?.status, sent, waited };
  }

  it('come about every five minutes, until the challenge is final', async () => {
    const { status, sent, waited } = await reports(...Array<'stored'>(20).fill('stored'), 409);
    expect([status, sent.length, new Set(waited).size]).toEqual([409, 21, 20]);
    for (const milliseconds of waited) {
      expect(milliseconds).toBeGreaterThanOrEqual(150_000);
      expect(milliseconds).toBeLessThan(450_000);
    }
  });

  it('are sent again soon, but at random times, if they were too early or failed', async () => {
    const { waited } = await reports('too early', 'no network', 503, 429, 404);
    expect(new Set(waited).size).toBe(4);
    for (const milliseconds of waited) {
      expect(milliseconds).toBeGreaterThanOrEqual(10_000);
      expect(milliseconds).toBeLessThan(30_000);
    }
  });

  it('end with the signal', async () => {
    const { client, sent } = clientOf(200);
    const signal = AbortSignal.abort();
    const measure = () => ({ steps: 1, measuredAt: '2026-01-01T00:00:00.000Z' });
    expect(await reportSteps(client, { challengeId: ID, measure, signal })).toBeUndefined();
    expect(sent).toEqual([]);
  });
});

describe('the client package (npm run build:client)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sihat-client-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compiles strictly in an app, and knows what does not exist', async () => {
    const built = join(folder, 'node_modules/@sihat/client');
    await run(process.execPath, ['web/client/build.ts', '--out', built], { cwd: ROOT });
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@noble'])
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    const app = (line: string) => `import { newId, sihatClient } from '@sihat/client';
const api = sihatClient({ baseUrl: 'http://127.0.0.1:9', attempts: 1 });
export async function main(): Promise<number | undefined> {
  const { data } = await api.GET('/v1/community/events/{code}', { params: { path: { code: newId() } } });
  ${line}
}
`;
    const compile = async (line: string) => {
      await writeFile(join(folder, 'app.ts'), app(line));
      const options = ['--strict', '--module', 'nodenext', '--lib', 'es2023,dom', '--types', ''];
      return run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--outDir', folder, 'app.ts'], {
        cwd: folder,
      }).then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    };
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    expect(await compile('return data?.event.memberCount;')).toBe('');
    await run(process.execPath, ['--input-type=module', '-e', "await import('./app.js')"], { cwd: folder });
    expect(await compile('return data?.event.colour;')).toContain("'colour' does not exist");

    // Before it repeated, waited and read codes, it had 616 bytes. All that may add at most 2 KB to an app.
    const { code } = await transform(await readFile(join(built, 'client.js'), 'utf8'), { minify: true });
    expect(gzipSync(code).length).toBeLessThan(616 + 2048);
  });
});
