import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** Something that keeps the platform from starting, in one sentence for the person who started it. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** A running DynamoDB-compatible engine. */
export interface Engine {
  readonly endpoint: string;
  /** It came with the project and runs as long as this process does. */
  readonly embedded: boolean;
  readonly connection: DynamoDBClientConfig;
  /** Speeds up an embedded engine whose tables have a stream: call it once the tables exist. */
  readonly tablesCreated: () => void;
  readonly stop: () => Promise<void>;
  /** Resolves when the engine ended by itself; never for one that runs elsewhere. */
  readonly died: Promise<void>;
}

const TEMPORARY = 'sihat-data-';
/** Linux keeps this folder in memory. Containers often give it too little room, in bytes. */
const IN_MEMORY = { folder: '/dev/shm', room: 2 ** 30 };
export const LOCAL_REGION = 'ap-southeast-5';

/** The environment that names another engine, such as DynamoDB Local. */
export const ENGINE_VARIABLE = 'DYNAMODB_ENDPOINT';

/** The kind of machine, in the words of Node.js. */
export type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>;

/** The only kind of machine that the embedded engine is made for. */
const EMBEDDED_PLATFORM = 'linux-x64';

export type EngineEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the engine that `DYNAMODB_ENDPOINT` names, or else the embedded one, or else, on machines that it is not made
 * for, DynamoDB Local in Docker.
 * @param folder keeps the data; by default, the data go with the engine.
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
  // Most machines never need it.
  const { dockerEngine } = await import('./docker-engine.ts');
  return dockerEngine({ folder, environment, machine });
}

async function externalEngine(endpoint: string): Promise<Engine> {
  if (!(await isReachable(endpoint))) {
    throw new CannotStart(`${ENGINE_VARIABLE} names ${endpoint}, but no engine answers there.`);
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
  // The shell becomes the engine. Its other half waits for this process to close the pipe, which a killed process does
  // as well, and then ends the engine: no engine outlives its runner.
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
    // Its own process group: Ctrl-C reaches the runner alone, which answers what is under way and then stops the engine.
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
      `The embedded engine cannot use ${file}; move that folder away or start without --data.`,
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
 * Makes a data folder and locks it for this process: two engines would open one file without a word and spoil it.
 * @returns what gives the folder back.
 * @throws {CannotStart}
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new CannotStart(`The data folder ${folder} cannot be made.`);
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

/** Data that goes with its engine waits for no disk where memory has room for it. */
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

/** Temporary folders of runs that were killed: their lock names a process that is no more. */
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

/** Whether a process of this id runs. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signalled, but it lives.
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
    // The error below reports a file that is no database.
  }
  throw new CannotStart(`The data file ${file} is damaged; move it away to start fresh.`);
}

/** The engine scans all records of a stream at each write; this index avoids that. */
function indexStreams(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(
    'CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  database.close();
}

const SCOPE = `20260101/${LOCAL_REGION}/dynamodb/aws4_request`;
/** The embedded engine wants to see a signature and verifies none; making one would be a quarter of a call's work. */
const DUMMY_SIGNATURE = {
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=local/${SCOPE}, SignedHeaders=host;x-amz-date, Signature=0`,
};

/** How to reach an engine on this machine. */
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

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Milliseconds. An engine on a busy machine takes its time; nothing at all listens where there is none. */
const PROBE_TIMEOUT_MS = 10_000;

/** Whether an engine answers there. */
export async function isReachable(endpoint: string): Promise<boolean> {
  // Any answer is one: engines refuse an empty request each in their own way.
  return fetch(endpoint, { method: 'POST', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

/** Milliseconds. An engine that cannot start ends at once. */
const START_TIMEOUT_MS = 60_000;

async function waitUntilReachable(endpoint: string): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; ) {
    if (await isReachable(endpoint)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
