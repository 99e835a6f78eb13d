import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests which show that the emulator detects faults concern only the emulator and take long. They run when the emulator
 * has changed since they last passed. `npm run test:emulator` always runs them, and records that they passed.
 */

const FOLDER = import.meta.dirname;
const NOTE = 'own-tests-passed';

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** The checksum of all files of the emulator except the note itself and documents. */
function digest(): string {
  const hash = createHash('sha256');
  const names = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NOTE && !entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length));
  for (const name of names.sort()) hash.update(`${name}\n${read(name)}\n`);
  return hash.digest('hex');
}

/** Whether these tests have passed for the current state of the emulator. */
export const havePassed: boolean =
  process.env['SIHAT_OWN_TESTS'] === undefined && read(NOTE).trim() === digest();

if (import.meta.main) writeFileSync(join(FOLDER, NOTE), `${digest()}\n`);
