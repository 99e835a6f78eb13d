import { type Bar, barsOf } from './bars.ts';
import { type Crowds, ENROLLMENTS, SIGN_INS_A_SECOND } from './crowds.ts';
import type { FirstRequests } from './first-requests.ts';
import type { Grown } from './growth.ts';
import type { Imported } from './imports.ts';
import type { Measured, Results, Section } from './results.ts';
import { written } from './statistics.ts';
import type { Warm } from './warm.ts';

/** `docs/performance.md`: what was measured, and which bars hold. All numbers come from the results. */
export function reportOf(results: Results): string {
  const { imports, firstRequests, crowds, warm, operations, growth, large } = results;
  const lines = [
    '# Performance',
    '',
    '`npm run bench` wrote this page and its charts; each section says when it was measured, and where. Times depend on the',
    'machine, so each bar compares things that were measured in turns. A processor time is the median of many.',
    '',
    '![Import times and growth](performance.svg)',
    '',
    '## Bars',
    '',
    ...table(['what', 'bar', 'measured', 'holds'], barsOf(results).map(barRow)),
    '',
    'The contention model and the simulation of counters prove the other bars of performance; see [reliability](reliability.md)',
    'and `test/reliability/contention/contention.test.ts`.',
    '',
    ...sectionOf('Import', imports, importTables),
    ...sectionOf('First request', firstRequests, firstRequestTables),
    ...sectionOf('Warm request', warm, warmTables),
    ...sectionOf('Crowds', crowds, crowdTables),
    ...sectionOf('Every operation', operations, operationTable),
    ...sectionOf('Growth', growth, (grown) => [...GROWTH_WORDS, '', ...growthTable(grown)]),
    ...sectionOf('Large tables', large, largeTables),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** A section with the run that measured it; nothing if it was not measured. */
function sectionOf<S extends Section>(
  heading: string,
  measured: Measured<S> | undefined,
  linesOf: (value: Measured<S>['value']) => readonly string[],
): string[] {
  if (!measured) return [];
  const { at, node, cores } = measured.run;
  const run = `Measured on ${at.slice(0, 10)} with Node.js ${node} on ${cores} cores.`;
  return [`## ${heading}`, '', run, '', ...linesOf(measured.value), ''];
}

const importTables = (imports: readonly Imported[]): string[] => [
  'Each import is a new process with the environment variables of Lambda and without a compile cache. The bundle makes its',
  'clients during the import and warms them up, as in a cold start. The files are in the page cache, which favours larger',
  'bundles. The elapsed time is that of the fastest import.',
  '',
  'Each endpoint takes turns with its peer: one function with Hono for the same endpoint, with the same contract, store, SDK',
  'client, token verification, validation, headers and log line, built by esbuild with the same plugins. One peer has the same',
  'warm-up, and the other one none, as a function with Hono usually is. Endpoints above the bar were imported again, four and',
  'sixteen times as often.',
  '',
  ...table(
    ['function', 'bytes', 'elapsed (ms)', 'processor (ms)', '× Hono, warmed up', '× Hono as it comes'],
    imports
      .toSorted((a, b) => b.processor - a.processor)
      .map(({ id, bytes, elapsed, processor, peers }) => [
        ...[id, written(bytes), written(elapsed, 1), written(processor, 1)],
        ...(peers ? [peers.warm, peers.cold].map((peer) => written(processor / peer, 2)) : ['', '']),
      ]),
  ),
];

const firstRequestTables = (firstRequests: readonly FirstRequests[]): string[] => [
  'A cold function and its first request, in a new process: processor time in milliseconds. The connections end inside the process,',
  'with responses that the engine once gave, so TLS and the network are missing. During initialization, a function sends one',
  'read to a stub. It has a whole core then, and a part of one when it answers. The more a request reads, the more of its time',
  'is that of its own code, which no warm-up shortens.',
  '',
  ...firstRequests.flatMap(({ operation, isUnknown, ...starts }) => [
    ...table(
      [isUnknown ? `${operation}, without a result` : operation, 'import', 'first request', 'together'],
      STARTS.map(([name, what]) => [
        what,
        ...[starts[name].import, starts[name].first, starts[name].together].map((time) => written(time, 1)),
      ]),
    ),
    '',
  ]),
];
const STARTS = [
  ['own', 'Sihat'],
  ['cold', 'Sihat without a warm-up'],
  ['warmHono', 'Hono, warmed up'],
  ['hono', 'Hono as it comes'],
  ['floor', 'one read without the SDK'],
] as const;

const crowdTables = ({ counting, erasing }: Crowds): string[] => [
  'The model of DynamoDB from `test/reliability/contention/` with a table of 24 partitions, in simulated time. The roll-up counts',
  `${written(ENROLLMENTS)} enrollments in one challenge that were all written at once; each shard of the stream has one run at a time, and all`,
  'of them write the counters of the challenge.',
  '',
  ...table(
    ['shards', 'a call (ms)', 'records a second', 'write units a record'],
    counting.map(({ shards, latency, recordsASecond, unitsARecord }) => [
      written(shards),
      written(latency),
      written(recordsASecond, 0),
      written(unitsARecord, 1),
    ]),
  ),
  '',
  `How long the erasure of 100,000 accounts takes that took part in ten challenges, if Cognito removes ${SIGN_INS_A_SECOND} sign-ins a second.`,
  '',
  ...table(
    ['a call (ms)', 'hours'],
    erasing.map(({ latency, hours }) => [written(latency), written(hours, 2)]),
  ),
];

function warmTables(warm: readonly Warm[]): string[] {
  const profiled = warm.flatMap(({ operation, layers }) => (layers ? [{ operation, layers }] : []));
  const names = Object.keys(profiled[0]?.layers ?? {}) as (keyof (typeof profiled)[number]['layers'])[];
  return [
    'A whole request in a warm process: through the handler of this platform, and through one function with Hono and the same',
    'endpoint, store and tokens, which also validates its response, sends the same headers and writes the same log line. For',
    'the processor time, the client of the database signs each call and gets a recorded response. The bar compares with Hono and',
    'the clients of the SDK as they come. The other Hono has the client of `shared/table/client.ts`, which leaves out what the SDK',
    'does for nothing.',
    '',
    ...table(
      ['operation', 'Sihat (ms)', 'Hono (ms)', 'ratio', 'Hono, client of the platform (ms)', 'ratio'],
      warm.map(({ operation, processor: { own, hono, plainHono } }) => [
        ...[operation, written(own, 3), written(plainHono, 3), written(own / plainHono, 2)],
        ...[written(hono, 3), written(own / hono, 2)],
      ]),
    ),
    '',
    'The elapsed time with the embedded engine, which takes most of it:',
    '',
    ...table(
      ['operation', 'Sihat (ms)', 'Hono (ms)', 'ratio'],
      warm.map(({ operation, elapsed: { own, hono } }) => [
        ...[operation, written(own, 2), written(hono, 2), written(own / hono, 2)],
      ]),
    ),
    '',
    'Where the processor time of the platform goes, by the files of the functions that a profiler found at work. Parsing is',
    'that of the JSON of the database, in both directions, and the validation includes that of stored items.',
    '',
    ...table(
      ['layer', ...profiled.map(({ operation }) => operation)],
      names.map((name) => [name, ...profiled.map(({ layers }) => `${written(100 * layers[name], 1)} %`)]),
    ),
  ];
}

const operationTable = (operations: NonNullable<Results['operations']>['value']): string[] => [
  'One valid request to each operation. Operations that the next section measures read its largest tables, and the others the',
  'few items of the cast of the tests. A round is a call, or several at once, that waits for the one before.',
  '',
  ...table(
    ['operation', 'items', 'rounds', 'calls', 'read units', 'write units'],
    operations.map(({ operation, on, rounds, calls, readUnits, writeUnits }) => [
      ...[operation, on === 'growth' ? 'many' : 'few'],
      ...[rounds, calls, readUnits, writeUnits].map((amount) => written(amount)),
    ]),
  ),
];

const GROWTH_WORDS = [
  'Each table holds as many items of every kind as the column says; the items were written directly, and the rebuild worker',
  'counted them, with longer time limits than in AWS. Each cell is the median time of a whole request, the database calls and',
  'the consumed units. A list returns a page of at most 100 items. The embedded engine reports the units by the rules of',
  'DynamoDB; its times are not those of DynamoDB.',
];

const largeTables = ({ grown, rebuilt }: NonNullable<Results['large']>['value']): string[] => [
  'The reports of a merchant and of a company with 100,000 members each, and lists with exhibitions of many years:',
  '',
  ...grown.flatMap((row) => [...growthTable([row]), '']),
  'How long the rebuild worker counted the items of an owner for the first time, and the contribution records that it wrote:',
  '',
  ...table(
    ['table', 'owner', 'contribution records', 'seconds', 'records a second'],
    rebuilt.map(({ table: name, owner, contributionRecords, seconds }) => [
      ...[name, owner.split(':')[0] ?? '', written(contributionRecords), written(seconds, 0)],
      written(contributionRecords / seconds, 0),
    ]),
  ),
];

const barRow = ({ what, limit, measured, holds }: Bar) => [what, limit, measured, holds ? 'yes' : '**no**'];

/** One table for the rows with the same sizes. */
function growthTable(growth: readonly Grown[]): string[] {
  const bySizes = Map.groupBy(growth, ({ sizes }) => sizes.at(-1)?.items ?? 0);
  return [...bySizes.values()].flatMap((rows) => {
    const columns = [...new Set(rows.flatMap(({ sizes }) => sizes.map(({ items }) => items)))].toSorted(
      (a, b) => a - b,
    );
    const cells = rows.map(({ operation, counted, sizes }) => [
      ...[operation, counted],
      ...columns.map((items) => {
        const point = sizes.find((size) => size.items === items);
        return point
          ? `${written(point.time, 1)} ms, ${point.calls} calls, ${written(point.units)} units`
          : '';
      }),
    ]);
    return [...table(['operation', 'items', ...columns.map((items) => written(items))], cells), ''];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
