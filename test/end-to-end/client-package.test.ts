import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '../../local/demo/rewards.ts';
import openapi from '../../openapi.json' with { type: 'json' };
import * as client from '../../web/client/client.ts';
import { areasOf, type OpenApiDocument } from '../../web/reference/document.ts';
import { typescriptOf } from '../../web/reference/samples.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { startInProcess } from '../support/running.ts';

/** The package that `npm run build:client` writes, and every sample of TypeScript in the documents for app developers. */

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'sihat-client-'));
const built = join(folder, 'node_modules/@sihat/client');
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeAll(async () => {
  await run(process.execPath, ['web/client/build.ts', '--out', built], { cwd: ROOT });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@noble', 'amazon-cognito-identity-js'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});

/** Compiles files of an app strictly. @returns what the compiler reports */
function compile(...files: readonly string[]): Promise<string> {
  const options = [
    ...[
      '--strict',
      '--noUncheckedIndexedAccess',
      '--noUnusedLocals',
      '--noUnusedParameters',
      '--skipLibCheck',
    ],
    ...['--rewriteRelativeImportExtensions', '--module', 'nodenext', '--lib', 'es2023,dom', '--types', ''],
  ];
  return run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: folder }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
}

describe('the client package (npm run build:client)', () => {
  it('compiles strictly in an app, and knows what does not exist', async () => {
    const app = (line: string) => `import { newId, sihatClient } from '@sihat/client';
const api = sihatClient({ baseUrl: 'http://127.0.0.1:9', attempts: 1 });
export async function main(): Promise<number | undefined> {
  const { data } = await api.GET('/v1/community/events/{code}', { params: { path: { code: newId() } } });
  ${line}
}
`;
    const compiled = async (line: string) => {
      await writeFile(join(folder, 'app.ts'), app(line));
      return compile('app.ts');
    };
    expect(await compiled('return data?.event.memberCount;')).toBe('');
    await run(process.execPath, ['--input-type=module', '-e', "await import('./app.js')"], { cwd: folder });
    expect(await compiled('return data?.event.colour;')).toContain("'colour' does not exist");

    // What the README says of its size.
    const { code } = await transform(await readFile(join(built, 'client.js'), 'utf8'), { minify: true });
    expect(gzipSync(code).length).toBeLessThan(5.1 * 1024);
  });

  it('compiles every sample of the API reference', async () => {
    const areas = areasOf(openapi as unknown as OpenApiDocument);
    const samples = areas.flatMap(({ operations }) =>
      operations.map(
        (each) =>
          `{ ${typescriptOf(each)} void [${each.successes.some(({ schema }) => schema) ? 'data, ' : ''}error]; }`,
      ),
    );
    const lines = [
      "import { sihatClient } from '@sihat/client';",
      "const api = sihatClient({ baseUrl: '' });",
    ];
    await writeFile(join(folder, 'samples.ts'), [...lines, ...samples].join('\n'));
    expect(samples.length).toBeGreaterThan(100);
    expect(await compile('samples.ts')).toBe('');
  });

  it('exports what its README lists, and nothing else', async () => {
    const [, table = ''] = /^## Exports\n(.*?)^## /ms.exec(await read('web/client/README.md')) ?? [];
    const cells = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell);
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    const declarations = await readFile(join(built, 'client.d.ts'), 'utf8');
    const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(
      ([, names = '']) => names,
    );
    const own = [
      ...declarations.matchAll(/^export (?:declare )?(?:function|const|class|interface|type) (\w+)/gm),
    ];
    const exported = [
      ...lists.flatMap((names) => names.split(',').map((name) => name.replace(/^\s*type /, '').trim())),
      ...own.map(([, name = '']) => name),
    ].filter(Boolean);
    expect(exported).toEqual(expect.arrayContaining(Object.keys(client)));
    expect(listed.toSorted()).toEqual(exported.toSorted());
  });

  it('is installed as its README says', async () => {
    const [, commands = ''] = /^```sh\n(.*?)^```/ms.exec(await read('web/client/README.md')) ?? [];
    const archive = /npm install (\S+)/.exec(commands)?.[1] ?? '';
    const [app, repository] = [join(folder, 'my-app'), join(folder, 'sihat')];
    for (const each of [app, repository]) await mkdir(each);
    await run('npm', ['pack', built], { cwd: repository });
    // The packages that it uses come from this project instead of the network.
    const overrides = Object.fromEntries(
      ['openapi-fetch', 'openapi-typescript-helpers', '@noble/hashes'].map((name) => [
        name,
        `file:${join(ROOT, 'node_modules', name)}`,
      ]),
    );
    await writeFile(join(app, 'package.json'), JSON.stringify({ type: 'module', overrides }));
    await run('npm', ['install', archive, '--offline', '--no-audit', '--no-fund'], {
      cwd: app,
    });
    const script = "console.log(Object.keys(await import('@sihat/client')).join())";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: app });
    expect(stdout.trim().split(',').toSorted()).toEqual(Object.keys(client).toSorted());
  });
});

