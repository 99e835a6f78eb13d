import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { campaigns } from '../../local/demo/rewards.ts';
import { startInProcess } from '../support/running.ts';

/**
 * npm run test:clients: generators that nobody here wrote generate clients from `openapi.json`, a strict TypeScript 5
 * compiles them, and each calls a platform. Spectral and these generators have an own folder, because they need the classic
 * compiler.
 */
const FOLDER = import.meta.dirname;
const GENERATED = join(FOLDER, 'generated');
const DOCUMENT = '../../openapi.json';
const clients = [
  ...['orval-fetch', 'orval-zod', 'hey-api', 'swagger-typescript-api', 'openapi-typescript', 'oazapfts'],
  'openapi-zod-client',
];
/** These check responses with zod. */
const CHECKING = ['orval-zod', 'hey-api', 'openapi-zod-client'];

let passed = 0;
let failed = 0;

async function check(name: string, task: () => unknown): Promise<void> {
  try {
    await task();
    passed += 1;
    console.log(`passed  ${name}`);
  } catch (error) {
    failed += 1;
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    console.log(`FAILED  ${name}\n${stdout}${stderr}${stdout || stderr ? '' : error}`);
  }
}

const execute = promisify(execFile);

/** Runs a command of the packages in this folder. @throws {Error} with its output if it fails. */
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  execute(join(FOLDER, 'node_modules/.bin', command), args, { cwd: FOLDER, env: { ...process.env, ...env } });

rmSync(GENERATED, { recursive: true, force: true });
const local = await startInProcess({ empty: false });
try {
  await check('Spectral finds no error and no warning', () =>
    run('spectral', ['lint', DOCUMENT, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint']),
  );
  await check('orval generates', () => run('orval', [], { SIHAT_API: local.url }));
  await check('@hey-api/openapi-ts generates', () => run('openapi-ts', []));
  await check('swagger-typescript-api generates', () =>
    run('swagger-typescript-api', [
      ...['generate', '--path', DOCUMENT, '--name', 'api.ts'],
      ...['--output', join(GENERATED, 'swagger-typescript-api')],
    ]),
  );
  await check('openapi-typescript generates', () =>
    run('openapi-typescript', [DOCUMENT, '--output', join(GENERATED, 'openapi-typescript/api.ts')]),
  );
  mkdirSync(join(GENERATED, 'oazapfts'));
  await check('oazapfts generates', () => run('oazapfts', [DOCUMENT, 'generated/oazapfts/api.ts']));
  mkdirSync(join(GENERATED, 'openapi-zod-client'));
  await check('openapi-zod-client generates', () =>
    run('openapi-zod-client', [
      ...[DOCUMENT, '--output', 'generated/openapi-zod-client/api.ts', '--export-schemas'],
    ]),
  );
  await check('all clients compile strictly', async () => {
    await run('tsc', ['-p', 'tsconfig.json']);
    await run('tsc', ['-p', 'tsconfig.zod3.json']);
  });
  for (const client of clients) {
    const more = CHECKING.includes(client) ? ', and takes a new status (report 28)' : '';
    await check(`the client of ${client} imports, calls the platform${more}`, async () => {
      const outfile = join(GENERATED, `${client}.mjs`);
      await build({
        absWorkingDir: FOLDER,
        entryPoints: [join('calls', `${client}.ts`)],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        logLevel: 'silent',
        external: ['axios'],
        // openapi-zod-client and its library need the earlier zod.
        ...(client === 'openapi-zod-client' && { alias: { zod: 'zod3' } }),
      });
      const SIHAT_CALL = JSON.stringify({
        url: local.url,
        token: await local.tokenOf({ persona: 'patient' }),
        campaignId: campaigns.live,
        claimId: randomUUID(),
      });
      await execute(process.execPath, [outfile], { env: { ...process.env, SIHAT_CALL } });
    });
  }
} finally {
  await local.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
