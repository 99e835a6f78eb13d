import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { campaigns } from '../../local/demo/rewards.ts';
import { seconds } from '../../shared/values/clock.ts';
import { demoFolder } from '../support/demo-world.ts';
import { listening } from '../support/listening.ts';
import { descendantsOf, eventually, isGone, type Running, runToTheEnd } from '../support/running.ts';
import { temporary } from '../support/temporary.ts';

const { cleanups, folder, start } = temporary();

/** Whether this machine lets a process have a network of its own. */
const canUnshare = spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;

/** The data file of its engine. */
function dataOf({ pid }: Running): string {
  const given = descendantsOf(pid).map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0'));
  const file = given
    .map((words) => words[words.indexOf('--db-path') + 1])
    .find((word) => word?.endsWith('.db'));
  if (file === undefined) throw new Error('no engine runs');
  return file;
}

const claimsPath = `/v1/rewards/campaigns/${campaigns.live}/claims`;

/** With this header the server confirms that it has read the head of a request. */
const EXPECT = 'expect: 100-continue\r\n';
const UNDER_WAY = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('stopping', () => {
  it.each([
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGHUP'],
  ] as const)('answers what is under way, ends with 0 on %s, and leaves nothing', async (signal, again) => {
    const running = await start({ args: ['--empty'] });
    const processes = descendantsOf(running.pid);
    expect(processes.length).toBeGreaterThan(0);
    const data = dataOf(running);
    expect(existsSync(data)).toBe(true);
    const idle = connect(running.port, '127.0.0.1');
    const slow = connect(running.port, '127.0.0.1');
    let answer = '';
    slow.on('data', (text) => (answer += text));
    idle.on('error', () => {});
    const closed = new Promise((done) => slow.once('close', done));
    const body = JSON.stringify({ receiptToken: 'x' });
    slow.write(
      `POST /v1/account/deletion/receipt HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${EXPECT}\r\n`,
    );
    await eventually('the request is under way', () => answer === UNDER_WAY);

    // Two signals, because npm forwards the signal that the terminal sends to both. Two of the same kind could merge.
    running.kill('SIGSTOP');
    running.kill(signal);
    running.kill(again);
    running.kill('SIGCONT');
    slow.write(body);
    const started = performance.now();
    expect(await running.ended).toMatchObject({ code: 0, signal: null });
    // The platform cuts open connections after 5 s. It stopped earlier, so it did not wait for any.
    expect(performance.now() - started).toBeLessThan(4_900);
    await closed;
    expect(answer.slice(UNDER_WAY.length)).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('receipt_not_found');
    idle.destroy();
    await eventually('no process is left', () => processes.every(isGone));
    expect(existsSync(data)).toBe(false);
  });

  it('does not wait after a second signal', async () => {
    const running = await start({ args: ['--empty'] });
    const processes = descendantsOf(running.pid);
    const slow = connect(running.port, '127.0.0.1');
    cleanups.push(() => slow.destroy());
    slow.on('error', () => {});
    let answer = '';
    slow.on('data', (text) => (answer += text));
    slow.write(
      `POST /v1/account/deletion/receipt HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n${EXPECT}\r\n`,
    );
    await eventually('the request is under way', () => answer === UNDER_WAY);
    running.kill('SIGINT');
    await new Promise((done) => setTimeout(done, 700));
    expect(isGone(running.pid)).toBe(false);
    // On a busy machine the second signal may count as part of the first.
    const pressing = setInterval(() => running.kill('SIGINT'), 700);
    cleanups.push(() => clearInterval(pressing));
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 1 });
    await eventually('no process is left', () => processes.every(isGone));
  });

  it('removes the data that a killed run has left', async () => {
    const first = await start({ args: ['--empty'] });
    const data = dataOf(first);
    const processes = descendantsOf(first.pid);
    await first.stop('SIGKILL');
    await eventually('no engine is left', () => processes.every(isGone));
    // Another test run may have removed it already.
    await start({ args: ['--empty'] });
    expect(existsSync(data)).toBe(false);
  });

  it('leaves no engine when it is killed, and the next start has the data', async () => {
    const data = await demoFolder();
    const first = await start({ args: ['--data', data] });
    const sent = { as: 'club-owner', body: { claimId: randomUUID() } };
    const claim = await first.call('POST', claimsPath, sent);
    expect(claim.status).toBe(201);
    const processes = descendantsOf(first.pid);
    await first.stop('SIGKILL');
    await eventually('no engine is left', () => processes.every(isGone));

    const second = await start({ args: ['--data', data] });
    expect(await second.call('POST', claimsPath, sent)).toMatchObject({ status: 200, body: claim.body });
    await eventually('the display is linked', () =>
      second.output.stdout.includes('/display/kl-wellness-expo'),
    );
    const available = async () =>
      (await second.call('GET', '/v1/rewards/campaigns')).body.campaigns.find(
        (listed: { id: string }) => listed.id === campaigns.live,
      ).availableStock;
    // The demo data was not created again: 76 units are free.
    await eventually('the reservation is counted', async () => (await available()) === 75);

    const third = await runToTheEnd({ args: ['--data', data] });
    expect(third).toMatchObject({ code: 1, stdout: '' });
    expect(third.stderr).toMatch(/^The data folder .* is in use by process \d+\.\n$/);

    // When the engine dies, the platform says so and stops, although the workers cannot finish.
    const died = performance.now();
    for (const pid of descendantsOf(second.pid)) process.kill(pid, 'SIGKILL');
    expect(await second.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('engine has exited unexpectedly'),
    });
    // The retries of the workers alone would take 51 s.
    expect(performance.now() - died).toBeLessThan(seconds(45));
  });
});

