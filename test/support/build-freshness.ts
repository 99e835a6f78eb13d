import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const projectRoot = join(import.meta.dirname, '../..');

/** The sources of the bundles and the stacks. */
const FOLDERS = ['functions', 'shared', 'infra', 'web'];
const FILES = ['cdk.json', 'package.json', 'package-lock.json'];
/** The client package is no part of the stacks, and tests write its types. */
const CLIENT = join('web', 'client');

/** Whether a file is newer than all of its sources. */
export function isFresh(file: string): boolean {
  const changedAt = (path: string) => statSync(join(projectRoot, path)).mtimeMs;
  const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return madeAt > Math.max(...[...FILES, ...FOLDERS.flatMap(filesOf)].map(changedAt));
}

function filesOf(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length))
    .filter((path) => !path.includes(CLIENT));
}
