import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ENGINE_VARIABLE } from '../../local/engine/engine.ts';

/** One row of the table in `docs/reliability.md`. It holds no durations, so that equal runs write equal rows. */
export interface Tried {
  readonly by: 'npm run simulate' | 'npm run test:long';
  readonly what: string;
  /** The number of repetitions, such as `1000 runs`. */
  readonly times: string;
  readonly seeds?: string;
  /** The engine; by default, the one of the test run. */
  readonly engine?: string;
  readonly result: string;
}

/** A row that a test writes. The number of repetitions may be known only at its end. */
export interface TriedByTest extends Omit<Tried, 'by' | 'result' | 'times'> {
  readonly times: string | (() => string);
}

const FILE = join(import.meta.dirname, '../../docs/reliability.md');
const [BEGIN, END] = ['<!-- generated: begin -->', '<!-- generated: end -->'];
const HEAD = ['| what was tried | how often | seeds | engine | result | by |', '|---|---|---|---|---|---|'];

/** `npm run test:long` sets this variable: then tests write their rows. */
const REPORT_VARIABLE = 'SIHAT_REPORT';

/** Writes a row and replaces an earlier row for the same thing. */
export function noteTried(tried: Tried): void {
  changeRows((rows) => [...rows.filter((row) => !row.startsWith(`| ${tried.what} |`)), rowOf(tried)]);
}

/** Removes all rows of a suite when it starts, so that a test that did not finish has no row. */
export function forgetTried(by: Tried['by']): void {
  changeRows((rows) => rows.filter((row) => !row.endsWith(`| \`${by}\` |`)));
}

/** Whether tests write rows: in `npm run test:long`, unless it replays a single seed. */
export const reportsTests = (): boolean =>
  process.env[REPORT_VARIABLE] !== undefined && process.env['SIHAT_SEED'] === undefined;

/** What a test of this run has failed at. */
const failed = new Set<string>();

/** Writes a row with the result when the test ends. When several tests share a row, all of them must pass. */
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