describe('one sentence explains', () => {
  const sentence = async (options: Parameters<typeof runToTheEnd>[0]): Promise<string> => {
    const { code, stdout, stderr } = await runToTheEnd(options);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+[.…]\n$/);
    return stderr;
  };

  it('a taken port, before any data is touched', async () => {
    const taken = createServer();
    const port = String(await listening(taken));
    cleanups.push(() => taken.close());
    const data = join(await folder(), 'never-made');
    expect(await sentence({ env: { PORT: port }, args: ['--data', data] })).toContain(
      `Port ${port} of 127.0.0.1 is in use`,
    );
    await expect(rm(data)).rejects.toThrow('ENOENT');
  });

  it('a data folder that is not a folder', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, 'text');
    expect(await sentence({ args: ['--data', file] })).toContain(file);
  });

  it('a damaged data file', async () => {
    const data = await folder();
    await writeFile(join(data, 'table.db'), 'SQLite format 3\0 and then nothing of the kind'.repeat(200));
    expect(await sentence({ args: ['--data', data] })).toContain('is damaged');
    // The second attempt shows that the first one left no lock.
    expect(await sentence({ args: ['--data', data] })).toContain('is damaged');
  });

  it('another engine together with a data folder, which it would not use', async () => {
    const data = join(await folder(), 'never-made');
    const env = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await sentence({ env, args: ['--data', data] })).toContain('start without --data');
    await expect(rm(data)).rejects.toThrow('ENOENT');
  });

  it.each([
    [{ npm_config_data: 'my data', npm_config_host: 'true' }, [], "npm start -- --data 'my data' --host"],
    [{ npm_config_data: 'true' }, ['there'], 'npm start -- --data there'],
    [{ npm_config_empty: 'true', npm_lifecycle_event: 'dev' }, [], 'npm run dev -- --empty'],
    [
      { npm_config_data: 'true', npm_config_empty: '' },
      ['a b', '--host'],
      "npm start -- --data 'a b' --host",
    ],
    [{ npm_config_data: 'true', npm_config_host: 'false' }, ['--empty'], 'npm start -- --data DIR --empty'],
  ])('options that npm has kept, with the right command: %j %j', async (env, args, command) => {
    const started = { npm_lifecycle_event: 'start', ...env };
    expect(await sentence({ env: started as Record<string, string>, args })).toContain(`Run "${command}".`);
  });

  it('a proxy that would also get the requests to this machine', async () => {
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    expect(await sentence({ env: proxy })).toContain('Set NO_PROXY=127.0.0.1');
  });

  it.runIf(canUnshare)('a machine without a loopback interface', async () => {
    const alone = spawnSync(
      'unshare',
      ['--map-root-user', '--net', process.execPath, 'local/main.ts', '--empty'],
      { cwd: projectRoot, encoding: 'utf8' },
    );
    expect([alone.status, alone.stdout]).toEqual([1, '']);
    expect(alone.stderr).toContain('has no address 127.0.0.1');
  });

  it('an engine that does not respond', async () => {
    expect(await sentence({ env: { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' } })).toContain(
      'no engine responds there',
    );
  });

  it.each(['http', '-1', '70000', '30.5', ''])('PORT=%s', async (PORT) => {
    expect(await sentence({ env: { PORT } })).toContain('PORT');
  });

  it.each([[['--date', 'x']], [['x']], [['--data']]])('the arguments %j', async (args) => {
    expect(await sentence({ args })).toContain('the options are --data DIR, --empty, --host and --help');
  });

  it('--help with exit code 0', async () => {
    const { code, stdout } = await runToTheEnd({ args: ['--help'] });
    expect(code).toBe(0);
    expect(stdout).toContain('--data DIR');
  });
});
