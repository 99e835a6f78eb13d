import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../.github/commit-subjects.ts';

const projectRoot = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('the workflow', () => {
  it('runs every test file in one of its parts', () => {
    const named: readonly string[] = read('.github/workflows/ci.yml').match(/\btest\/[\w.-]+/g) ?? [];
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.test.ts') && !file.includes('node_modules'),
    );
    const left = files.filter((file) => {
      const [folder] = file.split(sep);
      // `npm run test:tools` runs these.
      return folder !== 'aws-emulator' && !named.includes(`test/${folder}`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(left).toEqual([]);
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
