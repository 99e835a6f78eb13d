import { writeFileSync } from 'node:fs';
import { Argument, Option } from 'commander';
import { command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { columns } from '../print.ts';

/** The command that creates many exhibitions with their challenges and campaigns. */

interface Given {
  readonly file: string;
  readonly report?: string;
  readonly check?: true;
  readonly encoding?: 'gb18030' | 'windows-1252';
}

/** Progress is printed after this many rows. */
const ROWS_PER_LINE = 50;
/** More problems are only counted. */
const MAX_PROBLEMS = 50;

export const importCommands = [
  command({
    name: 'import-events',
    summary: 'create exhibitions with their challenges and campaigns from a CSV file',
    description:
      'Creates the exhibitions, challenges and campaigns of a CSV file as drafts. All rows are checked before the first one is sent. Repeat the command after an interruption: what exists already is not created again. docs/administration.md describes the columns.',
    arguments: { file: new Argument('<file.csv>', 'the CSV file, or - for standard input') },
    options: {
      check: new Option('--check', 'check all rows, and create nothing'),
      encoding: new Option('--encoding <name>', 'how a file reads that is not in UTF-8').choices([
        'gb18030',
        'windows-1252',
      ]),
      report: new Option('--report <file.csv>', 'write what became of each row'),
    },
    async run({ api, note, options, show }, { file, report, check, encoding }: Given) {
      // Only this command reads CSV.
      const [{ readTableFile }, { checkedRows }, { readPresent }, { sendRows }] = await Promise.all([
        import('../import/table-file.ts'),
        import('../import/rows.ts'),
        import('../import/present.ts'),
        import('../import/send.ts'),
      ]);
      const { rows, problems } = checkedRows(readTableFile(file, encoding));
      refuse(problems);
      const client = api();
      const present = await readPresent(client, rows);
      refuse(present.problems);
      const missing = rows.length - present.ids.size;
      if (check) {
        return show(
          { rows: rows.length, missing },
          `All ${rows.length} rows are right; ${missing} do not exist yet.`,
        );
      }
      const sent = await sendRows(client, rows, present, (done) => {
        if (done % ROWS_PER_LINE === 0 || done === rows.length) note(`${done} of ${rows.length} rows`);
      });
      const outcomes = sent.toSorted((a, b) => a.row - b.row);
      if (report !== undefined) await saveReport(report, outcomes);
      const failed = outcomes.filter(({ outcome }) => outcome !== 'created' && outcome !== 'existed');
      const counts = Object.entries(Object.groupBy(sent, ({ outcome }) => outcome)).map(
        ([outcome, some = []]) => `${some.length} ${outcome}`,
      );
      const shown = failed.map(({ row, kind, joinCode, outcome, reason = '' }) => ({
        row,
        kind,
        joinCode,
        outcome,
        reason,
      }));
      const words = [
        `${rows.length} rows: ${counts.join(', ')}.`,
        ...(shown.length > 0 && !options().json ? [columns(shown)] : []),
      ];
      show({ rows: outcomes }, words.join('\n\n'));
      if (failed.length > 0) {
        throw new CommandError(
          `${failed.length} rows are not known to exist. Correct what was refused, and run the command again.`,
        );
      }
    },
  }),
];

/** @throws {UsageError} naming the problems, if there are any */
function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length - MAX_PROBLEMS;
  throw new UsageError(
    [
      'nothing was sent:',
      ...problems.slice(0, MAX_PROBLEMS),
      ...(more > 0 ? [`and ${more} more problems`] : []),
    ].join('\n'),
  );
}

async function saveReport(file: string, outcomes: readonly object[]): Promise<void> {
  const { shownCells } = await import('../reports/spreadsheet.ts');
  const names = ['row', 'kind', 'joinCode', 'title', 'outcome', 'id', 'reason'];
  const rows = outcomes.map((outcome) => {
    const values: Readonly<Record<string, string | number>> = { ...outcome };
    return names.map((name) => values[name] ?? '');
  });
  try {
    writeFileSync(file, shownCells([names, ...rows]));
  } catch (error) {
    throw new CommandError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}
