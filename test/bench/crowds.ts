import { minutes, seconds } from '../../shared/values/clock.ts';
import { MAX_BOARD_PARTITIONS } from '../../shared/values/limits.ts';
import { playCounting } from '../reliability/contention/counting.ts';
import { playErasures } from '../reliability/contention/erasures.ts';
import { playExhibition } from '../reliability/contention/scenarios.ts';
import { WARM_PARTITIONS } from '../reliability/contention/warm.ts';
import { progress } from '../reliability/simulation/progress.ts';
import type { World } from '../support/world.ts';

/** What workers do for a crowd in the model of DynamoDB, whose time is simulated, so that no machine decides the numbers. */
export interface Crowds {
  readonly counting: readonly Counted[];
  readonly erasing: readonly Erased[];
  readonly reporting: readonly Reported[];
  readonly arriving: Arrived;
}

/** The roll-up of enrollments in one challenge that were all written at once. */
interface Counted {
  /** The shards of the stream. Each has one run at a time. */
  readonly shards: number;
  /** The average time of a call in milliseconds. */
  readonly latency: number;
  readonly recordsASecond: number;
  /** Write units for each enrollment, also those of transactions that conflicted. */
  readonly unitsARecord: number;
}

interface Erased {
  readonly latency: number;
  /** For 100,000 accounts. */
  readonly hours: number;
}

/** Reports of steps in one challenge, and the part of them that was refused with 503. */
interface Reported {
  readonly reportsASecond: number;
  /** With boards of one partition. */
  readonly narrow: number;
  /** With boards as wide as they become. */
  readonly wide: number;
}

/** 50,000 people join an exhibition within a minute, and enroll in its challenge. */
interface Arrived {
  readonly requests: number;
  readonly refused: number;
}

export const ENROLLMENTS = 20_000;
const LATENCIES = [10, 40];
const SHARDS = [1, 8, WARM_PARTITIONS, 2 * WARM_PARTITIONS];
const ACCOUNTS = 8000;
const REPORTS_A_SECOND = [300, 600];
const SECONDS = 10;
const ARRIVING = 50_000;
/** The sign-ins that Cognito removes in a second. */
export const SIGN_INS_A_SECOND = 25;

/** @param world an empty world. */
export async function measureCrowds(world: World): Promise<Crowds> {
  const bar = progress('crowds', LATENCIES.length * (SHARDS.length + 1) + REPORTS_A_SECOND.length + 1);
  const counting: Counted[] = [];
  const erasing: Erased[] = [];
  for (const latency of LATENCIES) {
    for (const shards of SHARDS) {
      const options = { enrollments: ENROLLMENTS, shards, latency };
      const { recordsASecond, unitsARecord } = await playCounting(world, options);
      counting.push({ shards, latency, recordsASecond, unitsARecord });
      bar.step();
    }
    const took = await playErasures(world, {
      accounts: ACCOUNTS,
      latency,
      signInsASecond: SIGN_INS_A_SECOND,
    });
    erasing.push({ latency, hours: ((took / ACCOUNTS) * 100_000) / 3_600_000 });
    bar.step();
  }
  const within = seconds(SECONDS);
  const reporting: Reported[] = [];
  for (const reportsASecond of REPORTS_A_SECOND) {
    const reports = reportsASecond * SECONDS;
    const refusedWith = async (partitions: number) => {
      const options = { people: 0, within, latency: 10 };
      const { refused } = await playExhibition(world, options, { reports, boards: [partitions] });
      return (refused.get('reportSteps') ?? 0) / reports;
    };
    reporting.push({
      reportsASecond,
      narrow: await refusedWith(1),
      wide: await refusedWith(MAX_BOARD_PARTITIONS),
    });
    bar.step();
  }
  const { refused } = await playExhibition(world, { people: ARRIVING, within: minutes(1), latency: 10 });
  bar.step();
  bar.end();
  const arriving = {
    requests: 2 * ARRIVING,
    refused: [...refused.values()].reduce((sum, n) => sum + n, 0),
  };
  return { counting, erasing, reporting, arriving };
}
