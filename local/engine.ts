import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** The platform cannot start. The message is shown without a stack trace. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** A running DynamoDB-compatible engine. */
export interface Engine {
  readonly endpoint: string;
  /** True for the engine that is installed with the project and stops with this process. */
  readonly embedded: boolean;
  readonly connection: DynamoDBClientConfig;
  /** Call this after creating the tables. It speeds up streams in the embedded engine. */
  readonly tablesCreated: () => void;
  readonly stop: () => Promise<void>;
  /** Resolves if the engine exits unexpectedly. It never resolves for an external engine. */
  readonly died: Promise<void>;
}

const TEMPORARY = 'sihat-data-';
/** Linux keeps this folder in memory. It is used only with enough free space (`room`, in bytes), which containers often lack. */
const IN_MEMORY = { folder: '/dev/shm', room: 2 ** 30 };
export const LOCAL_REGION = 'ap-southeast-5';

/** The environment variable with the endpoint of another engine, such as DynamoDB Local. */
export const ENGINE_VARIABLE = 'DYNAMODB_ENDPOINT';

/** The platform and the architecture, as Node.js names them. */
export type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>;

/** The only platform that the embedded engine supports. */
const EMBEDDED_PLATFORM = 'linux-x64';

export type EngineEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Connects to the engine that `DYNAMODB_ENDPOINT` names. Without it, starts the embedded engine, or DynamoDB Local in
 * Docker on platforms that the embedded engine does not support.
 * @param folder the data folder; by default, the data is deleted when the engine stops
 * @throws {CannotStart}
 */
export async function startEngine(
  folder?: string,
  environment: EngineEnvironment = process.env,
  machine: Machine = process,
): Promise<Engine> {
  const externalEndpoint = environment[ENGINE_VARIABLE];
  if (externalEndpoint) return externalEngine(externalEndpoint);
  if (`${machine.platform}-${machine.arch}` === EMBEDDED_PLATFORM) return embeddedEngine(folder);
  const { dockerEngine } = await import('./docker-engine.ts');
  return dockerEngine({ folder, environment, machine });
}

async function externalEngine(endpoint: string): Promise<Engine> {
  if (!(await isReachable(endpoint))) {
    throw new CannotStart(`${ENGINE_VARIABLE} is ${endpoint}, but no engine responds there.`);
  }
  return {
    endpoint,
    embedded: false,
    connection: connectionTo({ endpoint, embedded: false }),
    tablesCreated: () => {},
    stop: async () => {},
    died: new Promise(() => {}),
  };
}