interface Sample {
  /** The names that the lines use, with their types. */
  readonly given: Readonly<Record<string, string>>;
  /** The names that the lines declare. */
  readonly results: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a sample declares
  readonly run: (sample: (given: object) => Promise<any>) => Promise<void>;
}
const DOCUMENTS = ['web/client/README.md', 'docs/api.md'] as const;
/** The languages of blocks that are not samples of TypeScript. */
const OTHERS = ['', 'sh', 'http', 'json'];
const API = { api: 'import("openapi-fetch").Client<import("@sihat/client").paths>' };
const SHOW = { show: '(text: string) => void' };
const SIGNAL = { signal: 'AbortSignal' };

describe('the samples of TypeScript', { shuffle: false }, async () => {
  const blocks = (
    await Promise.all(
      DOCUMENTS.map(async (document) =>
        [...(await read(document)).matchAll(/^ *```(\w*)[^\n]*\n(.*?)^ *```$/gms)].flatMap(
          ([, language = '', code = '']) => (OTHERS.includes(language) ? [] : [{ document, code }]),
        ),
      ),
    )
  ).flat();

  let local: Awaited<ReturnType<typeof startInProcess>>;
  beforeAll(async () => {
    local = await startInProcess({ empty: false });
  });
  afterAll(() => local?.stop());
  const apiOf = async (persona: string, options: Partial<client.ClientOptions> = {}) => {
    const token = await local.tokenOf({ persona });
    return client.sihatClient({ baseUrl: local.url, token: () => token, ...options });
  };
  const never = new AbortController().signal;

  /** How each sample runs, in the order of the documents. */
  const samples: Readonly<Record<(typeof DOCUMENTS)[number], readonly Sample[]>> = {
    'web/client/README.md': [
      {
        given: {
          session: '{ accessToken: string; refresh(): Promise<void>; askForThePassword(): void }',
          campaignId: 'string',
        },
        results: ['data', 'error', 'claimId'],
        async run(sample) {
          const session = {
            accessToken: await local.tokenOf({ persona: 'walker' }),
            refresh: () => Promise.reject(new Error('The token is valid.')),
            askForThePassword: () => {},
          };
          const { data, error, claimId } = await sample({ session, campaignId: campaigns.live });
          expect([data.event.title, error]).toEqual(['KL Wellness Expo', undefined]);
          const { body } = await local.call('GET', `/v1/rewards/campaigns/${campaigns.live}/claim`, {
            as: 'walker',
          });
          expect(body.id).toBe(claimId);
        },
      },
      {
        given: { ...API, ...SHOW },
        results: [],
        async run(sample) {
          const shown: string[] = [];
          const show = (text: string) => shown.push(text);
          await sample({ api: await apiOf('walker'), show });
          await sample({ api: await apiOf('walker', { token: () => 'no token' }), show });
          const lost = await apiOf('walker', { attempts: 1, fetch: () => Promise.reject(new Error('lost')) });
          await sample({ api: lost, show });
          const refused = await apiOf('walker', {
            fetch: async () => Response.json({ code: 'account_closed', message: '…' }, { status: 403 }),
          });
          await sample({ api: refused, show });
          expect(shown).toEqual([
            expect.stringMatching(/^Signed in as [\da-f-]{36}\.$/),
            'Sign in again.',
            'There is no connection.',
            'Refused: account_closed',
          ]);
        },
      },
      {
        given: {
          ...API,
          ...SIGNAL,
          challenge: '{ id: string; endsAt: string }',
          alias: 'string',
          shareLeaderboard: 'boolean',
          sharePublicDisplay: 'boolean',
          stepStore: '{ stepsBetween(since: Date, until: Date): Promise<number> }',
        },
        results: ['code'],
        async run(sample) {
          const controller = new AbortController();
          // The person leaves as soon as the enrollment has succeeded, so that the test does not wait for the first report.
          const api = await apiOf('merchant-staff', {
            fetch: (request) => fetch(request).finally(() => request.method === 'PUT' && controller.abort()),
          });
          const params = { path: { code: 'kl-wellness-expo' } };
          const { data } = await api.GET('/v1/community/events/{code}', { params });
          const [challenge] = data?.challenges ?? [];
          const stepStore = { stepsBetween: async () => 12 };
          const enrollment = { alias: 'Kavitha', shareLeaderboard: true, sharePublicDisplay: false };
          const given = { api, challenge, stepStore, signal: controller.signal, ...enrollment };
          expect(await sample(given)).toEqual({ code: 'stopped' });
          const found = await api.GET('/v1/community/events/{code}', { params });
          expect(found.data?.challenges[0]?.enrollment).toMatchObject(enrollment);
        },
      },
      {
        given: {
          ...API,
          ...SIGNAL,
          ...SHOW,
          claim: '{ campaignId: string; reservedAt: string; expiresAt: string }',
        },
        results: [],
        async run(sample) {
          const shown: string[] = [];
          const patient = await apiOf('patient');
          /** As soon as the code is issued, a doctor scans it, and the patient allows the access. */
          const api = await apiOf('patient', {
            async fetch(request) {
              const response = await fetch(request);
              if (request.method !== 'POST' || !request.url.endsWith('/qr-tokens')) return response;
              const { token } = JSON.parse(await response.clone().text());
              const { data } = await (await apiOf('practitioner')).POST('/v1/clinical/access-requests', {
                body: { token },
              });
              const params = { path: { id: data?.id ?? '' } };
              await patient.POST('/v1/clinical/access-requests/{id}/approval', { params });
              return response;
            },
          });
          const params = { path: { campaignId: campaigns.live } };
          const claim = client.dataOf(
            await patient.POST('/v1/rewards/campaigns/{campaignId}/claims', {
              params,
              body: { claimId: client.newId() },
            }),
          );
          const redeemed = await local.call('POST', `/v1/partner/claims/${claim.id}/redemption`, {
            as: 'merchant-staff',
            body: { redemptionId: randomUUID() },
          });
          expect(redeemed.status).toBe(200);
          await sample({ api, signal: never, show: (text: string) => shown.push(text), claim });
          expect(shown).toEqual([
            'approved',
            redeemed.body.claim?.redeemedAt ?? redeemed.body.redeemedAt,
            expect.stringMatching(/^[1-9]\d* claims$/),
          ]);
        },
      },
      {
        given: { ...API, ...SIGNAL, ...SHOW, accessRequestId: 'string' },
        results: [],
        async run(sample) {
          const shown: string[] = [];
          const { token } = client.dataOf(await (await apiOf('patient')).POST('/v1/clinical/qr-tokens'));
          const practitioner = await apiOf('practitioner');
          const asked = await practitioner.POST('/v1/clinical/access-requests', { body: { token } });
          const { id: accessRequestId } = client.dataOf(asked);
          const params = { path: { id: accessRequestId } };
          await (await apiOf('patient')).POST('/v1/clinical/access-requests/{id}/denial', { params });
          const show = (text: string) => shown.push(text);
          await sample({ api: practitioner, signal: never, show, accessRequestId });
          expect(shown).toEqual([client.accessMark(accessRequestId).slice(0, 4), 'denied']);
        },
      },
      {
        given: { ...API, ...SHOW, pushToken: 'string' },
        results: ['deviceId'],
        async run(sample) {
          const shown: string[] = [];
          const api = await apiOf('patient');
          const { deviceId } = await sample({
            ...{ api, pushToken: randomUUID() },
            show: (text: string) => shown.push(text),
          });
          expect([shown, deviceId]).toEqual([
            ['No pushes any more'],
            expect.stringMatching(/^[0-9a-f-]{36}$/),
          ]);
        },
      },
      {
        given: { ...SHOW, claimId: 'string', invitationToken: 'string', text: 'string' },
        results: ['contentOfTheCode', 'underTheCode', 'linkForTheInvited'],
        async run(sample) {
          const shown: string[] = [];
          const given = { claimId: randomUUID(), text: `${local.url}/join/kl-wellness-expo` };
          const show = (text: string) => shown.push(text);
          const made = await sample({ ...given, invitationToken: 'x'.repeat(43), show });
          expect(client.readCode(made.contentOfTheCode)).toEqual({ kind: 'claim', claimId: given.claimId });
          expect(client.readCode(made.linkForTheInvited)?.kind).toBe('invitation');
          expect([made.underTheCode.length, shown]).toEqual([8, ['kl-wellness-expo']]);
        },
      },
    ],
    'docs/api.md': [
      {
        given: { session: '{ accessToken: string }' },
        results: ['data', 'error'],
        async run(sample) {
          const { data } = await sample({
            session: { accessToken: await local.tokenOf({ persona: 'walker' }) },
          });
          expect(data.event.title).toBe('KL Wellness Expo');
        },
      },
      {
        given: {},
        results: ['data', 'error'],
        async run(sample) {
          const { data, error } = await sample({});
          expect([Object.keys(data), error]).toEqual([expect.arrayContaining(['clubs']), undefined]);
        },
      },
      {
        given: {},
        results: [],
        // `test/local/user-pool/library.test.ts` runs each of its functions.
        run: async () => expect(Object.keys(await import(at('sign-in.js')))).toEqual(['signInAt']),
      },
      {
        given: {
          baseUrl: 'string',
          storage: 'import("amazon-cognito-identity-js").ICognitoStorage',
          showSignIn: '() => void',
        },
        results: ['person', 'api'],
        async run(sample) {
          const { storage } = memoryStorage();
          const { person, api } = await sample({ baseUrl: local.url, storage, showSignIn: () => {} });
          await person.signIn('walker@sihat.example', 'Sihat-2026-demo', async () => '');
          expect((await api.GET('/v1/account')).response.status).toBe(200);
        },
      },
    ],
  };
  const tried = DOCUMENTS.flatMap((document) => samples[document].map((sample) => ({ document, sample })));
  const at = (file: string) => pathToFileURL(join(folder, file)).href;
  const isFile = (code: string) => /^export /m.test(code);
  const nameOf = (n: number) => (isFile(blocks[n]?.code ?? '') ? 'sign-in' : `sample-${n}`);

  it('are all tried', () => {
    expect(blocks.map(({ document }) => document)).toEqual(tried.map(({ document }) => document));
  });

  it('compile strictly with the package', async () => {
    await copyFile(join(ROOT, 'web/client/api.generated.ts'), join(folder, 'api.ts'));
    for (const [n, { code }] of blocks.entries()) {
      const { given = {}, results = [] } = tried[n]?.sample ?? {};
      const types = Object.entries(given).map(([name, type]) => `${name}: ${type}`);
      const imports = [...code.matchAll(/^import [^;]+;$/gm)].map(([line]) => line);
      const body = imports
        .reduce((rest, line) => rest.replace(line, ''), code)
        .replaceAll(/https:\/\/api\.sihat\.my|http:\/\/127\.0\.0\.1:3000/g, local.url);
      const wrapped = `${imports.join('\n')}
export async function sample({ ${Object.keys(given)} }: { ${types.join('; ')} }) {
${body}
return { ${results.join(', ')} };
}`;
      await writeFile(join(folder, `${nameOf(n)}.ts`), isFile(code) ? code : wrapped);
    }
    expect(await compile(...blocks.map((_, n) => `${nameOf(n)}.ts`))).toBe('');
  });

  it.each(tried.map(({ document, sample }, n) => [`${document}, sample ${n + 1}`, sample, n] as const))(
    'run at a platform: %s',
    async (_, sample, n) =>
      sample.run((given) => import(at(`${nameOf(n)}.js`)).then((file) => file.sample(given))),
  );
});
