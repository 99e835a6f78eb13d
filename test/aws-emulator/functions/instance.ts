import { randomUUID } from 'node:crypto';
import type { RequestOptions } from 'node:http';
import { enableCompileCache, flushCompileCache, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The entry of a worker thread that runs one instance of a function, like Lambda's Node.js runtime. Before it loads the
 * bundle it replaces the clock, the addresses of AWS services, and the timers, because this machine is slower than AWS.
 */
export interface InstanceData {
  /** The file and the export that `Handler` names. */
  readonly file: string;
  readonly handler: string;
  readonly functionName: string;
  /** The clock offset in milliseconds, shared by all instances. */
  readonly ahead: SharedArrayBuffer;
  readonly slowness: number;
  /** The local port of the services. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** The compile cache of all instances of a run. */
  readonly compileCache: string;
}

export interface Invocation {
  readonly id: number;
  readonly event: unknown;
  readonly timeout: number;
}

/** `ready` after loading the bundle; then one response for each invocation. */
export type FromInstance =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: string | undefined }
  | { readonly kind: 'failure'; readonly id?: number; readonly error: string };

// Not imported, because the import would load all web APIs of Node.js in each thread.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');
const data: InstanceData = workerData;
const port = parentPort;
if (!port) throw new Error('an instance runs in a worker thread');
const tell = (message: FromInstance) => port.postMessage(message);

/** On AWS, a worker waits up to 15 seconds for the stream. Here the stream is read many times a second. */
const LONGEST_PAUSE = 2_000;
/** The number of service requests in flight. */
let underWay = 0;
enableCompileCache(data.compileCache);
moveClock();
slowDown();
redirect();
refuseOthers();

try {
  const handle = await load();
  port.on('message', async ({ id, event, timeout }: Invocation) => {
    const until = performance.now() + timeout;
    const context = {
      awsRequestId: randomUUID(),
      functionName: data.functionName,
      getRemainingTimeInMillis: () => Math.max(0, until - performance.now()),
    };
    try {
      tell({ kind: 'answer', id, value: JSON.stringify(await handle(event, context)) });
    } catch (error) {
      tell({ kind: 'failure', id, error: described(error) });
    }
  });
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'failure', error: described(error) });
}

async function load(): Promise<(event: unknown, context: object) => unknown> {
  const module = await import(pathToFileURL(data.file).href);
  flushCompileCache();
  const handle = module[data.handler];
  if (typeof handle !== 'function') {
    throw Object.assign(new Error(`${data.handler} is undefined or not exported`), {
      name: 'Runtime.HandlerNotFound',
    });
  }
  return handle;
}

function described(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function moveClock(): void {
  const ahead = new BigInt64Array(data.ahead);
  const Real = Date;
  const now = () => Real.now() + Number(Atomics.load(ahead, 0));
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/**
 * Timers run more slowly while the function waits for a service, so that its time-outs stay in proportion. A pause without a
 * request in flight is not slowed down, and takes two seconds at most.
 */
function slowDown(): void {
  const { setTimeout: realTimeout } = globalThis;
  const elapsed = performance.now.bind(performance);
  performance.now = () => elapsed() / data.slowness;
  const slowTimeout = (task: (...given: unknown[]) => void, milliseconds?: number, ...given: unknown[]) => {
    let rounds = 0;
    const timer = realTimeout(
      () => {
        rounds += 1;
        if (underWay > 0 && rounds < data.slowness) timer.refresh();
        else task(...given);
      },
      underWay > 0 ? milliseconds : Math.min(milliseconds ?? 0, LONGEST_PAUSE),
    );
    return timer;
  };
  globalThis.setTimeout = Object.assign(slowTimeout, realTimeout);
}

/** Redirects HTTPS requests for AWS services to HTTP on this machine, with the original `host` header. */
function redirect(): void {
  const agent = new http.Agent({ keepAlive: true });
  const request = (...given: unknown[]) => {
    const callback = given.find((argument) => typeof argument === 'function') as Parameters<
      typeof http.request
    >[2];
    const [address] = given;
    const url = typeof address === 'string' || address instanceof URL ? new URL(address) : undefined;
    const options = (given.find((argument) => typeof argument === 'object' && !(argument instanceof URL)) ??
      {}) as RequestOptions;
    const host = url?.hostname ?? options.hostname ?? options.host ?? '';
    if (!data.hosts.includes(host)) throw new Error(`${data.functionName} may not connect to ${host}`);
    const { auth: _, ...rest } = options;
    underWay += 1;
    const sent = http.request(
      {
        ...rest,
        path: url ? url.pathname + url.search : (options.path ?? '/'),
        agent,
        protocol: 'http:',
        hostname: '127.0.0.1',
        host: '127.0.0.1',
        port: data.port,
        headers: { host, ...(Array.isArray(options.headers) ? {} : options.headers) },
      },
      callback,
    );
    return sent.once('close', () => {
      underWay -= 1;
    });
  };
  https.request = request as typeof https.request;
  https.get = ((...given: unknown[]) => {
    const sent = request(...given);
    sent.end();
    return sent;
  }) as typeof https.get;
  syncBuiltinESMExports();
}

/** Rejects connections to all other hosts. */
function refuseOthers(): void {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    // Node.js itself passes its options in an array.
    const [first] = given.flat();
    const to = typeof first === 'object' && first !== null ? first : {};
    const port = 'port' in to ? Number(to.port) : Number.NaN;
    if (port !== data.port) {
      throw new Error(`${data.functionName} may not connect to ${'host' in to ? to.host : ''}:${port}`);
    }
    return Reflect.apply(connect, this, given);
  } as typeof connect;
}
