import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
