import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  CannotStart,
  connectionTo,
  ENGINE_VARIABLE,
  type Engine,
  type EngineEnvironment,
  freePort,
  isReachable,
  lockFolder,
  type Machine,
} from './engine.ts';
import { enginePackage } from './engine-binary.ts';

/** Runs DynamoDB Local in a container that stops with this process, on machines that the embedded engine does not support. */

const IMAGE = 'amazon/dynamodb-local:3.3.1';
/** The port of DynamoDB Local in its container. */
const PORT_INSIDE = 8000;
/** The path of the data folder in the container. */
const FOLDER_INSIDE = '/data';
/** A running daemon responds within a second. */
const DAEMON_TIMEOUT_MS = 20_000;

/**
 * The shell replaces itself with `docker run`. A background process waits until this process closes the pipe, which also
 * happens when it is killed, and then stops the container or the download of its image.
 */
const RUN = `exec 3<&0
(read -r _ <&3; docker stop "$1" || { kill "$$"; sleep 2; docker stop "$1"; }) >/dev/null 2>&1 &
exec docker run --name "$@" 3<&- </dev/null`;

export interface DockerEngineOptions {
  readonly folder: string | undefined;
  readonly environment: EngineEnvironment;
  readonly machine: Machine;
}

/** @throws {CannotStart} if Docker is missing or does not run. The message has two lines: the cause and the remedy. */
export async function dockerEngine({ folder, environment, machine }: DockerEngineOptions): Promise<Engine> {
  await requireDocker(environment, machine);
  const unlock = folder === undefined ? async () => {} : await lockFolder(folder);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const container = spawn('sh', ['-c', RUN, 'sh', ...containerOf(port, folder)], {
    env: environment,
    // Docker reports the progress and the errors of the image download on stderr.
    stdio: ['pipe', 'ignore', 'inherit'],
    // With its own process group, the container does not get Ctrl-C: this process first answers requests in flight.
    detached: true,
  });
  container.stdin.on('error', () => {});
  const ended = new Promise<void>((done) => container.once('exit', () => done()).once('error', () => done()));
  let stopping = false;
  const stop = async () => {
    stopping = true;
    container.stdin.end();
    await ended;
    await unlock();
  };

  if (!(await waitUntilReachable(endpoint, ended))) {
    await stop();
    throw new CannotStart(`Docker could not run ${IMAGE}; its own message is above.`);
  }
  return {
    endpoint,
    embedded: false,
    connection: connectionTo({ endpoint, embedded: false }),
    tablesCreated: () => {},
    stop,
    died: ended.then(() => (stopping ? new Promise<void>(() => {}) : undefined)),
  };
}

function containerOf(port: number, folder: string | undefined): string[] {
  const kept = folder !== undefined;
  return [
    `sihat-${randomUUID()}`,
    '--rm',
    '--publish',
    `127.0.0.1:${port}:${PORT_INSIDE}`,
    // The user of the image has no write access to the mounted folder.
    ...(kept
      ? ['--user', 'root', '--mount', `type=bind,source=${resolve(folder)},target=${FOLDER_INSIDE}`]
      : []),
    IMAGE,
    '-jar',
    'DynamoDBLocal.jar',
    '-sharedDb',
    '-disableTelemetry',
    ...(kept ? ['-dbPath', FOLDER_INSIDE] : ['-inMemory']),
  ];
}

async function requireDocker(environment: EngineEnvironment, { platform, arch }: Machine): Promise<void> {
  const fails = (why: string, cure: string) =>
    new CannotStart(
      `The embedded engine is not installed on ${platform}-${arch}, and ${why}.\n${[cure, ...installs({ platform, arch })].join(', ')}, or start DynamoDB Local and set ${ENGINE_VARIABLE}=http://127.0.0.1:8000.`,
    );
  if (platform === 'win32') {
    throw fails(
      'on Windows it runs only in WSL',
      'Install WSL (https://learn.microsoft.com/windows/wsl/install) and run this there',
    );
  }
  try {
    await promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], {
      env: environment,
      timeout: DAEMON_TIMEOUT_MS,
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing
      ? fails(
          'Docker, which could run DynamoDB Local instead, is not installed',
          'Install Docker (https://docs.docker.com/get-started/get-docker/)',
        )
      : fails('Docker, which could run DynamoDB Local instead, does not respond', 'Start Docker');
  }
}

/**
 * How somebody installs the engine on a machine for which its maker publishes it. Only its package for Linux on x64 was tried with this
 * project.
 */
function installs(machine: Machine): readonly string[] {
  const { platform, arch } = machine;
  const npm = `"npm install --no-save ${enginePackage(machine)}"`;
  if (platform === 'darwin') return [`or install the engine ("brew install nubo-db/tap/dynoxide" or ${npm})`];
  return platform === 'linux' && arch === 'arm64' ? [`or install the engine (${npm})`] : [];
}

/** Waits without a timeout, because Docker may have to download the image first. */
async function waitUntilReachable(endpoint: string, ended: Promise<void>): Promise<boolean> {
  let runs = true;
  ended.then(() => {
    runs = false;
  });
  while (runs) {
    if (await isReachable(endpoint)) return runs;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
