import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { median } from '../bench/statistics.ts';
import { CODE_FOLDERS, filesIn } from '../support/tracked-files.ts';
import { operations } from './calls.ts';

/**
 * An operation has one home. Its folder in `functions/` says what it is, and the calls of its resource say how tests call it.
 * A test of all operations names none of them. So a change of an operation is a change in few places.
 */

const MAX_MEDIAN_FILES = 8;
const MAX_MEDIAN_FOLDERS = 5;

const wordsOfFiles = CODE_FOLDERS.flatMap((folder) => filesIn(folder, /\.ts$/)).map((file) => ({
  file,
  words: new Set(readFileSync(join(projectRoot, file), 'utf8').match(/\w+/g)),
}));

const named = operations.map((operation) => {
  const files = wordsOfFiles.flatMap(({ file, words }) => (words.has(operation) ? [file] : []));
  return { operation, files: files.length, folders: new Set(files.map(dirname)).size };
});

/** The operations that are named in the most files, for the message of a failure. */
const mostNamed = named
  .toSorted((a, b) => b.files - a.files)
  .slice(0, 20)
  .map(({ operation, files, folders }) => `${operation}: ${files} files in ${folders} folders`);

describe('half of the operations', () => {
  const message = `\nThe operations that are named in the most files:\n${mostNamed.join('\n')}\n`;

  it(`are named in at most ${MAX_MEDIAN_FILES} files`, () => {
    expect(median(named.map(({ files }) => files)), message).toBeLessThanOrEqual(MAX_MEDIAN_FILES);
  });

  it(`are named in at most ${MAX_MEDIAN_FOLDERS} folders`, () => {
    expect(median(named.map(({ folders }) => folders)), message).toBeLessThanOrEqual(MAX_MEDIAN_FOLDERS);
  });
});

it('each operation is named at least where it is declared, implemented, and called by tests', () => {
  expect(named.filter(({ files }) => files < 3)).toEqual([]);
});
