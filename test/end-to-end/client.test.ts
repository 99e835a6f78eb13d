import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { typedCode as typedCodeOfPlatform } from '../../shared/values/clock.ts';
import { codeIn } from '../../web/browser/code.ts';
import {
  accountCode,
  claimCode,
  invitationAddress,
  newId,
  readCode,
  sihatClient,
  typedCode,
} from '../../web/client/client.ts';
import { clientWith, SOME_ID as ID, lost, tokenOf } from './client-answers.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A client of a platform that answers with these statuses, one after the other. */
function clientOf(...statuses: readonly number[]) {
  const sent: { readonly method: string; readonly body: string; readonly authorization: string | null }[] =
    [];
  const waited: number[] = [];
  let tokens = 0;
  const client = sihatClient({
    baseUrl: 'https://api.sihat.test',
    token: () => tokenOf('a', ++tokens),
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
      `Bearer ${tokenOf('a', 1)}`,
      `Bearer ${tokenOf('a', 2)}`,
      `Bearer ${tokenOf('a', 3)}`,
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

describe('a request without a response, or with 429', () => {
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

describe('the content of QR codes', () => {
  const TOKEN = '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs';

  it('is read as it is written, in any case where the case does not matter', () => {
    expect(claimCode(ID)).toBe(`SIHAT:CLAIM:${ID.toUpperCase()}`);
    // The characters of the alphanumeric mode of QR codes.
    expect(claimCode(ID)).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
    expect(readCode(claimCode(ID))).toEqual({ kind: 'claim', claimId: ID });
    expect(readCode(` sihat:claim:${ID}\n`)).toEqual({ kind: 'claim', claimId: ID });
    expect(readCode(accountCode(ID))).toEqual({ kind: 'account', accountId: ID });
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
    'https://sihat.my/join/kl-wellness-expo/',
    'https://sihat.my/join/kl-wellness-expo/?lang=zh',
    'HTTPS://SIHAT.MY/JOIN/KL-WELLNESS-EXPO',
    ' https://sihat.my/app/Join/KL-Wellness-Expo/#top',
    'http://192.168.1.20:3000/join/kl-wellness-expo',
  ])('of an exhibition is read as the page reads it: %s', (text) => {
    expect(readCode(text)).toEqual({ kind: 'exhibition', code: 'kl-wellness-expo' });
    if (text.includes('/join/')) expect(codeIn(new URL(text).pathname)).toBe('kl-wellness-expo');
  });

  it.each([
    `https://sihat.my/invitation/#${TOKEN}`,
    `HTTPS://SIHAT.MY/INVITATION#${TOKEN}`,
    `https://sihat.my/invitation?lang=ms#${TOKEN}`,
  ])('of an invitation is read, whose token keeps its case: %s', (text) => {
    expect(readCode(text)).toEqual({ kind: 'invitation', token: TOKEN });
  });

  it.each([
    'https://example.com/',
    'https://example.com/join/',
    'https://example.com/join/a/b',
    'https://example.com/invitation',
    'https://example.com/join//',
    `https://example.com/invitation/${TOKEN}`,
    `https://example.com/invitation#${TOKEN}x`,
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
