import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { PLACEHOLDER_ACCOUNT, PLACEHOLDER_ID } from '../../infra/stage.ts';
import { listening } from '../support/listening.ts';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';

/**
 * The first day of an operator: the placeholders of `infra/stages.ts` are replaced as docs/operations/deploying.md says, and the
 * shell has credentials of AWS. The tests of the templates and of the commands still pass, and nothing is requested from AWS.
 */
const copy = join(projectRoot, 'test-artifacts', 'filled-settings');
const requests: string[] = [];
const aws = createServer(async (request, response) => {
  requests.push(`${request.method} ${request.url} ${await text(request)}`);
  response.writeHead(500).end();
});

/** Copies the tree, with the installed packages and without what earlier runs have cached. */
function copyTree(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const leftOut = ['node_modules', 'test-artifacts', 'cdk.out', 'dist'];
  for (const name of readdirSync(projectRoot).filter((entry) => !leftOut.includes(entry)))
    cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
  // Hard links take a second, and bundles of linked folders would name other paths.
  execFileSync('cp', ['-al', join(projectRoot, 'node_modules'), copy]);
  rmSync(join(copy, 'node_modules/.cache'), { recursive: true, force: true });
}

function fillIn(): void {
  const settings = join(copy, 'infra/stages.ts');
  let accounts = 0;
  const filled = readFileSync(settings, 'utf8')
    .replaceAll(PLACEHOLDER_ACCOUNT, () => `${++accounts}${'1'.repeat(11)}`)
    .replaceAll(PLACEHOLDER_ID, 'Z0123456789ABCDEFGHIJ');
  expect(accounts).toBeGreaterThan(2);
  writeFileSync(settings, filled);
}

const failuresIn = (output: string) => output.match(/^ FAIL .*$/gm)?.join('\n');

describe.runIf(WITH_TOOL_TESTS)('with filled settings and credentials in the environment', () => {
  let output = '';
  let code: number | null = null;

  beforeAll(async () => {
    copyTree();
    fillIn();
    const address = `http://127.0.0.1:${await listening(aws)}`;
    const credentials = {
      AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      AWS_REGION: 'ap-southeast-5',
      AWS_ENDPOINT_URL: address,
    };
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'platform', 'test/infra'],
      { cwd: copy, env: { ...process.env, ...credentials, NO_COLOR: '1', SIHAT_OWN_TESTS: '0' } },
    );
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    code = await new Promise((resolve) => child.once('close', resolve));
  }, 1_200_000);

  afterAll(() => {
    aws.close();
    rmSync(copy, { recursive: true, force: true });
  });

  it('the tests of templates and commands pass', () => {
    expect([code, /Tests .*failed/.exec(output)], failuresIn(output)).toEqual([0, null]);
    expect(Number(/Tests +(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(1000);
  });

  it('nothing is requested from AWS', () => expect(requests).toEqual([]));
});
