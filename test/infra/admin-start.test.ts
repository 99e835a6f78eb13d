import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { startDemo } from '../support/demo-world.ts';

/** How a command of administrators starts, and how long it takes. */

/** The processor time of a shell command and its children in seconds, which other work on the machine hardly changes. */
async function processorTime(
  command: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  // The tests have a compile cache of their own, which a person's shell has not.
  const { NODE_COMPILE_CACHE: _, ...env } = { ...process.env, ...settings };
  const script = `set -o pipefail; ${command} | grep -q 'campaign'; echo $?; times`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: projectRoot, env });
  const [status, , children = ''] = stdout.split('\n');
  expect([command, status]).toEqual([command, '0']);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

const PAIRS = 9;

it('campaigns takes at most 3 times the processor time of an empty npm run', async () => {
  const local = await startDemo();
  try {
    const campaigns = () =>
      processorTime('npm run -s admin -- --as platform-admin campaigns', { SIHAT_API: local.url });
    await campaigns(); // fills the compile cache, as the first command after an update does
    // A busy machine slows down both commands of a pair, and the median ignores pairs in which it slowed down only one.
    const ratios: number[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const empty = await processorTime('(npm run; echo campaign)');
      ratios.push((await campaigns()) / empty);
    }
    expect(ratios.toSorted((a, b) => a - b)[(PAIRS - 1) / 2]).toBeLessThanOrEqual(3);
  } finally {
    await local.stop();
  }
});

/** A small command line that prints a word, with the files that start the real one. */
function smallCommandLine() {
  const root = mkdtempSync(join(tmpdir(), 'sihat-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of [
    'functions',
    'infra/admin',
    'shared',
    'web/client',
    'web/report',
    'web/spreadsheet',
    'node_modules',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  write('web/markup.ts', '');
  write('infra/admin/main.ts', `import { word } from '../../shared/word.ts';\nprocess.stdout.write(word);`);
  for (const file of ['start.ts', 'bundle.ts'])
    cpSync(join(projectRoot, 'infra/admin', file), join(root, 'infra/admin', file));
  symlinkSync(join(projectRoot, 'node_modules/esbuild'), join(root, 'node_modules/esbuild'));
  return {
    write,
    bundles: () => readdirSync(join(root, 'node_modules/.cache/admin')),
    /** @returns what a command prints */
    start: async () =>
      (await promisify(execFile)(process.execPath, ['infra/admin/start.ts'], { cwd: root })).stdout,
  };
}

it('a command starts from a bundle, which is made again after a source has changed', async () => {
  const { write, bundles, start } = smallCommandLine();
  write('shared/word.ts', `export const word: string = 'first';`);
  expect(await start()).toBe('first');
  const [first = '', ...others] = bundles();
  expect(others).toEqual([]);
  write(`node_modules/.cache/admin/${first}/main.mjs`, `process.stdout.write('from the bundle');`);
  expect(await start()).toBe('from the bundle');
  write('shared/word.ts', `export const word: string = 'second';`);
  expect(await start()).toBe('second');
  expect(bundles()).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  expect(bundles()).not.toContain(first);
});

it('a command starts without a bundle where it cannot write one', async () => {
  const { write, start } = smallCommandLine();
  write('shared/word.ts', `export const word: string = 'from the sources';`);
  write('node_modules/.cache', 'a file in the place of the folder');
  expect(await start()).toBe('from the sources');
});
