import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface BundleProcess {
  /** The environment variables; without `AWS_LAMBDA_RUNTIME_API`, the process is not Lambda. */
  readonly environment: Readonly<Record<string, string>>;
  /** Statements that run before the import. */
  readonly before?: string;
  /** Gets the log lines of the process. */
  readonly lines?: object[];
}

/** Evaluates an expression about `module`, the bundle in a folder, in a process of its own. */
export async function inBundleProcess(
  folder: string,
  expression: string,
  { environment, before = '', lines = [] }: BundleProcess,
) {
  const place = await mkdtemp(join(tmpdir(), 'sihat-bundle-process-'));
  const runner = join(place, 'runner.mjs');
  const module = pathToFileURL(join(folder, 'index.mjs')).href;
  await writeFile(
    runner,
    `${before}
     const module = await import(${JSON.stringify(module)});
     const answer = await ${expression} ?? null;
     process.stdout.write('\\n' + JSON.stringify(answer));
     process.exit();`,
  );
  const env = {
    AWS_REGION: 'ap-southeast-5',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TOKEN_ISSUER: 'https://issuer.test/sihat',
    TOKEN_CLIENT_ID: 'client',
    TOKEN_JWKS_URI: 'https://issuer.test/jwks.json',
    ...environment,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [runner], { env });
    const written = stdout.split('\n').filter(Boolean);
    lines.push(...written.slice(0, -1).map((line) => JSON.parse(line)));
    return JSON.parse(written.at(-1) ?? '');
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The event of a request without a token. */
export const eventOfAnybody = (body?: object) => ({
  version: '2.0',
  routeKey: 'POST /v1/account/deletion/receipt',
  rawPath: '/v1/account/deletion/receipt',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: { requestId: 'request-1' },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});
