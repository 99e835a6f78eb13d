import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

const FUNCTIONS = import.meta.dirname;
const ROOT = join(FUNCTIONS, '..');

/** The paths of all TypeScript files, relative to `functions/`, grouped by `<area>/<file name>`. */
const files = Map.groupBy(
  readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')),
  (file) => `${file.split(sep)[0]}/${basename(file)}`,
);

/**
 * Finds the source file of an operation or a worker. The operation `verbNoun` of an area is implemented in the only file
 * named `verb-noun.ts` anywhere under `functions/<area>/`.
 * @returns the path relative to the project's root.
 * @throws {Error} unless exactly one file has that name.
 */
export function sourceOf(area: string, id: string): string {
  const name = `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const [file, ...others] = files.get(`${area}/${name}`) ?? [];
  if (file === undefined) throw new Error(`functions/${area} has no ${name} for ${id}`);
  if (others.length > 0)
    throw new Error(`functions/${area} has several files ${name}: ${[file, ...others].join(', ')}`);
  return relative(ROOT, join(FUNCTIONS, file));
}
