import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ENGINE_VARIABLE } from '../../local/engine.ts';

/** What was tried and what came of it: one row of the table in `docs/reliability.md`. No times: equal runs write the same. */
export interface Tried {
  readonly by: 'npm run simulate' | 'npm run test:long';
  readonly what: string;
  /** How often, in words: `1000 runs`. */
  readonly times: string;
  readonly seeds?: string;
  readonly result: string;
}

const FILE = join(import.meta.dirname, '../../docs/reliability.md');
const [BEGIN, END] = ['<!-- generated: begin -->', '<!-- generated: end -->'];
const HEAD = ['| what was tried | how often | seeds | engine | result | by |', '|---|---|---|---|---|---|'];

/** Set by `npm run test:long`: the tests tell what they tried. */
export const REPORT_VARIABLE = 'SIHAT_REPORT';

/** Writes a row in place of the one that told of the same before. */
export function noteTried(tried: Tried): void {
  const text = readFileSync(FILE, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [table = '', after = ''] = rest.split(END);
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !HEAD.includes(line));
  const others = rows.filter((row) => !row.startsWith(`| ${tried.what} |`));
  const all = [...others, rowOf(tried)].sort();
  writeFileSync(FILE, `${before}${BEGIN}\n\n${[...HEAD, ...all].join('\n')}\n\n${END}${after}`);
}

/** The same, from a test: only where `npm run test:long` asks for it. */
export function noteTriedByTest(tried: Omit<Tried, 'by' | 'result'>): void {
  const one = process.env['SIHAT_SEED'] !== undefined;
  if (process.env[REPORT_VARIABLE] && !one) noteTried({ by: 'npm run test:long', result: 'held', ...tried });
}

function rowOf({ what, times, seeds = '', result, by }: Tried): string {
  return `| ${[what, times, seeds, engineName(), result, `\`${by}\``].join(' | ')} |`;
}

function engineName(): string {
  if (process.env[ENGINE_VARIABLE]) return `the one of ${ENGINE_VARIABLE}`;
  const { version } = createRequire(import.meta.url)(
    `@dynoxide/${process.platform}-${process.arch}/package.json`,
  );
  return `embedded, dynoxide ${version}`;
}
