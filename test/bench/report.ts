import { availableParallelism } from 'node:os';
import { type Bar, barsOf, type Results } from './bars.ts';
import type { Grown } from './growth.ts';
import { written } from './statistics.ts';

/** `docs/performance.md`: what was measured, and which bars hold. */

export function reportOf(results: Results): string {
  const { imports, warm, growth, large } = results;
  const peers = imports.filter(({ kind }) => kind === 'peer' || kind === 'empty');
  const own = imports.filter(({ kind }) => kind === 'endpoint' || kind === 'worker');
  const timeOf = (id: string) => imports.find((imported) => imported.id === id)?.processor ?? Number.NaN;
  return `${[
    '# Performance',
    '',
    `\`npm run bench\`${large ? ' and `npm run bench -- --large`' : ''} wrote this page and its charts, on ${availableParallelism()} cores with Node.js`,
    `${process.versions.node}. Times depend on the machine, so each bar compares things that were measured in turns.`,
    '',
    '![Import times and growth](performance.svg)',
    '',
    '## Bars',
    '',
    ...table(['what', 'bar', 'measured', 'holds'], barsOf(results).map(barRow)),
    '',
    ...(large ? [] : ['The bars of the reports with 1,000,000 claims need `npm run bench -- --large`.', '']),
    'The contention model and the simulation of counters prove the other bars of performance; see [reliability](reliability.md)',
    'and `test/reliability/contention/contention.test.ts`.',
    '',
    '## Import',
    '',
    'Each import is a new process with the environment variables of Lambda and without a compile cache. The bundle makes its',
    'clients during the import, as in a cold start. Hono and Express are each one function with all endpoints of this API:',
    'the same handlers, stores, contracts, SDK clients and token verification, with the complete zod and the default credentials,',
    'bundled and minified by esbuild without plugins that make bundles smaller. The files are in the page cache, which favours',
    'larger bundles. The ratios compare processor time (median), which other work on the machine hardly changes; the elapsed time',
    'is that of the fastest import.',
    '',
    ...table(
      ['function', 'bytes', 'elapsed (ms)', 'processor (ms)', '× Hono', '× Express'],
      [...peers, ...own.toSorted((a, b) => b.processor - a.processor)].map(
        ({ id, bytes, time, processor }) => [
          id,
          written(bytes),
          written(time, 1),
          written(processor, 1),
          written(processor / timeOf('Hono'), 2),
          written(processor / timeOf('Express'), 2),
        ],
      ),
    ),
    '',
    '## Warm request',
    '',
    'A whole request in a warm process, over the embedded engine: through the handler of this platform, and through Hono with',
    'the same endpoint and the same store. Only this platform also validates its response and writes metrics. The engine takes',
    'most of the time.',
    '',
    ...table(
      ['operation', 'Sihat (ms)', 'Hono (ms)', 'ratio'],
      warm.map(({ operation, own: ours, hono }) => [
        operation,
        written(ours, 2),
        written(hono, 2),
        written(ours / hono, 2),
      ]),
    ),
    '',
    '## Growth',
    '',
    'Each table holds as many items of every kind as the column says; the items were written directly, and the rebuild worker',
    'counted them, with longer time limits than in AWS. Each cell is the median time of a whole request, the database calls and the consumed read units. A list',
    'returns a page of at most 100 items. The embedded engine reports the units by the rules of DynamoDB; its times are not',
    'those of DynamoDB.',
    '',
    ...growthTable(growth),
    '',
    ...(large
      ? [
          'The two reports with 100,000 members or employees each:',
          '',
          ...large.flatMap((grown) => [...growthTable([grown]), '']),
        ]
      : []),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

const barRow = ({ what, limit, measured, holds }: Bar) => [what, limit, measured, holds ? 'yes' : '**no**'];

function growthTable(growth: readonly Grown[]): string[] {
  const columns = [...new Set(growth.flatMap(({ sizes }) => sizes.map(({ items }) => items)))].toSorted(
    (a, b) => a - b,
  );
  return table(
    ['operation', 'items', ...columns.map((items) => written(items))],
    growth.map(({ operation, counted, sizes }) => [
      operation,
      counted,
      ...columns.map((items) => {
        const point = sizes.find((size) => size.items === items);
        return point
          ? `${written(point.time, 1)} ms, ${point.calls} calls, ${written(point.units)} units`
          : '';
      }),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
