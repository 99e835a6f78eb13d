import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../infra/project-root.ts';
import { CODE_FOLDERS, filesIn } from './support/tracked-files.ts';

/** The projects of `npm run typecheck`. */
const PROJECTS = ['.', 'web', 'test/web/browser'];
/** Files for generated clients, which `npm run test:clients` checks with them. */
const ELSEWHERE = /^test\/clients\/(calls\/|.*\.config\.ts$)/;

it('the types of every source are checked', { timeout: 120_000 }, async () => {
  const lists = await Promise.all(
    PROJECTS.map((project) =>
      promisify(execFile)('node_modules/.bin/tsc', ['-p', project, '--listFilesOnly'], {
        cwd: projectRoot,
        maxBuffer: 16_000_000,
      }),
    ),
  );
  const checked = new Set(
    lists.flatMap(({ stdout }) => stdout.split('\n').map((file) => relative(projectRoot, file.trim()))),
  );
  const sources = CODE_FOLDERS.flatMap((folder) => filesIn(folder, /\.tsx?$/));
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => !checked.has(file) && !ELSEWHERE.test(file))).toEqual([]);
});
