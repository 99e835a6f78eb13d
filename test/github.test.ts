import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../.github/commit-subjects.ts';
import { filesIn } from './support/tracked-files.ts';

const projectRoot = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('the workflow', () => {
  const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
  /** The commands of a line, with those of the scripts that it runs. */
  const commandsIn = (line: string): readonly string[] =>
    line.split('&&').flatMap((command) => {
      const [, script] = /^ *npm run ([\w:-]+) *$/.exec(command) ?? [];
      return script === undefined ? [command.trim()] : commandsIn(scripts[script] ?? '');
    });
  const vitestRuns = [...read('.github/workflows/ci.yml').matchAll(/^ +run: (.*)$/gm)]
    .flatMap(([, line = '']) => commandsIn(line))
    .filter((command) => command.includes('vitest run'));

  interface Pair {
    readonly projectName: string;
    readonly file: string;
  }
  /** The pairs of a project and a file that vitest runs with these arguments. */
  async function pairsOf(command: string): Promise<readonly string[]> {
    const filters = command
      .replace(/^.*vitest run */, '')
      .split(' ')
      .filter(Boolean);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'list', ...filters, '--filesOnly', '--json'],
      { cwd: projectRoot },
    );
    const listed: readonly Pair[] = JSON.parse(stdout);
    return listed.map(({ projectName, file }) => `${projectName}: ${relative(projectRoot, file)}`);
  }

  it('runs each test file of each project in exactly one of its parts', async () => {
    const [all, parts] = await Promise.all([pairsOf('vitest run'), Promise.all(vitestRuns.map(pairsOf))]);
    expect(all.length).toBeGreaterThan(100);
    expect(parts.flat().toSorted()).toEqual(all.toSorted());
  });

  it('runs the tests of test tools', async () => {
    const commands = vitestRuns.filter((command) => command.startsWith('SIHAT_OWN_TESTS=1 '));
    const files = (await Promise.all(commands.map(pairsOf))).flat().map((pair) => pair.split(': ')[1]);
    const ofTools = filesIn('test', /\.test\.ts$/).filter((file) =>
      /from '[./]+support\/tool-tests/.test(read(file)),
    );
    expect(ofTools.length).toBeGreaterThan(0);
    expect(files).toEqual(expect.arrayContaining(ofTools));
  });
});

describe('the development container', () => {
  it('has the Node.js of the project', () => {
    expect(JSON.parse(read('.devcontainer/devcontainer.json')).image).toBe(
      `node:${read('.node-version').trim()}-bookworm`,
    );
  });
});

describe('the subject of a commit', () => {
  it.each([
    'Add a field to the record',
    'Process the stream in batches',
    'Pass the clock as an argument',
    'Seed the demo world',
  ])('may be: %s', (subject) => expect(problemsOf(subject)).toEqual([]));

  it.each([
    ['Added a field', 'begins with "Added"'],
    ['Adds a field', 'begins with "Adds"'],
    ['Adding a field', 'begins with "Adding"'],
    ['The field is added', 'begins with "The"'],
    ['add a field', 'no capital letter'],
    ['Add a field.', 'punctuation'],
    ['Add a field 🎉', 'plain text'],
    [`Add ${'a'.repeat(70)}`, 'has 74 characters'],
  ])('may not be: %s', (subject, problem) => expect(problemsOf(subject).join()).toContain(problem));
});
