import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * A fake `docker` for the platform: a container is the embedded engine on the published port. The folder `FAKE_DOCKER`
 * contains a file for each running container, and the list of all commands. Unknown commands and options are errors.
 */
const home = process.env['FAKE_DOCKER'] ?? '';
const [command, ...given] = process.argv.slice(2);
appendFileSync(join(home, 'commands'), `${JSON.stringify([command, ...given])}\n`);

if (command === 'version') version();
else if (command === 'run') run();
else if (command === 'stop') stop();
else throw new Error(`docker ${command}`);

function version(): void {
  if (existsSync(join(home, 'daemon-is-down'))) {
    console.error('Cannot connect to the Docker daemon at unix:///var/run/docker.sock.');
    process.exit(1);
  }
  console.log('28.2.2');
}

function stop(): void {
  const container = join(home, given[0] ?? '');
  if (!existsSync(container)) {
    console.error(`Error response from daemon: No such container: ${given[0]}`);
    process.exit(1);
  }
  process.kill(Number(readFileSync(container, 'utf8')), 'SIGTERM');
}

function run(): void {
  const end = given.findIndex((word) => word.startsWith('amazon/dynamodb-local:'));
  const { values } = parseArgs({
    args: given.slice(0, end),
    options: {
      name: { type: 'string' },
      rm: { type: 'boolean' },
      publish: { type: 'string' },
      user: { type: 'string' },
      mount: { type: 'string' },
    },
  });
  const [image, ...inside] = given.slice(end);
  const { values: engine } = parseArgs({
    args: inside.map((word) => (/^-\w{2,}/.test(word) ? `-${word}` : word)),
    options: {
      jar: { type: 'string' },
      sharedDb: { type: 'boolean' },
      disableTelemetry: { type: 'boolean' },
      inMemory: { type: 'boolean' },
      dbPath: { type: 'string' },
    },
  });
  const port = /^127\.0\.0\.1:(\d+):8000$/.exec(values.publish ?? '')?.[1];
  const [, source, target] = /^type=bind,source=(.+),target=(.+)$/.exec(values.mount ?? '') ?? [];
  const { name, rm, user } = values;
  const keeps = engine.dbPath !== undefined && engine.dbPath === target && user === 'root';
  const isPinned = /:\d+\.\d+\.\d+$/.test(image ?? '');
  if (!name || !rm || !port || !isPinned || !engine.sharedDb || Boolean(engine.inMemory) === keeps)
    throw new Error(`docker run ${given.join(' ')}`);

  if (existsSync(join(home, 'image-is-unknown'))) {
    console.error(`Unable to find image '${image}' locally\ndocker: Error response from daemon.`);
    process.exit(125);
  }
  const folder = source ?? join(home, 'in-memory');
  mkdirSync(folder, { recursive: true });
  const container = spawn(
    createRequire(import.meta.url)
      .resolve('@dynoxide/linux-x64/package.json')
      .replace('package.json', 'dynoxide'),
    ['--port', port, '--db-path', join(folder, 'shared-local-instance.db')],
    { stdio: 'ignore' },
  );
  writeFileSync(join(home, name), `${container.pid}`);
  endsWith(container, () => {
    rmSync(join(home, name));
    if (!keeps) rmSync(folder, { recursive: true });
  });
}

/** `docker run` forwards signals to its container, and ends with it. */
function endsWith(container: ChildProcess, tidy: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => container.kill(signal));
  container.once('exit', (code) => {
    tidy();
    process.exit(code ?? 143);
  });
}
