import { Command, InvalidArgumentError, Option } from 'commander';
import { type NetworkTrouble, troubles } from './network.ts';
import { type Run, type ScenarioName, scenarios, wholeRun } from './runs.ts';

/** The options of `npm run simulate`. */
export interface Options {
  readonly seeds: number;
  readonly seed?: number;
  readonly scenario?: ScenarioName;
  readonly accounts?: number;
  readonly units?: number;
  readonly most?: number;
  readonly without: readonly NetworkTrouble[];
  readonly story?: true;
}

/** A run with fewer seeds writes no report. */
export const ALL_SEEDS = 1000;
/** Long scenarios are played with fewer seeds. */
const SHARE: Record<ScenarioName, number> = {
  rush: 1,
  flows: 1,
  lapse: 0.01,
  counters: 1,
  authority: 1,
  notices: 1,
  phones: 1,
  administrators: 1,
};

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
};
const listed = (text: string): NetworkTrouble[] =>
  text.split(',').map((name) => {
    const known = troubles.find((candidate) => candidate === name);
    if (!known) throw new InvalidArgumentError(`It is a list of ${troubles.join(', ')}.`);
    return known;
  });

export function optionsOf(args: readonly string[]): Options {
  return new Command('npm run simulate --')
    .description(
      'Plays worlds that seeds decide. All seeds of all that is asked for go into docs/reliability.md.',
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
    .option('--seeds <n>', 'how many seeds to play', whole, ALL_SEEDS)
    .option('--seed <n>', 'play this seed alone', whole)
    .addOption(new Option('--scenario <name>', 'play this alone').choices(scenarios))
    .option('--accounts <n>', 'how many want a unit at once', whole)
    .option('--units <n>', 'how many units there are', whole)
    .option('--most <n>', 'how many troubles strike at most', whole)
    .option('--without <troubles>', `leave these out, of ${troubles.join(', ')}`, listed, [])
    .option('--story', 'print every line of what happened')
    .parse(args, { from: 'user' })
    .opts<Options>();
}

/** The runs of a scenario that the options select. */
export function runsOf(scenario: ScenarioName, options: Options): readonly Run[] {
  const { seed, accounts, units, most, without } = options;
  const count = Math.ceil(options.seeds * SHARE[scenario]);
  const seeds = seed === undefined ? Array.from({ length: count }, (_, n) => n + 1) : [seed];
  return seeds.map((of) => ({
    ...wholeRun(scenario, of),
    ...(accounts !== undefined && { accounts }),
    ...(units !== undefined && { units }),
    ...(most !== undefined && { most }),
    without,
  }));
}
