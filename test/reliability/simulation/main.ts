import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '../../../local/engine/start-engine.ts';
import { forgetTried, noteTried } from '../../support/reliability-report.ts';
import { checkedConnection } from '../../support/request-check/checked-connection.ts';
import { ALL_SEEDS, optionsOf, runsOf } from './options.ts';
import { progress } from './progress.ts';
import { commandOf, type Ended, play, type ScenarioName, scenarios, shrunk } from './runs.ts';
import { nothing, plus, told } from './totals.ts';

/** npm run simulate: plays simulated worlds, and shrinks the first failing run. */

const WHAT: Record<ScenarioName, string> = {
  rush: '200 accounts want 50 units at once, of which two administrators withdraw some; some are redeemed at two counters, the rest lapse by sweep, stream and take-over',
  flows: '8 publications of 4 onboarding flows at once',
  lapse:
    '100 units lapse with TTL and sweep off for 48 hours: each is listed and reservable at its second, by clocks that agree',
  counters:
    '6 people join and leave everything while the stream delivers changes late, repeated and out of order, or loses them',
  authority:
    '8 people accept links into a workspace while their owner is replaced and removed, and an HR admin is removed',
  administrators:
    '2 administrators hide and show an alias while 10 people take it, and then cancel the exhibition while 10 people join, enroll and reserve',
  notices:
    '16 people act and decide for 45 minutes, one of them closes the account, and the delivery and the erasure run: each act is told once',
  phones: '5 people share 4 phones, while the push service is unreliable and one account is closed',
};
/** While the engine works for one run, another one continues. */
const AT_ONCE = 3;
const LAST_LINES = 200;

const options = optionsOf(process.argv.slice(2));
/** Only a complete set of runs is reported. */
const reports =
  options.seeds >= ALL_SEEDS &&
  options.without.length === 0 &&
  Object.keys(options).every((name) => ['seeds', 'without', 'scenario'].includes(name));

const engine = await startEngine();
// Each world has a table of its own with a stream.
engine.tablesCreated();
// A request that DynamoDB would reject is an unexpected error and fails the run.
const connection = checkedConnection(engine.connection, () => {});
let failed = false;
try {
  if (reports && !options.scenario) forgetTried('npm run simulate');
  for (const scenario of options.scenario ? [options.scenario] : scenarios) await playAll(scenario);
} finally {
  await engine.stop();
}
process.exitCode = failed ? 1 : 0;

async function playAll(scenario: ScenarioName): Promise<void> {
  const runs = runsOf(scenario, options);
  const bar = progress(scenario, runs.length);
  const failures: Ended[] = [];
  let totals = nothing;
  note('not finished');
  const left = [...runs];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let run = left.shift(); run; run = left.shift()) {
        const ended = await play(run, connection);
        totals = plus(totals, ended);
        if (ended.failure !== undefined) failures.push(ended);
        if (options.story) process.stdout.write(`${ended.story.join('\n')}\n`);
        bar.step();
      }
    }),
  );
  bar.end();
  failures.sort((a, b) => a.run.seed - b.run.seed);
  note(failures.length > 0 ? `failed: ${failures.map(({ run }) => run.seed).join(', ')}` : 'held');
  if (!options.story) console.log(`${scenario}: ${runs.length} seeds, ${failures.length} failed`);
  for (const { run } of failures) console.log(`seed ${run.seed} failed: ${commandOf(run)}`);
  const [first] = failures;
  if (!first) return;
  failed = true;
  await tell(first);

  function note(result: string): void {
    if (!reports) return;
    noteTried({
      by: 'npm run simulate',
      what: WHAT[scenario],
      times: `${runs.length} runs: ${told(totals)}`,
      seeds: `1 to ${runs.length}`,
      result,
    });
  }
}

async function tell(failure: Ended): Promise<void> {
  console.log('looking for a smaller run of it that fails');
  const least = await shrunk(failure, (run) => play(run, connection));
  console.log(`the smallest run of it that fails: ${commandOf(least.run)}`);
  const { scenario, seed } = least.run;
  mkdirSync('test-artifacts', { recursive: true });
  const file = join('test-artifacts', `${scenario}-${seed}.txt`);
  writeFileSync(file, `${least.story.join('\n')}\n`);
  const lines = least.story.slice(-LAST_LINES);
  console.log(`its ${least.story.length} lines are in ${file}, the last ${lines.length} are:`);
  console.log(lines.join('\n'));
  console.log(
    least.failure instanceof Error ? (least.failure.stack ?? least.failure.message) : least.failure,
  );
}
