import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PlatformOptions, startPlatform } from '../../local/platform.ts';
import { checked, reportToTest } from './connection.ts';

/** Starts the platform as `npm start` does, and runs the administrators' command line. */

const ROOT = resolve(import.meta.dirname, '../..');
/** Makes each child process end with the test's process, however that ends, and checks its requests to DynamoDB. */
const CHILD_OF_TEST = ['--import', new URL('./child-of-test.ts', import.meta.url).href];

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sent {
  readonly as?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function launch({ args = [], nodeArgs = [], env = {} }: LaunchOptions, script = 'local/main.ts') {
  // Any free port, so that test files can run concurrently.
  const child = spawn(process.execPath, [...CHILD_OF_TEST, ...nodeArgs, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.on('message', ({ requestProblem }: { readonly requestProblem?: string }) => {
    if (requestProblem) reportToTest(new Error(requestProblem));
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code, signal) => done({ code, signal, ...output })),
  );
  return { child, output, ended };
}

/** Runs a process to its end. */
export function runToTheEnd(options: LaunchOptions, script?: string): Promise<Ended> {
  const { child, ended } = launch(options, script);
  const cut = setTimeout(() => child.kill('SIGKILL'), 120_000);
  return ended.finally(() => clearTimeout(cut));
}

/** `npm run admin -- …` */
export function runAdmin(args: readonly string[], env: LaunchOptions['env'] = {}): Promise<Ended> {
  return runToTheEnd({ args, env }, 'infra/admin/main.ts');
}

/** Sends requests to a local platform. */
export function speaking(url: string) {
  async function call(method: string, path: string, { as, token, body, headers }: Sent = {}) {
    const bearer = token ?? (as && (await tokenOf({ persona: as })));
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON the answer holds
    const parsed: any = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  async function tokenOf(options: object): Promise<string> {
    return (await call('POST', '/local/tokens', { body: options })).body.accessToken;
  }

  return {
    url,
    call,
    tokenOf,
    advance: (seconds: number) => call('POST', '/local/clock', { body: { advanceSeconds: seconds } }),
  };
}

/** The platform of `npm start` in this process, which is much quicker to start than a process of its own. */
export async function startInProcess(options: Partial<PlatformOptions> = {}) {
  const environment = { ...process.env, ...options.environment };
  const { url, stop } = await startPlatform({
    port: 0,
    empty: true,
    writeLine: () => {},
    connect: checked,
    ...options,
    environment,
  });
  return { ...speaking(url), stop };
}

export type Running = Awaited<ReturnType<typeof startLocal>>;

/** @param script `local/dev.ts` for `npm run dev` */
export async function startLocal(options: LaunchOptions = {}, script?: string) {
  const { child, output, ended } = launch(options, script);
  const ready = new Promise<string>((done) => {
    child.stdout?.on('data', () => {
      const url = /^ready (\S+)\n/m.exec(output.stdout)?.[1];
      if (url) done(url);
    });
  });
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(`did not start: ${stderr}`)));
  const url = await Promise.race([ready, failed]);

  return {
    ...speaking(url),
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    output,
    ended,
    /** The parsed log lines. */
    logged: (): Record<string, unknown>[] =>
      output.stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    stop: (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
      child.kill(signal);
      return ended;
    },
  };
}

/** All descendants of a living process. Orphans would have another parent. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
        } catch {
          return []; // it has just ended
        }
      }),
  );
  const below = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** Whether a process has ended. A zombie counts as ended. */
export function isGone(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}

/** Resolves once a condition holds, and rejects with its name after a long time-out for busy machines. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 120_000,
): Promise<void> {
  for (const end = Date.now() + within; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not within ${within} ms: ${what}`);
}
