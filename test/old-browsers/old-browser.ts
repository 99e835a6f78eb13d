import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** Old Chromiums, and as much of the DevTools protocol as the checks need: today's drivers refuse some of them. */

const CACHE = join(import.meta.dirname, 'node_modules', '.cache');
const unpacked = promisify(brotliDecompress);

/** Unpacks a browser with its libraries, once. @returns its folder */
async function folderOf(version: number): Promise<string> {
  const folder = join(CACHE, `${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, 'new-'));
  const bin = join(import.meta.dirname, 'node_modules', `chromium-${version}`, 'bin');
  const program = join(unfinished, 'chromium');
  await writeFile(program, await unpacked(await readFile(join(bin, 'chromium.br'))));
  await chmod(program, 0o755);
  for (const name of ['aws', 'swiftshader']) {
    const archive = join(unfinished, `${name}.tar`);
    await writeFile(archive, await unpacked(await readFile(join(bin, `${name}.tar.br`))));
    execFileSync('tar', ['xf', archive, '-C', unfinished]);
    await rm(archive);
  }
  await rename(unfinished, folder);
  return folder;
}

type Program = ChildProcessByStdio<null, null, Readable>;

export interface OldPage {
  readonly goto: (url: string) => Promise<void>;
  /** The value of an expression in the page. */
  readonly value: <T>(expression: string) => Promise<T>;
  /** Waits until an expression is true in the page. @throws {Error} with the text of the page after 20 seconds */
  readonly until: (expression: string) => Promise<void>;
  /** What was thrown in the page and not caught. */
  readonly errors: string[];
}

export interface OldBrowser {
  readonly page: OldPage;
  readonly stop: () => Promise<void>;
}

interface Target {
  readonly type: string;
  readonly webSocketDebuggerUrl: string;
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-zygote',
  '--single-process',
  '--hide-scrollbars',
];
const PATIENCE_MS = 20_000;

const ATTEMPTS = 3;

/** Starts a browser with one page. In a single process, these browsers hang at times when they start. */
export async function openOldBrowser(version: number): Promise<OldBrowser> {
  for (let attempt = 1; ; attempt++)
    try {
      return await started(version);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
}

async function started(version: number): Promise<OldBrowser> {
  const folder = await folderOf(version);
  const profile = await mkdtemp(join(tmpdir(), 'sihat-old-browser-'));
  const browser = spawn(
    join(folder, 'chromium'),
    [
      ...FLAGS,
      '--window-size=1920,1080',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stop = async () => {
    const ended = new Promise((done) => browser.once('exit', done));
    browser.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { page: await pageOf(version, browser), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function pageOf(version: number, browser: Program): Promise<OldPage> {
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    browser.stderr.setEncoding('utf8').on('data', (more) => {
      text += more;
      const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(text) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    browser.once('exit', (code) => reject(new Error(`Chromium ${version} has ended (${code}):\n${text}`)));
  });
  const { send, on } = await connected(await addressOfPage(address));
  const errors: string[] = [];
  on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) =>
    errors.push(exception?.description ?? text),
  );
  await send('Runtime.enable');
  await send('Page.enable');

  const value = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  return {
    errors,
    value,
    async goto(url) {
      await send('Page.navigate', { url });
    },
    async until(expression) {
      const ends = Date.now() + PATIENCE_MS;
      while (!(await value<boolean>(`Boolean(document.body && (${expression}))`).catch(() => false))) {
        if (Date.now() > ends) {
          const seen = await value<string>('document.body ? document.body.innerText : ""');
          throw new Error(`${expression} is not true. The page says:\n${seen}\n${errors.join('\n')}`);
        }
        await new Promise((done) => setTimeout(done, 100));
      }
    },
  };
}

/** The address of the page's debugger. The page may appear later than the browser. */
async function addressOfPage(browser: string): Promise<string> {
  for (const ends = Date.now() + PATIENCE_MS; Date.now() < ends; ) {
    const targets = (await (await fetch(`${browser}/json`)).json()) as readonly Target[];
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page.webSocketDebuggerUrl;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The browser has no page.');
}

// biome-ignore lint/suspicious/noExplicitAny: messages of the DevTools protocol
type Message = any;

async function connected(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let last = 0;
  const waiting = new Map<number, (answer: Message) => void>();
  const listeners = new Map<string, (params: Message) => void>();
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(data);
    if (id === undefined) listeners.get(method)?.(params);
    else waiting.get(id)?.(result ?? { exceptionDetails: { exception: { description: error?.message } } });
  };
  return {
    on: (method: string, listener: (params: Message) => void) => listeners.set(method, listener),
    send: (method: string, params: object = {}) =>
      new Promise<Message>((resolve, reject) => {
        last += 1;
        waiting.set(last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
        setTimeout(() => reject(new Error(`The browser does not answer ${method}.`)), PATIENCE_MS).unref();
      }),
  };
}
