import { parseArgs } from 'node:util';
import { CannotStart } from './engine.ts';
import type { Platform } from './platform.ts';

const USAGE = `Usage: npm start -- [--data DIR] [--empty]

Starts the whole platform on this machine, with a demo world, until Ctrl-C.

  --data DIR   keep the data in this folder; without it, it goes when the platform stops
  --empty      begin without the demo world: nobody has a role, and there is nothing
  --help       this text

Environment:
  PORT                the port of 127.0.0.1 to listen on; default 3000
  DYNAMODB_ENDPOINT   another engine, such as DynamoDB Local: http://127.0.0.1:8000; by default the embedded engine on
                      Linux on x64, and DynamoDB Local in Docker elsewhere
  TABLE_NAME          the table's name; default sihat-local
`;

/** Milliseconds. One Ctrl-C comes twice: from the terminal to all that it runs, and once more from npm. */
const SAME_KEYPRESS_MS = 500;

// Whoever read the log may go (`npm start | head`); the platform stays.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await main();
} catch (error) {
  // An unexpected error is a bug: it is shown with its stack.
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { data: folder, empty = false, help } = readArguments();
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = readPort(process.env['PORT']);
  // Registered first, so that an early stop leaves nothing behind.
  const stopRequest = listenForStop();
  // Loading the rest takes a moment, so wrong arguments are reported first.
  const [{ startPlatform }, { emptyWorldInstructions, demoInstructions }] = await Promise.all([
    import('./platform.ts'),
    import('./welcome.ts'),
  ]);
  const platform = await startPlatform({
    port,
    folder,
    empty,
    environment: process.env,
    writeLine: (line) => process.stderr.write(`${line}\n`),
  });
  const { url, world, administrator } = platform;
  if (!stopRequest.isRequested()) {
    process.stdout.write(
      `ready ${url}\n\n${world === 'demo' ? demoInstructions(url, new Date()) : emptyWorldInstructions(url, administrator)}`,
    );
  }
  await runUntil(stopRequest.signal, platform);
}

async function runUntil(stopRequested: Promise<void>, platform: Platform): Promise<void> {
  const ended = await Promise.race([
    stopRequested.then(() => 'asked' as const),
    platform.died.then(() => 'died' as const),
  ]);
  await platform.stop();
  if (ended === 'died') throw new CannotStart('The engine has ended by itself, so the platform has stopped.');
}

/** The first signal asks to stop, as does the end of the npm that started this; a later one does not wait. */
function listenForStop() {
  let requestedAt: number | undefined;
  const signal = new Promise<void>((resolve) => {
    // npm hands SIGTERM to its shell, which ends without a word to what it runs.
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
      options: { data: { type: 'string' }, empty: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new CannotStart(`${why}: only --data DIR, --empty and --help are known.`);
  }
}

function readPort(text = '3000'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new CannotStart(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}
