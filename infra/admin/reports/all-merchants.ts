import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Period } from '../../../shared/values/calendar.ts';
import { page } from '../../../web/report/page.ts';
import type { ReportWords } from '../../../web/report/words/en.ts';
import { CommandError } from '../command-error.ts';
import { type Analytics, reportOf, save } from './reports.ts';
import { spreadsheetReport } from './spreadsheet.ts';

/** Progress is printed after this many merchants. */
const MERCHANTS_PER_LINE = 10;

interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly workspaceKind: string;
}

/**
 * Writes the report of each merchant in a period into a folder, as a page and as a table.
 * @param read reads the report of a workspace in the period
 * @returns the paths of the files.
 * @throws {CommandError} if a file cannot be written
 */
export async function writeReports(
  workspaces: readonly Workspace[],
  { folder, words }: { readonly folder: string; readonly words: ReportWords },
  { from, to }: Period,
  read: (workspaceId: string) => Promise<Analytics>,
  note: (text: string) => void,
): Promise<readonly string[]> {
  makeFolder(folder);
  const merchants = withFileNames(workspaces.filter(({ workspaceKind }) => workspaceKind === 'merchant'));
  const files: string[] = [];
  for (const [n, { id, fileName, name }] of merchants.entries()) {
    const found = reportOf(name, await read(id));
    const path = join(folder, `${fileName}-${from}-${to}`);
    save(`${path}.html`, page(await found.rendered(words)));
    save(`${path}.csv`, spreadsheetReport(found.report));
    files.push(`${path}.html`, `${path}.csv`);
    if ((n + 1) % MERCHANTS_PER_LINE === 0) note(`${n + 1} of ${merchants.length} merchants`);
  }
  return files;
}

/** Adds the names of the files. Where two names make the same file, the id of the workspace follows. */
function withFileNames(merchants: readonly Workspace[]) {
  const named = Map.groupBy(merchants, ({ name }) => shortened(name));
  return merchants.map(({ id, name }) => {
    const short = shortened(name);
    return { id, name, fileName: (named.get(short)?.length ?? 0) > 1 ? `${short}-${id}` : short };
  });
}

/** Letters and digits of any language, in small letters. */
const shortened = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'merchant';

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CommandError(
      `Cannot make ${folder}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}
