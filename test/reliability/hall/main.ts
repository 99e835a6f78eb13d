import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { projectRoot } from '../../../infra/project-root.ts';
import { stages } from '../../../infra/stages.ts';
import { hours } from '../../../shared/values/clock.ts';
import { withSection } from '../../support/document-section.ts';
import { WARM_PARTITIONS } from '../contention/warm.ts';
import { progress } from '../simulation/progress.ts';
import { playDay } from './day.ts';
import { exceededLimits, isByTheRules } from './rules.ts';
import { HALL_SECTIONS } from './sections.ts';
import { WALL_AGE } from './walkers.ts';

/** npm run simulate -- hall: plays the day of a hall and fails if anybody is refused for another reason than the rules. */

const PEOPLE = 10_000;
const HOURS = 8;
const SEED = 1;
const LATENCY = 10;
const INTRODUCTIONS: Readonly<Record<number, string>> = {
  [WARM_PARTITIONS]: `\`npm run simulate -- hall\` plays it in simulated time, with the real handlers, workers and retries and the model of DynamoDB
from \`test/reliability/contention/\`: 10,000 people arrive within ten minutes through one address, look up the exhibition, join,
enroll and want one of 1,000 gifts. They report steps when the platform asks for them, and once all within half a minute, after a
restart of the network, look at the leaderboard twice an hour, and a few of them run. 200 displays poll, 30 % of the gifts lapse, 100 people close their accounts, and the roll-up is down for two minutes.
\`test/reliability/hall/day.ts\` has the times.`,
  4: `\`npm run simulate -- hall --partitions 4\` plays the same day on a table that is not warm. Phones repeat what was refused with
503, as the client package does.`,
  48: '`npm run simulate -- hall --partitions 48` plays the same day on a table with twice as many partitions as production has.',
};

const whole = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
};
const {
  people,
  partitions,
  seed,
  hours: length,
  latency,
} = new Command('npm run simulate -- hall')
  .description('Plays the day of a hall in the model of DynamoDB.')
  .option('--people <n>', 'how many people come', whole, PEOPLE)
  .option('--partitions <n>', 'partitions of the table and of each index', whole, WARM_PARTITIONS)
  .option('--hours <n>', 'the length of the day, at least 5', whole, HOURS)
  .option('--latency <n>', 'the average milliseconds of a database call', whole, LATENCY)
  .option('--seed <n>', 'decides the order of everything', whole, SEED)
  .parse(process.argv.slice(3), { from: 'user' })
  .opts<{ people: number; partitions: number; seed: number; hours: number; latency: number }>();

/** US dollars for a million, rounded, as in the table of costs in the runbook. */
const PRICES = { writeUnits: 0.75, readUnits: 0.15, functions: 3, edge: 2 };
/** An account's default. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const CONCURRENT_FUNCTIONS = 1000;
const MAX_LAG = 10;

const lasts = hours(length);
const bar = progress('minutes of the day', length * 60);
const day = await playDay({ people, partitions, seed, lasts, latency, onProgress: () => bar.step() });
bar.end();

const perMillion = (n: number, price: number) => (n / 1_000_000) * price;
const edge = [...day.edge.values()].reduce((sum, n) => sum + n, 0);
const dollars =
  perMillion(day.counts.writeUnits, PRICES.writeUnits) +
  perMillion(day.counts.readUnits, PRICES.readUnits) +
  perMillion(day.requests, PRICES.functions + PRICES.edge) +
  perMillion(edge, PRICES.edge);
const written = (n: number) => Math.round(n).toLocaleString('en-US');
const { throttling } = stages.production;
const failures = [...day.answers].filter(([answer]) => !isByTheRules(answer));
const isWarm = partitions >= WARM_PARTITIONS;
const table: readonly (readonly [what: string, measured: string])[] = [
  ['people, behind one address', written(people)],
  ['partitions of the table and of each index', written(partitions)],
  ['requests to functions; at the edge', `${written(day.requests)}; ${written(edge)}`],
  ...[...day.answers].sort(byName).map(([answer, n]): [string, string] => [answer, written(n)]),
  ['phones that gave up', written([...day.gaveUp.values()].reduce((sum, n) => sum + n, 0))],
  ['refused for another reason than the rules', written(failures.reduce((sum, [, n]) => sum + n, 0))],
  ...[...day.firstRefusal]
    .sort(([, a], [, b]) => a - b)
    .map(([name, at]): [string, string] => [
      `first such refusal of ${name}`,
      `after ${written(at / 1000)} s`,
    ]),
  [
    'most requests in a second; in a minute',
    `${written(day.requestsInASecond)}; ${written(day.requestsInAMinute)}`,
  ],
  ...[...day.edgeInAMinute].map(([name, n]): [string, string] => [
    `most requests of ${name} in a minute, at the edge`,
    written(n),
  ]),
  ['most functions at the same time', written(day.mostRunning)],
  [
    'busiest key, write units in a second',
    `${written(day.busiest.writes.units)} (${nameOf(day.busiest.writes.key)})`,
  ],
  [
    'busiest key, read units in a second',
    `${written(day.busiest.reads.units)} (${nameOf(day.busiest.reads.key)})`,
  ],
  ['oldest rank on the wall', `${day.oldestRank / 1000} s`],
  ['counters behind at most', `${(day.lag / 1000).toFixed(1)} s`],
  ['after two minutes without a roll-up', `${(day.lagOfOutage / 1000).toFixed(1)} s`],
  ['gifts reserved; collected', `${written(day.gifts.reserved)}; ${written(day.gifts.redeemed)}`],
  ['accounts closed and erased', written(day.closed)],
  ['write units; read units', `${written(day.counts.writeUnits)}; ${written(day.counts.readUnits)}`],
  ['US dollars', dollars.toFixed(2)],
  ['lost or given twice', day.losses.length === 0 ? 'nothing' : day.losses.slice(0, 5).join(', ')],
];
const rows = ['| what | measured |', '| --- | --- |', ...table.map((row) => `| ${row.join(' | ')} |`)].join(
  '\n',
);
console.log(rows);
const section = HALL_SECTIONS.get(partitions);
if (section !== undefined && people === PEOPLE && length === HOURS && seed === SEED && latency === LATENCY) {
  const page = join(projectRoot, 'docs', 'performance.md');
  writeFileSync(
    page,
    withSection(readFileSync(page, 'utf8'), section, `${INTRODUCTIONS[partitions]}\n\n${rows}`),
  );
}

const problems = [
  ...day.losses.slice(0, 20),
  ...(isWarm ? failures.map(([answer, n]) => `${answer}: ${n}`) : []),
  ...(isWarm && day.lag > MAX_LAG * 1000 ? ['the counters were too late'] : []),
  ...(isWarm && day.oldestRank > WALL_AGE ? ['a rank on the wall was too old'] : []),
  ...(day.mostRunning > CONCURRENT_FUNCTIONS ? ['too many functions at the same time'] : []),
  ...(day.requestsInASecond > throttling.perRoute.rate ? ['too many requests in a second'] : []),
  ...exceededLimits(day.edgeInAMinute),
  ...(day.requestsInAMinute > 30 * throttling.perRoute.rate ? ['too many requests of one address'] : []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** A key without its ids. */
function nameOf(key: string): string {
  return key.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
}
