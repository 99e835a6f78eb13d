import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ENGINE_VARIABLE } from '../../local/engine.ts';

/** What was tried and what came of it: one row of the table in `docs/reliability.md`. No times: equal runs write the same. */
export interface Tried {
  readonly by: 'npm run simulate' | 'npm run test:long';
  readonly what: string;
  /** How often, in words: `1000 runs`. */
  readonly times: string;
  readonly seeds?: string;
  /** Unless it is the engine that all is played on. */
  readonly engine?: string;
  readonly result: string;
}

/** The same, told by a test; how often may be known only when it has ended. */
export interface TriedByTest extends Omit<Tried, 'by' | 'result' | 'times'> {
  readonly times: string | (() => string);
}

const FILE = join(import.meta.dirname, '../../docs/reliability.md');
const [BEGIN, END] = ['<!-- generated: begin -->', '<!-- generated: end -->'];
const HEAD = ['| what was tried | how often | seeds | engine | result | by |', '|---|---|---|---|---|---|'];

/** Set by `npm run test:long`: the tests tell what they tried. */
const REPORT_VARIABLE = 'SIHAT_REPORT';

/** Writes a row in place of the one that told of the same before. */
export function noteTried(tried: Tried): void {
  changeRows((rows) => [...rows.filter((row) => !row.startsWith(`| ${tried.what} |`)), rowOf(tried)]);
}

/** Takes every row of a suite out as it begins: what it does not come to is not told of as if it had held. */
export function forgetTried(by: Tried['by']): void {
  changeRows((rows) => rows.filter((row) => !row.endsWith(`| \`${by}\` |`)));
}

/** Whether `npm run test:long` asks for a report; not of one seed alone. */
export const reportsTests = (): boolean =>
  process.env[REPORT_VARIABLE] !== undefined && process.env['SIHAT_SEED'] === undefined;

/** What some test has failed at. */
const failed = new Set<string>();

/** Has a row written when the test has ended, by how it ended; of what several tests try, each must have held. */
export function noteTriedByTest({ times, ...tried }: TriedByTest, whenFinished = onTestFinished): void {
  if (!reportsTests()) return;
  whenFinished(({ task }) => {
    if (task.result?.state !== 'pass') failed.add(tried.what);
    noteTried({
      by: 'npm run test:long',
      ...tried,
      times: typeof times === 'string' ? times : times(),
      result: failed.has(tried.what) ? 'failed' : 'held',
    });
  });
}

function changeRows(change: (rows: readonly string[]) => readonly string[]): void {
  const text = readFileSync(FILE, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [table = '', after = ''] = rest.split(END);
  const rows = change(table.split('\n').filter((line) => line.startsWith('| ') && !HEAD.includes(line)));
  writeFileSync(FILE, `${before}${BEGIN}\n\n${[...HEAD, ...rows.toSorted()].join('\n')}\n\n${END}${after}`);
}

function rowOf({ what, times, seeds = '', engine = engineName(), result, by }: Tried): string {
  return `| ${[what, times, seeds, engine, result, `\`${by}\``].join(' | ')} |`;
}

function engineName(): string {
  if (process.env[ENGINE_VARIABLE]) return `the one of ${ENGINE_VARIABLE}`;
  const { version } = createRequire(import.meta.url)(
    `@dynoxide/${process.platform}-${process.arch}/package.json`,
  );
  return `embedded, dynoxide ${version}`;
}
