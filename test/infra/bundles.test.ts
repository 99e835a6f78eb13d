import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts, workers } from '../../functions/contracts.ts';
import { type Bundle, type Bundles, buildBundles, bundleOf } from '../../infra/bundles/bundles.ts';
import { sources } from '../../infra/bundles/sources.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { createTable } from '../../local/engine/tables.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { deletionReceipt } from '../../shared/deletion/items.ts';
import { tableClient } from '../../shared/table/client.ts';
import { fingerprint, systemClock } from '../../shared/values/clock.ts';
import { eventOfAnybody, inBundleProcess } from '../support/bundle-process.ts';
import { builtBundles } from '../support/bundles.ts';
import { engineConnection } from '../support/connection.ts';
import { listening } from '../support/listening.ts';
import { newAccount } from '../support/world.ts';

/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 22;

/** The files that only the API reference and the command line read. */
const EXAMPLES = /(^|[./])examples\.ts$|\/meanings\.ts$/;

const endpoints: readonly Contract[] = Object.values(contracts);

let outdir: string;
let bundles: Bundles;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'sihat-bundles-'));
  bundles = await builtBundles();
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

const bundle = (id: string): Bundle => bundleOf(bundles, id);
const textOf = (id: string) => readFile(join(bundle(id).folder, 'index.mjs'), 'utf8');

