import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { Principal } from '../services/principals.ts';
import type { FromInstance, InstanceData, Invocation } from './instance.ts';

/** A function as in Lambda: the first event starts an instance, which processes one event at a time and stays warm. */
export interface Lambda {
  readonly name: string;
  readonly arn: string;
  /** Its identity for services, and its name in reports. */
  readonly principal: Principal;
  /** @throws {FunctionError} when the function fails or cannot start. */
  readonly invoke: (event: unknown) => Promise<unknown>;
  readonly calls: () => number;
  readonly stop: () => Promise<void>;
}

class FunctionError extends Error {
  override readonly name = 'FunctionError';
}

export interface LambdaOptions {
  readonly name: string;
  readonly arn: string;
  readonly principal: Principal;
  /** The unpacked asset. */
  readonly folder: string;
  /** `<file>.<export>`, as in the template. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
}

export interface Surroundings {
  readonly instance: Pick<InstanceData, 'ahead' | 'slowness' | 'hosts' | 'port'>;
  /** Receives each line that the function or Lambda prints. */
  readonly log: (line: string) => void;
}

/** The types are stripped once, because otherwise each thread would load the type stripper. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(
    transformSync(readFileSync(new URL('./instance.ts', import.meta.url), 'utf8'), { loader: 'ts' }).code,
  )}`,
);

/** The file extensions in the order of Lambda's runtime. */
const EXTENSIONS = ['.mjs', '.js', '.cjs'];

export function lambda(options: LambdaOptions, { instance: data, log }: Surroundings): Lambda {
  const { name, arn, principal, folder, handler, environment, timeoutSeconds } = options;
  const timeout = timeoutSeconds * 1000;
  let calls = 0;
  let instance: Promise<Instance> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Instance> {
    const dot = handler.lastIndexOf('.');
    return startInstance(
      {
        ...data,
        file: `${folder}/${handler.slice(0, dot)}`,
        handler: handler.slice(dot + 1),
        functionName: name,
      },
      { environment, memoryMegabytes: options.memoryMegabytes, log },
    );
  }

  async function run(event: unknown): Promise<unknown> {
    calls += 1;
    log(`START ${name}`); // Stands for what Lambda itself logs with the role of the function.
    instance ??= start();
    const current = await instance;
    const answer = await current
      .ask({ event, timeout }, timeout * data.slowness)
      .catch(async (error: unknown) => {
        // A broken or busy instance is not used again.
        if (!current.usable()) await stop();
        throw error;
      });
    return answer === undefined ? undefined : JSON.parse(answer);
  }

  async function stop(): Promise<void> {
    const stopping = instance;
    instance = undefined;
    await (await stopping)?.stop();
  }

  return {
    name,
    arn,
    principal,
    invoke(event) {
      const turn = last.then(() => run(event));
      last = turn.catch(() => {});
      return turn.catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        log(JSON.stringify({ level: 'error', function: name, failed: why }));
        throw new FunctionError(`${name}: ${why}`);
      });
    },
    calls: () => calls,
    stop,
  };
}

interface Instance {
  readonly ask: (invocation: Omit<Invocation, 'id'>, within: number) => Promise<string | undefined>;
  readonly usable: () => boolean;
  readonly stop: () => Promise<void>;
}

interface InstanceOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly log: (line: string) => void;
}

async function startInstance(
  data: Omit<InstanceData, 'compileCache'>,
  { environment, memoryMegabytes, log }: InstanceOptions,
): Promise<Instance> {
  const worker = new Worker(ENTRY, {
    workerData: {
      ...data,
      file: existing(data.file),
      compileCache: process.env['NODE_COMPILE_CACHE'] ?? '',
    } satisfies InstanceData,
    env: { ...environment },
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  for (const stream of [worker.stdout, worker.stderr]) eachLine(stream, log);
  const waiting = new Map<number, PromiseWithResolvers<string | undefined>>();
  const ready = Promise.withResolvers<void>();
  let usable = true;
  let asked = 0;
  const fail = (why: string) => {
    usable = false;
    const error = new Error(why);
    ready.reject(error);
    for (const answer of waiting.values()) answer.reject(error);
    waiting.clear();
  };
  worker.on('message', (message: FromInstance) => {
    if (message.kind === 'ready') return ready.resolve();
    if (message.kind === 'failure' && message.id === undefined) return fail(message.error);
    const answer = waiting.get(message.id ?? -1);
    waiting.delete(message.id ?? -1);
    if (message.kind === 'failure') answer?.reject(new Error(message.error));
    else answer?.resolve(message.value);
  });
  worker.on('error', (error) => fail(String(error)));
  worker.on('exit', (code) => fail(`Runtime.ExitError: it ended with ${code}`));
  worker.unref();
  ready.promise.catch(() => {}); // The first request handles the error.

  return {
    async ask(invocation, within) {
      await ready.promise;
      const id = ++asked;
      const answer = Promise.withResolvers<string | undefined>();
      waiting.set(id, answer);
      const cut = setTimeout(
        () => fail(`Task timed out after ${(invocation.timeout / 1000).toFixed(2)} seconds`),
        within,
      );
      worker.postMessage({ id, ...invocation } satisfies Invocation);
      return answer.promise.finally(() => clearTimeout(cut));
    },
    usable: () => usable,
    stop: async () => void (await worker.terminate()),
  };
}

function existing(file: string): string {
  return EXTENSIONS.map((extension) => file + extension).find(existsSync) ?? file;
}

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  createInterface({ input: stream }).on('line', take);
}
