import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../infra/project-root.ts';

/**
 * Tests which show that a test tool detects faults, or measures what it should, concern only the tool and take long.
 * They run when the tool has changed since they last passed. `npm run test:tools` always runs them, and records that they passed.
 */

const TOOLS = {
  bench: ['test/bench'],
  // The canary finds the releases with faults that these tests plant, and its alarm stops them.
  emulator: ['test/aws-emulator', 'infra/canary', 'infra/constructs', 'shared/identity'],
  simulation: ['test/reliability/simulation'],
} as const;
type Tool = keyof typeof TOOLS;

const NOTE = 'own-tests-passed';
const noteOf = (tool: Tool): string => join(projectRoot, TOOLS[tool][0], NOTE);

/** The checksum of all files of a tool except the note itself and documents. */
function digest(tool: Tool): string {
  const hash = createHash('sha256');
  for (const folder of TOOLS[tool]) {
    const names = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== NOTE && !entry.name.endsWith('.md'))
      .map(({ parentPath, name }) => join(parentPath, name).slice(projectRoot.length));
    for (const name of names.sort())
      hash.update(`${name}\n${readFileSync(join(projectRoot, name), 'utf8')}\n`);
  }
  return hash.digest('hex');
}

/** Whether these tests have passed for the current state of a tool. */
export const havePassed = (tool: Tool): boolean =>
  process.env['SIHAT_OWN_TESTS'] === undefined && readFileSync(noteOf(tool), 'utf8').trim() === digest(tool);

if (import.meta.main)
  for (const tool of Object.keys(TOOLS) as Tool[]) writeFileSync(noteOf(tool), `${digest(tool)}\n`);