describe('the bundles', () => {
  it('are one for each endpoint and each worker', () => {
    expect([...bundles.keys()].sort()).toEqual([...Object.keys(contracts), ...Object.keys(workers)].sort());
  });

  it('are the same, whether a worker of tests or a command builds them', async () => {
    const built = sources().filter(({ id }) => id === 'withdrawCertificate');
    const textIn = (folder: string) =>
      readFile(join(outdir, folder, 'withdrawCertificate/index.mjs'), 'utf8');
    await buildBundles(join(outdir, 'worker'), built);
    const module = pathToFileURL(join(projectRoot, 'infra/bundles/bundles.ts')).href;
    const program = `import { buildBundles } from '${module}';
      await buildBundles('${join(outdir, 'command')}', ${JSON.stringify(built)});`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(await textIn('worker')).toBe(await textIn('command'));
  });

  it('have one source each: the only file under functions/ with its name, and the only ones with a handler', async () => {
    const files = await readdir(join(projectRoot, 'functions'), { recursive: true });
    const withHandler = await Promise.all(
      files
        .filter((file) => file.endsWith('.ts'))
        .map(async (file) => {
          const text = await readFile(join(projectRoot, 'functions', file), 'utf8');
          return text.includes('export const handler') ? [join('functions', file)] : [];
        }),
    );
    const entries = sources().map(({ source }) => source);
    expect(entries.sort()).toEqual(withHandler.flat().sort());
    const names = Map.groupBy(files, (file) => basename(file));
    expect(entries.filter((source) => names.get(basename(source))?.length !== 1)).toEqual([]);
  });

  it('are not built when a source is missing, which is named', async () => {
    const missing = {
      id: 'notThere',
      area: 'clinical',
      kind: 'endpoint',
      source: 'functions/clinical/not-there.ts',
    } as const;
    await expect(buildBundles(join(outdir, 'unused'), [missing])).rejects.toThrow(
      'No source for notThere (functions/clinical/not-there.ts)',
    );
  });

  it('are at most 252,000 bytes for an endpoint and 270,000 for a worker', () => {
    const most = { endpoint: 252_000, worker: 270_000 };
    const tooLarge = [...bundles.values()].filter(({ kind, bytes }) => bytes > most[kind]);
    expect(tooLarge.map(({ id, bytes }) => `${id}: ${bytes}`)).toEqual([]);
  });

  it('contain no development dependencies, and only code of functions/ and shared/', async () => {
    const { packages } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
    const inputs = new Set([...bundles.values()].flatMap(({ inputs }) => inputs));
    const foreign = [...inputs].filter((input) => {
      const [folder] = /^node_modules\/(@[^/]+\/)?[^/]+(\/node_modules\/(@[^/]+\/)?[^/]+)*/.exec(input) ?? [];
      if (folder) return packages[folder]?.dev !== undefined || packages[folder] === undefined;
      return !/^(functions|shared)\//.test(input) && !/^[a-z-]+:/.test(input);
    });
    expect(inputs.size).toBeGreaterThan(300);
    expect(foreign).toEqual([]);
  });

  it('contain no examples and no meanings of properties', () => {
    const inputs = [...bundles.values()].flatMap(({ inputs }) => inputs);
    expect(inputs).toContain('functions/community/clubs/contract.ts');
    expect(inputs.filter((input) => EXAMPLES.test(input))).toEqual([]);
  });

  it.each(endpoints.map(({ operationId }) => operationId))(
    '%s holds the contract of no other endpoint',
    async (id) => {
      const text = await textOf(id);
      expect(text).toContain(`operationId:"${id}"`);
      const others = endpoints.filter(({ operationId }) => operationId !== id);
      expect(
        others
          .filter(({ operationId }) => text.includes(`"${operationId}"`))
          .map(({ operationId }) => operationId),
      ).toEqual([]);
      expect(
        others.filter(({ summary }) => text.includes(summary)).map(({ operationId }) => operationId),
      ).toEqual([]);
    },
  );

  it('of the receipt check contain no key of another area', async () => {
    const text = await textOf('checkDeletionReceipt');
    expect(text).toContain('"DELETION#RECEIPT#"');
    expect(text).not.toMatch(/CLINICAL#|COMMUNITY#|REWARDS#|ONBOARDING#|WORKSPACE#|DELETION#REQUEST#/);
  });

  it('of an endpoint contain only its own contract of its area', async () => {
    const { inputs } = bundle('issueQrToken');
    expect(inputs).toContain('functions/clinical/access-requests/contract.ts');
    expect(await textOf('issueQrToken')).not.toContain('licenseAuthority');
  });

  it('never import modules of Node.js, whose unused exports would add up to 35 ms to each cold start', async () => {
    for (const id of bundles.keys()) expect(await textOf(id)).not.toMatch(/(from|import)\s*\(?"[a-z:_/]+"/);
  });
});

describe('a built bundle in its own process with the real engine', () => {
  const tableName = `test-${randomUUID()}`;
  const connection = engineConnection();
  beforeAll(() => createTable(connection, tableName, { stream: false }));

  it('answers 404 receipt_not_found for an unknown receipt', async () => {
    const answer = await invoke('checkDeletionReceipt', eventOfAnybody({ receiptToken: 'never issued' }));
    expect(answer).toMatchObject({ statusCode: 404, headers: { 'x-request-id': 'request-1' } });
    expect(JSON.parse(answer.body)).toEqual({
      code: 'receipt_not_found',
      message: contracts.checkDeletionReceipt.refusals.receipt_not_found[1],
    });
  });

  it('reads items that the sources wrote', async () => {
    const status = {
      id: randomUUID(),
      status: 'pending' as const,
      requestedAt: '2026-03-02T02:15:09.412Z',
      receiptExpiresAt: '2999-01-01T00:00:00.000Z',
      noticeVersion: '2026-01-01',
    };
    const tables = tableClient({ tableName, clock: systemClock, connection });
    await tables
      .session()
      .table.putNew(deletionReceipt.stored({ ...status, receiptHash: fingerprint('issued') }));
    tables.close();
    const answer = await invoke('checkDeletionReceipt', eventOfAnybody({ receiptToken: 'issued' }));
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body)).toEqual(status);
  });

  it('returns lists to anonymous callers', async () => {
    const answer = await invoke('listCampaigns', { ...eventOfAnybody(), body: undefined });
    expect(answer).toMatchObject({ statusCode: 200, body: '{"campaigns":[]}' });
  });

  it('fetches the issuer’s keys over TLS, and answers 503 try_again while they are unavailable', async () => {
    const firstBytes: number[] = [];
    const issuer = createServer((socket) =>
      socket.once('data', (hello) => socket.destroy(void firstBytes.push(hello[0] ?? 0))),
    );
    const port = await listening(issuer);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256', kid: 'key' })}.${part({ iss: 'https://issuer.test/sihat' })}.c2lnbmF0dXJl`;
    const event = { ...eventOfAnybody(), headers: { authorization: `Bearer ${token}` } };
    const answer = await invoke('issueQrToken', event, {
      TOKEN_JWKS_URI: `https://127.0.0.1:${port}/jwks.json`,
    });
    issuer.close();
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    expect(firstBytes).toContain(TLS_HANDSHAKE);
  });

  it('runs a worker', async () => {
    expect(await invoke('sweepLapsedLeases', {})).toEqual({
      batchItemFailures: [],
      done: { unitsReleased: expect.any(Number), claimsLeft: 0 },
    });
  });

  it('signs for DynamoDB and Cognito with the credentials and the region of the environment', async () => {
    const client = 'shared/identity/cognito-sign-ins.ts';
    const built = await buildBundles(join(outdir, 'cognito'), [
      { id: 'cognito', area: 'deletion', kind: 'worker', source: client },
    ]);
    const received: IncomingHttpHeaders[] = [];
    const service = createHttpServer((request, response) => {
      received.push(request.headers);
      response.end('{}');
    });
    const endpoint = `http://127.0.0.1:${await listening(service)}`;
    const environment = {
      AWS_REGION: 'ap-southeast-1',
      AWS_SESSION_TOKEN: 'session',
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint,
      USER_POOL_ID: 'ap-southeast-1_Pool00000',
    };
    await invoke('checkDeletionReceipt', eventOfAnybody({ receiptToken: 'x' }), environment);
    const removal = `module.cognitoSignIns(process.env).remove('${newAccount()}')`;
    await run(bundleOf(built, 'cognito').folder, removal, environment);
    service.close();
    expect(received).toEqual(
      ['dynamodb', 'cognito-idp'].map((name) =>
        expect.objectContaining({
          authorization: expect.stringMatching(
            new RegExp(`^AWS4-HMAC-SHA256 Credential=test/\\d{8}/ap-southeast-1/${name}/`),
          ),
          'x-amz-security-token': 'session',
        }),
      ),
    );
  });

  it.each([
    ['ThrottlingException', 400, 'throttled'],
    ['InternalServerError', 500, 'unanswered'],
  ])('answers 503 try_again when DynamoDB answers %s', async (name, status, because) => {
    const service = createHttpServer((_, response) =>
      response.writeHead(status).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}` })),
    );
    const AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${await listening(service)}`;
    const lines: object[] = [];
    const answer = await invoke(
      'checkDeletionReceipt',
      eventOfAnybody({ receiptToken: 'x' }),
      { AWS_ENDPOINT_URL_DYNAMODB },
      lines,
    );
    service.close();
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    expect(lines).toMatchObject([{ code: 'try_again', because }]);
  });

  it('fails at its first request and names the missing environment variable', async () => {
    await expect(
      invoke('checkDeletionReceipt', eventOfAnybody({ receiptToken: 'x' }), { TABLE_NAME: '' }),
    ).rejects.toThrow('Missing or wrong in the environment: TABLE_NAME');
  });

  /** Runs the handler of a bundle in a process with only Lambda's environment. */
  const invoke = (
    id: string,
    event: object,
    changed: Readonly<Record<string, string>> = {},
    lines: object[] = [],
  ) => run(bundle(id).folder, `module.handler(${JSON.stringify(event)}, {})`, changed, lines);

  const run = (
    folder: string,
    expression: string,
    changed: Readonly<Record<string, string>>,
    lines: object[] = [],
  ) =>
    inBundleProcess(folder, expression, {
      environment: { TABLE_NAME: tableName, AWS_ENDPOINT_URL_DYNAMODB: connection.endpoint, ...changed },
      lines,
    });
});
