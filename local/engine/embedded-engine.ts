import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CannotStart,
  connectionTo,
  type Engine,
  freePort,
  isAlive,
  lockFolder,
  waitUntilReachable,
} from './engine.ts';

const TEMPORARY = 'sihat-data-';
/** Linux keeps this folder in memory. Containers often have little of it, so it must have this much free space, in bytes. */
const IN_MEMORY = { folder: '/dev/shm', room: 2 ** 30 };

/**
 * The engine returns memory to the system after most requests, and each time all processors that it runs on must stop to forget
 * the addresses. On one processor it needs about half of the time, and it executes one call after the other anyway.
 */
const nextProcessor = (): string => `${(process.pid + enginesStarted++) % availableParallelism()}`;
let enginesStarted = 0;

/**
 * Starts the embedded engine in a child process.
 * @param binary the path of its program. @param wanted the data folder; by default, a temporary one that is deleted when the engine stops
 * @param nextPort chooses a port, and another one if it was taken in the meantime
 * @throws {CannotStart}
 */
export async function embeddedEngine(
  binary: string,
  wanted: string | undefined,
  nextPort: () => Promise<number> = freePort,
): Promise<Engine> {
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

  const { engine, endpoint, ended, isUp, messages } = await launchedEngine(binary, file, nextPort);
  let stopping = false;
  const stop = async () => {
    stopping = true;
    engine.stdin.end();
    engine.kill('SIGTERM');
    await ended;
    await unlock();
    if (wanted === undefined) await rm(folder, { recursive: true, force: true });
  };

  if (!isUp) {
    await stop();
    throw new CannotStart(
      [
        `The embedded engine ${binary} cannot use ${file}.`,
        ...(wanted === undefined ? [] : ['Move that folder away, or start without --data.']),
        ...messages(),
      ].join('\n'),
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

/** Another process may take a port that was free a moment before. */
const PORTS_TO_TRY = 3;

async function launchedEngine(binary: string, file: string, nextPort: () => Promise<number>) {
  let launched = await launch(binary, file, await nextPort());
  for (let tried = 1; !launched.isUp && tried < PORTS_TO_TRY; tried++) {
    launched.engine.kill();
    await launched.ended;
    launched = await launch(binary, file, await nextPort());
  }
  return launched;
}

/** This many messages of the engine are kept, for the error if it cannot start. */
const MAX_MESSAGES = 10;

/** Starts the engine, whose command is in "$@", on the processor "$0". */
const SCRIPT = [
  'exec 3<&0',
  // This process closes the pipe when it ends, also when it is killed. Then the engine is stopped, so none is left running.
  '(read -r _ <&3; kill "$$") 2>/dev/null &',
  // Not every machine has `taskset`.
  'taskset -cp "$0" "$$" >/dev/null 2>&1',
  'exec "$@" 3<&- </dev/null',
].join('\n');

/** Waits until the engine responds or has ended. */
async function launch(binary: string, file: string, port: number) {
  const endpoint = `http://127.0.0.1:${port}`;
  const engine = spawn(
    'sh',
    ['-c', SCRIPT, nextProcessor(), binary, '--port', `${port}`, '--db-path', file],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      // With its own process group, the engine does not get Ctrl-C: this process first answers requests in flight.
      detached: true,
      // It executes one call after the other, so its other threads would only wait for each other.
      env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
    },
  );
  const ended = new Promise<void>((resolve) =>
    engine.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const messages: string[] = [];
  engine.stderr.on('data', (text) => {
    if (messages.length < MAX_MESSAGES) messages.push(String(text).trimEnd());
  });
  // It says that it listens. Until then, another engine could respond at this port.
  const listens = new Promise<void>((resolve) =>
    engine.stderr.on('data', (text) => String(text).includes('listening on') && resolve()),
  );
  const isUp = await Promise.race([
    listens.then(() => waitUntilReachable(endpoint)),
    ended.then(() => false),
  ]);
  return { engine, endpoint, ended, isUp, messages: () => messages };
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
