import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../infra/project-root.ts';

/** Folders and files that a command writes and git ignores. */
const GENERATED = /^(node_modules|generated|dist|.+\.generated\.ts)$/;

/** The files of a folder whose names match, as paths relative to the project's root, without generated ones. */
export function filesIn(folder: string, endings: RegExp): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (GENERATED.test(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(path, endings);
    return endings.test(entry.name) ? [path] : [];
  });
}

/** The folders with code. */
export const CODE_FOLDERS = ['functions', 'shared', 'local', 'infra', 'web', 'test'];
