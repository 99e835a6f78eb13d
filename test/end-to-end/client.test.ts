import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { newId, reportSteps, sihatClient } from '../../web/client/client.ts';

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
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
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
  });
});
