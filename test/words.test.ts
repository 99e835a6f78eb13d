import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../infra/project-root.ts';
import { CODE_FOLDERS, filesIn } from './support/tracked-files.ts';

/**
 * One word has one meaning, and a retired word does not come back. A find names its file and line, and what to write
 * instead. The glossary in `docs/architecture.md` explains the words of the domain.
 */

interface RetiredWord {
  readonly retired: RegExp;
  readonly instead: string;
  /** Paths in which the word is allowed, because it means something else there. */
  readonly except?: RegExp;
}

const SOURCES = ['functions', 'shared', 'local', 'infra', 'web'];

/** Identifiers. They are retired in code, tests included. */
const identifiers: readonly RetiredWord[] = [
  { retired: /\brollup[A-Z]\w*|\bRollup\w*/, instead: 'rollUp, or rollups/ in paths' },
  { retired: /\b(addNote|readNotes|StoredNote)\b/, instead: 'Record' },
  { retired: /\bMOST_[A-Z_]+\b/, instead: 'MAX_' },
  {
    retired: /\b(const|let) [[{]? ?one\b|\(one(: [^)]*)?(, \w+)?\) =>|\(one: /,
    instead: 'the noun for what it is',
  },
];

/** Identifiers that only the sources avoid. */
const identifiersOfSources: readonly RetiredWord[] = [
  // Errors have a `cause`, and log lines have a field `because`, which the queries of operators name.
  { retired: /\bbecause\b\s*[,:=?]/, instead: 'cause', except: /^shared\/runtime\/log\.ts$/ },
  { retired: /\bWorld\b/, instead: 'SeedKind, for the initial content of a local table' },
];

/** Phrases of documents, comments and messages. */
const phrases: readonly RetiredWord[] = [
  { retired: /\banew\b/i, instead: 'again' },
  { retired: /\bin vain\b/i, instead: 'without success' },
  { retired: /\bunless told\b/i, instead: 'by default' },
  { retired: /\btells? of\b/i, instead: 'reports' },
  { retired: /\b(Considered|Listed|Shown) are\b/, instead: 'a sentence with a named subject' },
  { retired: /\bso many\b/i, instead: 'this many' },
  { retired: /\broll ups\b/i, instead: 'roll-ups' },
  { retired: /\bis looked at\b/i, instead: 'a sentence with a named subject' },
  {
    retired: /\b(verification|approval|invitation) (has )?lapse[sd]?\b/i,
    instead: 'expired; only a claim lapses',
  },
];

interface Line {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

const linesOf = (files: readonly string[]): Line[] =>
  files.flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .map((text, n) => ({ file, number: n + 1, text })),
  );

const THIS_FILE = join('test', 'words.test.ts');
const codeIn = (folders: readonly string[]) =>
  linesOf(folders.flatMap((folder) => filesIn(folder, /\.(ts|js|css|html)$/))).filter(
    ({ file }) => file !== THIS_FILE,
  );
const documents = () => linesOf(['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]);

/** The retired words of these lines, each as `<file>:<line>: "<word>", write <word instead>`. */
function finds(lines: readonly Line[], words: readonly RetiredWord[]): string[] {
  return lines.flatMap(({ file, number, text }) =>
    words.flatMap(({ retired, instead, except }) => {
      const [found] = retired.exec(text) ?? [];
      if (found === undefined || except?.test(file)) return [];
      return [`${file}:${number}: "${found}", write ${instead}`];
    }),
  );
}

it('no code uses a retired identifier', () => {
  expect(finds(codeIn(CODE_FOLDERS), identifiers)).toEqual([]);
  expect(finds(codeIn(SOURCES), identifiersOfSources)).toEqual([]);
});

it('no document and no source uses a retired phrase', () => {
  expect(finds([...documents(), ...codeIn(SOURCES)], phrases)).toEqual([]);
});

it('a find names its file, its line and what to write instead', () => {
  const lines = [{ file: 'shared/rewards/items.ts', number: 7, text: 'const MOST_UNITS = 100;' }];
  expect(finds(lines, identifiers)).toEqual(['shared/rewards/items.ts:7: "MOST_UNITS", write MAX_']);
});
