import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEngineBinary } from '../../local/engine/engine-binary.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { descendantsOf, eventually, isGone, runToTheEnd } from '../support/running.ts';
import { temporary } from '../support/temporary.ts';

/** Machines without an embedded engine. A fake `docker` plays DynamoDB Local. */

const { cleanups, folder, start } = temporary();

/** Makes Node.js report this platform. */
const on = (platform: string, arch: string) => {
  const be = (name: string, value: string) =>
    `Object.defineProperty(process,${JSON.stringify(name)},{value:${JSON.stringify(value)}});`;
  return ['--import', `data:text/javascript,${be('platform', platform)}${be('arch', arch)}`];
};
const MAC = on('darwin', 'arm64');
const NO_DOCKER = { PATH: '/nowhere' };

async function fakeDocker() {
  const home = await folder();
  const command = join(home, 'docker');
  await writeFile(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'fake-docker.ts')}" "$@"\n`,
  );
  chmodSync(command, 0o755);
  return {
    env: { FAKE_DOCKER: home, PATH: `${home}${delimiter}${process.env['PATH']}` },
    home,
    containers: () => readdirSync(home).filter((name) => name.startsWith('sihat-')),
    runs: (): string[][] =>
      readFileSync(join(home, 'commands'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(([first]) => first === 'run'),
  };
}

describe('on machines without an embedded engine', () => {
  it('macOS runs DynamoDB Local in a container that ends with the platform', async () => {
    const { env, containers } = await fakeDocker();
    const running = await start({ nodeArgs: MAC, env, args: ['--empty'] });
    expect(containers()).toHaveLength(1);
    expect((await running.call('GET', '/v1/community')).status).toBe(200);
    expect(await running.stop()).toMatchObject({ code: 0 });
    expect(containers()).toEqual([]);
  });

  it('on Linux on arm64, container and platform end together, even when one is killed', async () => {
    const { env, containers } = await fakeDocker();
    const options = { nodeArgs: on('linux', 'arm64'), env, args: ['--empty'] };
    const killed = await start(options);
    const processes = descendantsOf(killed.pid);
    await killed.stop('SIGKILL');
    await eventually('no process is left', () => processes.every(isGone));
    expect(containers()).toEqual([]);

    const left = await start(options);
    const [container = ''] = containers();
    process.kill(Number(readFileSync(join(env.FAKE_DOCKER, container), 'utf8')));
    expect(await left.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('engine has exited unexpectedly'),
    });
  });

  it('--data DIR keeps the data there, for one platform at a time', async () => {
    const { env, runs } = await fakeDocker();
    const data = await folder();
    const options = { nodeArgs: MAC, env, args: ['--empty', '--data', data] };
    const accountId = randomUUID();
    const first = await start(options);
    const club = { title: 'Kelab Baharu', summary: '', visibility: 'public' };
    const token = await first.tokenOf({ accountId });
    const made = await first.call('POST', '/v1/community/clubs', { token, body: club });
    expect(made.status).toBe(201);
    expect((await runToTheEnd(options)).stderr).toMatch(/^The data folder .* is in use by process \d+\.\n$/);
    await first.stop();
    expect(existsSync(join(data, 'shared-local-instance.db'))).toBe(true);

    const second = await start(options);
    const { body } = await second.call('GET', '/v1/community/own', {
      token: await second.tokenOf({ accountId }),
    });
    expect(body.clubs).toMatchObject([{ id: made.body.id }]);
    expect(runs().map((words) => words.includes('-inMemory'))).toEqual([false, false]);
  });

  it('DYNAMODB_ENDPOINT needs no Docker', async () => {
    const engine = await startEngine(undefined, {});
    cleanups.push(engine.stop);
    const env = { PATH: NO_DOCKER.PATH, DYNAMODB_ENDPOINT: engine.endpoint };
    const running = await start({ nodeArgs: MAC, env, args: ['--empty'] });
    expect((await running.call('GET', '/v1/community')).status).toBe(200);
  });

  it('a missing image stops the platform with the error of Docker', async () => {
    const { env, home } = await fakeDocker();
    await writeFile(join(home, 'image-is-unknown'), '');
    const data = await folder();
    const { code, stdout, stderr } = await runToTheEnd({ nodeArgs: MAC, env, args: ['--data', data] });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Error response from daemon.');
    expect(stderr).toMatch(
      /\nDocker could not run amazon\/dynamodb-local:\S+; its own message is above\.\n$/,
    );
    expect(readdirSync(data)).toEqual([]);
  });
});

describe('an engine that somebody installed', () => {
  /** A folder with the engine's program, which starts it after some seconds. */
  async function installed(seconds: number): Promise<string> {
    const home = await folder();
    const program = join(home, 'dynoxide');
    const binary = findEngineBinary({}, { platform: 'linux', arch: 'x64' });
    await writeFile(program, `#!/bin/sh\nsleep ${seconds}\nexec "${binary}" "$@"\n`);
    chmodSync(program, 0o755);
    return `${home}${delimiter}${process.env['PATH']}`;
  }

  it.each([
    ['darwin', 'arm64'],
    ['linux', 'arm64'],
  ])('is found on the PATH, before Docker: %s %s', async (platform, arch) => {
    const running = await start({
      nodeArgs: on(platform, arch),
      env: { PATH: await installed(0) },
      args: ['--empty'],
    });
    expect((await running.call('GET', '/v1/community')).status).toBe(200);
    expect(running.output.stderr).not.toContain('Docker');
  });

  it('that takes long is named as what the start waits for', async () => {
    const running = await start({ nodeArgs: MAC, env: { PATH: await installed(5) }, args: ['--empty'] });
    expect(running.output.stderr).toContain('Still starting: waiting for the engine …\n');
    expect(running.output.stdout).toContain('ready');
  });
});

describe('without Docker, two lines say what to install', () => {
  const TWO_LINES = /^[^\n]+\.\n[^\n]+\.\n$/;
  const OWN_ENGINE = 'start DynamoDB Local and set DYNAMODB_ENDPOINT=http://127.0.0.1:8000.';

  it.each([
    ['no Docker', 'darwin', 'arm64', 'not installed', '"brew install nubo-db/tap/dynoxide"'],
    ['no Docker', 'linux', 'arm64', 'not installed', '"npm install --no-save @dynoxide/linux-arm64"'],
    ['Windows itself', 'win32', 'x64', 'only in WSL', 'Install WSL (https://learn.microsoft.com'],
  ])('%s, %s on %s', async (_, platform, arch, why, cure) => {
    const { code, stdout, stderr } = await runToTheEnd({ nodeArgs: on(platform, arch), env: NO_DOCKER });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(TWO_LINES);
    for (const part of [`${platform}-${arch}`, why, cure, OWN_ENGINE]) expect(stderr).toContain(part);
  });

  it('a Docker daemon that does not respond', async () => {
    const { env, home } = await fakeDocker();
    await writeFile(join(home, 'daemon-is-down'), '');
    const starting = startEngine(
      undefined,
      { ...process.env, ...env },
      { platform: 'darwin', arch: 'arm64' },
    );
    await expect(starting).rejects.toThrow(
      /does not respond\.\nStart Docker, or install the engine .*, or start DynamoDB Local and set /,
    );
  });
});
