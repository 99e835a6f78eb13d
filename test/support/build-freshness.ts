import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const projectRoot = join(import.meta.dirname, '../..');

/** The sources of the bundles and the stacks. */
const FOLDERS = ['functions', 'shared', 'infra', 'web'];
const FILES = ['cdk.json', 'openapi.json', 'package.json', 'node_modules/.package-lock.json'];
/** The client package is no part of the stacks, and tests write its types. */
const CLIENT = join('web', 'client');

/** Whether a file is newer than all of its sources. */
export function isFresh(file: string): boolean {
  const changedAt = (path: string) => statSync(join(projectRoot, path)).mtimeMs;
  const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return madeAt > Math.max(...[...FILES, ...FOLDERS.flatMap(contentsOf)].map(changedAt));
}

/** A folder with everything in it. The time of a folder shows that a file was deleted or renamed. */
function contentsOf(folder: string): string[] {
  const inside = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((path) => join(folder, path))].filter((path) => !path.startsWith(CLIENT));
}
