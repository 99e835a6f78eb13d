import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSED_RESPONSE } from '../../infra/closing/closed-response.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd, startInProcess } from '../support/running.ts';
import { newAccount } from '../support/world.ts';

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  local = await startInProcess();
});
afterAll(() => local.stop());

const smoke = (args: readonly string[], env = {}) => runToTheEnd({ args, env }, 'test/smoke/main.ts');

describe('npm run smoke', () => {
  it('passes against the local platform, anonymously and signed in', async () => {
    const [stranger, somebody] = await Promise.all([
      smoke(['--url', local.url]),
      smoke(['--url', local.url], { SIHAT_TOKEN: await local.tokenOf({ accountId: newAccount() }) }),
    ]);
    for (const { code, stdout } of [stranger, somebody]) {
      expect([code, stdout]).toEqual([0, expect.stringMatching(/\n(\d+) of \1 checks passed\n$/)]);
    }
    expect(somebody.stdout.split('\n').length).toBeGreaterThan(stranger.stdout.split('\n').length);
  });

  it('fails against a server that returns the same response to everything', async () => {
    const server = createServer((_, response) => response.end('{}'));
    const { code, stdout } = await smoke(['--url', `http://127.0.0.1:${await listening(server)}`]);
    server.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED {2}issueQrToken asks who is there/);
  });

  it('of a closed stage passes only if every request gets the response of its firewall', async () => {
    const { status, body, retryAfterSeconds } = CLOSED_RESPONSE;
    let isOpen: (path: string) => boolean = () => false;
    const server = createServer(({ url = '' }, response) =>
      isOpen(url)
        ? response.writeHead(503, { 'content-type': 'application/json' }).end(body)
        : response.writeHead(status, { 'retry-after': String(retryAfterSeconds) }).end(body),
    );
    const args = ['--closed', '--url', `http://127.0.0.1:${await listening(server)}`];
    const closed = await smoke(args);
    expect([closed.code, closed.stdout]).toEqual([
      0,
      expect.stringMatching(/\n(\d+) of \1 checks passed\n$/),
    ]);
    expect(closed.stdout.split('\n').length).toBeGreaterThan(110);
    // A stage that fails is not closed.
    isOpen = (path) => path === '/v1/community';
    const failing = await smoke(args);
    server.close();
    expect(failing.code).toBe(1);
    expect(failing.stdout).toMatch(/FAILED {2}listCommunity is closed: answered 503/);
  });

  it('fails immediately when no server answers', async () => {
    const server = createServer();
    const url = `http://127.0.0.1:${await listening(server)}`;
    await new Promise((done) => server.close(done));
    const { code, stdout, stderr } = await smoke(['--url', url]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Nothing answers at ${url}: connect ECONNREFUSED`);
  });

  it('prints its usage', async () => {
    expect((await smoke([])).code).toBe(2);
    expect((await smoke(['--help'])).stdout).toContain('--url URL');
  });
});