async function embeddedEngine(wanted: string | undefined): Promise<Engine> {
  const binary = engineBinary();
  if (wanted === undefined) await removeAbandoned();
  const folder = wanted ?? (await mkdtemp(join(await temporaryRoot(), TEMPORARY)));
  const unlock = await lockFolder(folder);
  const file = join(folder, 'table.db');
  try {
    checkDatabaseFile(file);
  } catch (error) {
    await unlock();
    throw error;
  }

  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  // The shell replaces itself with the engine. A background process waits until this process closes the pipe, which also
  // happens when it is killed, and then stops the engine, so that no engine is left running.
  const engine = spawn(
    'sh',
    [
      '-c',
      'exec 3<&0; (read -r _ <&3; kill "$$") 2>/dev/null & exec "$@" 3<&- </dev/null',
      'sh',
      binary,
      '--port',
      `${port}`,
      '--db-path',
      file,
    ],
    // With its own process group, the engine does not get Ctrl-C: this process first answers requests in flight.
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  const ended = new Promise<void>((resolve) =>
    engine.once('exit', () => resolve()).once('error', () => resolve()),
  );
  let stopping = false;
  const stop = async () => {
    stopping = true;
    engine.stdin.end();
    engine.kill('SIGTERM');
    await ended;
    await unlock();
    if (wanted === undefined) await rm(folder, { recursive: true, force: true });
  };

  const up = await Promise.race([waitUntilReachable(endpoint), ended.then(() => false)]);
  if (!up) {
    await stop();
    throw new CannotStart(
      `The embedded engine cannot use ${file}. Move that folder away, or start without --data.`,
    );
  }
  return {
    endpoint,
    embedded: true,
    connection: connectionTo({ endpoint, embedded: true }),
    tablesCreated: () => indexStreams(file),
    stop,
    died: ended.then(() => (stopping ? new Promise<void>(() => {}) : undefined)),
  };
}

function engineBinary(): string {
  try {
    const packaged = createRequire(import.meta.url).resolve(`@dynoxide/${EMBEDDED_PLATFORM}/package.json`);
    const binary = join(packaged, '..', 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // The error below reports a package that is not installed.
  }
  throw new CannotStart(
    `The embedded engine is not installed: run "npm ci" again, or start DynamoDB Local and set ${ENGINE_VARIABLE}=http://127.0.0.1:8000.`,
  );
}

/**
 * Creates a data folder and locks it for this process, because two engines on one file would corrupt it without an error.
 * @returns a function that releases the lock
 * @throws {CannotStart}
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new CannotStart(`The data folder ${folder} cannot be created.`);
  });
  const path = join(folder, 'lock');
  for (let attempt = 0; ; attempt++) {
    try {
      const file = await open(path, 'wx');
      await file.write(`${process.pid}`);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new CannotStart(`The data folder ${folder} cannot be written to.`);
      }
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (attempt > 0 || isAlive(owner)) {
        throw new CannotStart(`The data folder ${folder} is in use by process ${owner}.`);
      }
      await rm(path, { force: true });
    }
  }
}

/** Temporary data is kept in memory if there is enough space. */
async function temporaryRoot(): Promise<string> {
  const { folder, room } = IN_MEMORY;
  try {
    const { bavail, bsize } = await statfs(folder);
    await access(folder, constants.W_OK);
    return bavail * bsize < room ? tmpdir() : folder;
  } catch {
    return tmpdir();
  }
}

/** Removes the temporary folders of killed runs, whose lock names a process that no longer exists. */
async function removeAbandoned(): Promise<void> {
  for (const root of [tmpdir(), IN_MEMORY.folder]) await removeAbandonedIn(root);
}

async function removeAbandonedIn(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(TEMPORARY)) continue;
    const folder = join(root, name);
    const owner = await readFile(join(folder, 'lock'), 'utf8').catch(() => '');
    if (owner !== '' && !isAlive(Number(owner)))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Returns true if a process with this id is running. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function checkDatabaseFile(file: string): void {
  if (!existsSync(file)) return;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const [result] = database.prepare('PRAGMA quick_check(1)').all();
    database.close();
    if (result?.['quick_check'] === 'ok') return;
  } catch {
    // The error below also covers a file that is not a database.
  }
  throw new CannotStart(`The data file ${file} is damaged. Move it away to start with new data.`);
}

/** Without this index, the engine scans all records of a stream at each write. */
function indexStreams(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(
    'CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  database.close();
}

const SCOPE = `20260101/${LOCAL_REGION}/dynamodb/aws4_request`;
/** The embedded engine requires a signature but does not verify it. Computing one takes a quarter of the time of a call. */
const DUMMY_SIGNATURE = {
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=local/${SCOPE}, SignedHeaders=host;x-amz-date, Signature=0`,
};

/** Returns the client configuration for an engine on this machine. */
export function connectionTo({ endpoint, embedded }: Pick<Engine, 'endpoint' | 'embedded'>) {
  return {
    endpoint,
    region: LOCAL_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    ...(embedded && {
      signer: {
        sign: async (request) => {
          Object.assign(request.headers, DUMMY_SIGNATURE);
          return request;
        },
      },
    }),
  } satisfies DynamoDBClientConfig;
}

/** Finds a free port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Long, because an engine on a busy machine may be slow. Without an engine, the connection is refused at once. */
const PROBE_TIMEOUT_MS = 10_000;

/** Returns true if an engine responds at the endpoint. */
export async function isReachable(endpoint: string): Promise<boolean> {
  // Every response counts, because engines reject an empty request in different ways.
  return fetch(endpoint, { method: 'POST', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

/** Long, because an engine that cannot start exits at once. */
const START_TIMEOUT_MS = 60_000;

async function waitUntilReachable(endpoint: string): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; ) {
    if (await isReachable(endpoint)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
