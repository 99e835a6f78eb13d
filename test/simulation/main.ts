import { Command, InvalidArgumentError, Option } from 'commander';
import { startEngine } from '../../local/engine.ts';
import { noteTried } from '../support/reliability.ts';
import { type Trouble, troubles } from './network.ts';
import { progress } from './progress.ts';
import {
  commandOf,
  type Ended,
  play,
  type Run,
  type ScenarioName,
  scenarios,
  shrunk,
  wholeRun,
} from './runs.ts';

/** npm run simulate: plays worlds that seeds decide; of one that fails, it tells the smallest run that fails as well. */
interface Options {
  readonly seeds: number;
  readonly seed?: number;
  readonly scenario?: ScenarioName;
  readonly accounts?: number;
  readonly units?: number;
  readonly most?: number;
  readonly without: readonly Trouble[];
  readonly story?: true;
}

/** Of a long scenario fewer seeds are played. */
const SHARE: Record<ScenarioName, number> = { rush: 1, flows: 1, lapse: 0.01 };
const WHAT: Record<ScenarioName, string> = {
  rush: '200 accounts want 50 units at once; some are redeemed at two counters, the rest lapse by sweep, stream and take-over',
  flows: '8 publications of 4 onboarding flows at once',
  lapse:
    '100 units lapse with TTL and sweep off for 48 hours: each is listed and reservable at its second, by clocks that agree',
};
/** While the engine works for one, another goes on. */
const AT_ONCE = 3;
const LAST_LINES = 200;

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
};
const listed = (text: string): Trouble[] =>
  text.split(',').map((name) => {
    const known = troubles.find((one) => one === name);
    if (!known) throw new InvalidArgumentError(`It is a list of ${troubles.join(', ')}.`);
    return known;
  });

const command = new Command('simulate')
  .option('--seeds <n>', 'how many seeds to play', whole, 1000)
  .option('--seed <n>', 'play this seed alone', whole)
  .addOption(new Option('--scenario <name>', 'play this alone').choices(scenarios))
  .option('--accounts <n>', 'how many want a unit at once', whole)
  .option('--units <n>', 'how many units there are', whole)
  .option('--most <n>', 'how many troubles strike at most', whole)
  .option('--without <troubles>', 'leave these out', listed, [])
  .option('--story', 'print every line of what happened')
  .parse();
const options = command.opts<Options>();

const engine = await startEngine();
let failed = false;
try {
  for (const scenario of options.scenario ? [options.scenario] : scenarios) await playAll(scenario);
} finally {
  await engine.stop();
}
process.exitCode = failed ? 1 : 0;

async function playAll(scenario: ScenarioName): Promise<void> {
  const { seed, story, accounts, units, most, without } = options;
  const count = Math.ceil(options.seeds * SHARE[scenario]);
  const seeds = seed === undefined ? Array.from({ length: count }, (_, n) => n + 1) : [seed];
  const runs = seeds.map((of) => ({
    ...wholeRun(scenario, of),
    ...(accounts !== undefined && { accounts }),
    ...(units !== undefined && { units }),
    ...(most !== undefined && { most }),
    without,
  }));
  const bar = progress(scenario, runs.length);
  const failures: Ended[] = [];
  const left = [...runs];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let run = left.shift(); run; run = left.shift()) {
        const ended = await play(run, engine.connection);
        if (ended.failure !== undefined) failures.push(ended);
        if (story) process.stdout.write(`${ended.story.join('\n')}\n`);
        bar.step();
      }
    }),
  );
  bar.end();
  failures.sort((a, b) => a.run.seed - b.run.seed);
  if (!story) console.log(`${scenario}: ${runs.length} seeds, ${failures.length} failed`);
  const [first] = failures;
  if (first) {
    failed = true;
    await tell(first, seed === undefined);
  }
  const asItIs = Object.keys(options).every((name) => ['seeds', 'without', 'scenario'].includes(name));
  if (!asItIs || without.length > 0) return;
  noteTried({
    by: 'npm run simulate',
    what: WHAT[scenario],
    times: `${runs.length} runs`,
    seeds: `1 to ${runs.length}`,
    result: first ? `failed: ${failures.map(({ run }) => run.seed).join(', ')}` : 'held',
  });
}

async function tell(failure: Ended, shrinks: boolean): Promise<void> {
  console.log(`seed ${failure.run.seed} failed: ${commandOf(failure.run)}`);
  if (shrinks) console.log('looking for a smaller run of it that fails');
  const least = shrinks ? await shrunk(failure, (run: Run) => play(run, engine.connection)) : failure;
  const lines = least.story.slice(-LAST_LINES);
  if (shrinks) console.log(`the smallest run of it that fails: ${commandOf(least.run)}`);
  if (lines.length < least.story.length) console.log(`... ${least.story.length - lines.length} lines before`);
  console.log(lines.join('\n'));
  console.log(
    least.failure instanceof Error ? (least.failure.stack ?? least.failure.message) : least.failure,
  );
}
