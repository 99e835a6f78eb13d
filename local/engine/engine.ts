import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
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

export const LOCAL_REGION = 'ap-southeast-5';

/** The environment variable with the endpoint of another engine, such as DynamoDB Local. */
export const ENGINE_VARIABLE = 'DYNAMODB_ENDPOINT';

/** The platform and the architecture, as Node.js names them. */
export type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>;

export type EngineEnvironment = Readonly<Record<string, string | undefined>>;

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

const SCOPE = `20260101/${LOCAL_REGION}/dynamodb/aws4_request`;
/** The embedded engine requires a signature but does not verify it. Computing one takes a quarter of the time of a call. */
const DUMMY_SIGNATURE = {
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=local/${SCOPE}, SignedHeaders=host;x-amz-date, Signature=0`,
};

/** Settings that the SDK would otherwise look up in the environment and in the AWS configuration files of the machine. */
const SDK_SETTINGS = {
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  accountIdEndpointMode: 'disabled',
  authSchemePreference: [],
  defaultsMode: 'standard',
  retryMode: 'standard',
  userAgentAppId: '',
} satisfies DynamoDBClientConfig;

/** Returns the client configuration for an engine on this machine. */
export function connectionTo({ endpoint, embedded }: Pick<Engine, 'endpoint' | 'embedded'>) {
  return {
    ...SDK_SETTINGS,
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

/**
 * The timeout is long, because an engine on a busy machine may be slow. Without an engine, the connection is refused at
 * once.
 */
const PROBE_TIMEOUT_MS = 10_000;

/** Returns true if an engine responds at the endpoint. */
export async function isReachable(endpoint: string): Promise<boolean> {
  // Every response counts, because engines reject an empty request in different ways.
  return fetch(endpoint, { method: 'POST', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

/** The timeout can be long, because an engine that cannot start exits at once. */
const START_TIMEOUT_MS = 60_000;

export async function waitUntilReachable(endpoint: string): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; ) {
    if (await isReachable(endpoint)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
