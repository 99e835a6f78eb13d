import { networkInterfaces } from 'node:os';
import { readArguments } from './arguments.ts';
import { runCommand } from './command.ts';
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
                      embedded engine, or DynamoDB Local in Docker where it is not installed)
  TABLE_NAME          the name of the table (default: sihat-local)
`;

/** A start on a quiet machine takes about a second, and says nothing for this long. */
const SILENT_MS = 3_000;

/** What `NO_PROXY` says for 127.0.0.1 at each port: all hosts, the address, or a range of addresses. */
const DIRECT = /^(\*|127\.[\d.*-]+)$/;

/** One Ctrl-C arrives twice: from the terminal, and again from npm. */
const SAME_KEYPRESS_MS = 500;

// The reader of a pipe may exit (`npm start | head`); the platform keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await runCommand(main);

async function main(): Promise<void> {
  const { data: folder, empty = false, host = false, help } = readArguments();
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = readPort(process.env['PORT']);
  requireLoopback();
  refuseProxy(process.env);
  // Listen from the start, so that an early Ctrl-C also cleans up.
  const stopRequest = listenForStop();
  const waiting = sayingWhatItWaitsFor((line) => process.stderr.write(`${line}\n`));
  // These modules are slow to load, and usage errors should appear at once.
  const [{ startPlatform }, { welcome }, { readable }] = await Promise.all([
    import('./platform.ts'),
    import('./welcome.ts'),
    import('./readable-log.ts'),
  ]);
  const forReaders = process.stderr.isTTY ? readable : (line: string) => line;
  const platform = await startPlatform({
    port,
    step: waiting.step,
    host,
    folder,
    empty,
    environment: process.env,
    writeLine: (line) => {
      const text = forReaders(line);
      if (text !== undefined) process.stderr.write(`${text}\n`);
    },
  });
  waiting.end();
  if (!stopRequest.isRequested()) process.stdout.write(welcome(platform));
  await runUntil(stopRequest.signal, platform);
}

/** Says what the start waits for when it takes longer than usual, and then each further step. */
function sayingWhatItWaitsFor(say: (line: string) => void) {
  let current = 'the modules of the platform';
  let speaks = false;
  const speak = () => say(`Still starting: waiting for ${current} …`);
  const timer = setTimeout(() => {
    speaks = true;
    speak();
  }, SILENT_MS);
  timer.unref();
  return {
    step(what: string): void {
      current = what;
      if (speaks) speak();
    },
    end: () => clearTimeout(timer),
  };
}

/** The platform, its engine and its pages meet on the loopback interface, which some containers lack. */
function requireLoopback(): void {
  const addresses = addressesOfMachine();
  if (!addresses || addresses.some(({ address }) => address === '127.0.0.1')) return;
  throw new CannotStart(
    'This machine has no address 127.0.0.1, because its loopback interface is off. On Linux, "ip link set lo up" turns it on.',
  );
}

/** @returns `undefined` where the system does not tell them, as on Android */
function addressesOfMachine() {
  try {
    return Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  } catch {
    return undefined;
  }
}

/** Node.js sends requests to this machine through a proxy, too, when it is told to use the proxy of the environment. */
function refuseProxy(environment: NodeJS.ProcessEnv): void {
  const options = `${environment['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`;
  const usesProxy = environment['NODE_USE_ENV_PROXY'] === '1' || options.includes('--use-env-proxy');
  const named = (...names: readonly string[]) => names.map((name) => environment[name]).find(Boolean) ?? '';
  const proxy = named('http_proxy', 'HTTP_PROXY');
  const direct = named('no_proxy', 'NO_PROXY').split(/[\s,]+/);
  if (!usesProxy || !proxy || direct.some((host) => DIRECT.test(host))) return;
  throw new CannotStart(
    `HTTP_PROXY is ${proxy}, and Node.js would send requests to this machine there, too. Set NO_PROXY=127.0.0.1, or unset NODE_USE_ENV_PROXY.`,
  );
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

function readPort(text = '3000'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new CannotStart(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}
