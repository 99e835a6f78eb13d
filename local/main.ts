import { parseArgs } from 'node:util';
import { CannotStart } from './engine/engine.ts';
import type { Platform } from './platform.ts';

const USAGE = `Usage: npm start -- [--data DIR] [--empty] [--host]

Starts the whole platform with demo data on this machine. Ctrl-C stops it.

  --data DIR   keep the data in this folder; by default it is deleted when the platform stops
  --empty      start without demo data: no content, and nobody has a role
  --host       serve phones in the same network, too; everyone in it can then read and change all data
  --help       show this help

Environment:
  PORT                the port to listen on (default: 3000)
  DYNAMODB_ENDPOINT   the address of another engine, such as http://127.0.0.1:8000 for DynamoDB Local (default: the
                      embedded engine on Linux x64, DynamoDB Local in Docker elsewhere)
  TABLE_NAME          the name of the table (default: sihat-local)
`;

/** One Ctrl-C arrives twice: from the terminal, and again from npm. */
const SAME_KEYPRESS_MS = 500;

// The reader of a pipe may exit (`npm start | head`); the platform keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await main();
} catch (error) {
  // Unexpected errors are printed with their stack trace.
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { data: folder, empty = false, host = false, help } = readArguments();
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = readPort(process.env['PORT']);
  // Listen from the start, so that an early Ctrl-C also cleans up.
  const stopRequest = listenForStop();
  // These modules are slow to load, and usage errors should appear at once.
  const [{ startPlatform }, { welcome }, { readable }] = await Promise.all([
    import('./platform.ts'),
    import('./welcome.ts'),
    import('./readable-log.ts'),
  ]);
  const forReaders = process.stderr.isTTY ? readable : (line: string) => line;
  const platform = await startPlatform({
    port,
    host,
    folder,
    empty,
    environment: process.env,
    writeLine: (line) => {
      const text = forReaders(line);
      if (text !== undefined) process.stderr.write(`${text}\n`);
    },
  });
  if (!stopRequest.isRequested()) process.stdout.write(welcome(platform));
  await runUntil(stopRequest.signal, platform);
}

async function runUntil(stopRequested: Promise<void>, platform: Platform): Promise<void> {
  const ended = await Promise.race([
    stopRequested.then(() => 'asked' as const),
    platform.died.then(() => 'died' as const),
  ]);
  await platform.stop();
  if (ended === 'died')
    throw new CannotStart('The engine has exited unexpectedly, so the platform has stopped.');
}

/** The first signal stops the platform gracefully, as does the exit of the parent npm process. A later signal exits at once. */
function listenForStop() {
  let requestedAt: number | undefined;
  const signal = new Promise<void>((resolve) => {
    // npm forwards SIGTERM only to its shell, which exits without signalling this process.
    const { ppid } = process;
    const checkParent = () => {
      if (process.ppid === ppid) return;
      requestedAt ??= performance.now();
      resolve();
    };
    if (process.env['npm_lifecycle_event']) setInterval(checkParent, 250).unref();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (requestedAt !== undefined && performance.now() - requestedAt > SAME_KEYPRESS_MS) process.exit(1);
        requestedAt ??= performance.now();
        resolve();
      });
    }
  });
  return { signal, isRequested: () => requestedAt !== undefined };
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        empty: { type: 'boolean' },
        host: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new CannotStart(`${why}: the options are --data DIR, --empty, --host and --help.`);
  }
}

function readPort(text = '3000'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new CannotStart(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}
