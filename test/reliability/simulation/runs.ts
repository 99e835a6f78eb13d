import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { administrators } from './administrators.ts';
import { counters } from './counters.ts';
import { authority } from './invitation-authority.ts';
import { lapse } from './lease-lapse.ts';
import { type NetworkTrouble, troubles } from './network.ts';
import { notices } from './notices.ts';
import { flows } from './onboarding-publication.ts';
import { phones } from './phones.ts';
import { newSimulation, type Sabotage, type Simulation } from './simulated-world.ts';
import { RUSH, rush } from './stock-rush.ts';

export const scenarios = [
  'rush',
  'flows',
  'lapse',
  'counters',
  'authority',
  'notices',
  'phones',
  'administrators',
] as const;
export type ScenarioName = (typeof scenarios)[number];

const hasSizes = (scenario: ScenarioName): boolean => scenario === 'rush' || scenario === 'lapse';

/** The parameters of a run. Equal parameters give an identical event log. */
export interface Run {
  readonly scenario: ScenarioName;
  readonly seed: number;
  /** The size of `rush`; the other scenarios have fixed sizes. */
  readonly accounts: number;
  readonly units: number;
  /** The maximum number of faults, and the kinds of faults that are switched off. */
  readonly most: number;
  readonly without: readonly NetworkTrouble[];
}

export interface Ended {
  readonly run: Run;
  readonly failure: unknown;
  readonly story: readonly string[];
  readonly struck: Readonly<Record<NetworkTrouble, number>>;
  readonly made: ReturnType<Simulation['made']>;
}

export const wholeRun = (scenario: ScenarioName, seed: number): Run => ({
  scenario,
  seed,
  ...(scenario === 'lapse' ? { accounts: 100, units: 100 } : RUSH),
  most: Number.POSITIVE_INFINITY,
  without: [],
});

const plays: Record<ScenarioName, (world: Simulation, run: Run) => Promise<void>> = {
  rush,
  flows: (world) => flows(world),
  lapse: (world, { units }) => lapse(world, units),
  counters: (world) => counters(world),
  authority: (world) => authority(world),
  notices: (world) => notices(world),
  phones: (world) => phones(world),
  administrators: (world) => administrators(world),
};

/** Plays a run in a new world. */
export async function play(run: Run, connection: DynamoDBClientConfig, sabotage?: Sabotage): Promise<Ended> {
  const { scenario, seed, most } = run;
  // The check of expiry to the second needs equal clocks.
  const without = scenario === 'lapse' ? [...run.without, 'skew' as const] : run.without;
  const world = await newSimulation({
    seed,
    connection,
    limits: { most, without },
    hasStream: scenario === 'counters' || scenario === 'lapse',
    ...(sabotage && { sabotage }),
  });
  let failure: unknown;
  try {
    await plays[scenario](world, run);
  } catch (error) {
    failure = error ?? new Error('nothing was thrown');
  } finally {
    await world.end();
  }
  return { run, failure, story: world.story, struck: world.struck(), made: world.made() };
}

/** Identifies the check that failed by its source location, or else by its message. */
function checkOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const place = failure.stack?.split('\n').find((line) => /[/\\]test[/\\]/.test(line));
  return place?.trim() ?? failure.message;
}

/**
 * Shrinks a failing run: fewer accounts, then fewer kinds of faults, then fewer faults. Each step is kept only if the run
 * still fails at the same check.
 */
export async function shrunk(first: Ended, again: (run: Run) => Promise<Ended>): Promise<Ended> {
  let least = first;
  const check = checkOf(first.failure);
  const keepIfItFails = async (next: Partial<Run>): Promise<boolean> => {
    const ended = await again({ ...least.run, ...next });
    if (ended.failure === undefined || checkOf(ended.failure) !== check) return false;
    least = ended;
    return true;
  };

  const hasSize = hasSizes(first.run.scenario);
  for (let accounts = 2; hasSize && accounts < least.run.accounts; accounts *= 2) {
    if (await keepIfItFails({ accounts, units: Math.max(1, Math.floor(accounts / 4)) })) break;
  }
  for (const trouble of troubles) await keepIfItFails({ without: [...least.run.without, trouble] });
  let low = -1;
  let high = Object.values(least.struck).reduce((sum, n) => sum + n, 0);
  while (high - low > 1) {
    const most = Math.floor((low + high) / 2);
    if (await keepIfItFails({ most })) high = most;
    else low = most;
  }
  return least;
}

/** The command that replays a run. */
export function commandOf({ scenario, seed, accounts, units, most, without }: Run): string {
  return [
    `npm run simulate -- --scenario ${scenario} --seed ${seed}`,
    ...(!hasSizes(scenario) ? [] : [`--accounts ${accounts} --units ${units}`]),
    ...(most === Number.POSITIVE_INFINITY ? [] : [`--most ${most}`]),
    ...(without.length > 0 ? [`--without ${without.join(',')}`] : []),
  ].join(' ');
}
