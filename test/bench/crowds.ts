import { playCounting } from '../reliability/contention/counting.ts';
import { playErasures } from '../reliability/contention/erasures.ts';
import { WARM_PARTITIONS } from '../reliability/contention/warm.ts';
import { progress } from '../reliability/simulation/progress.ts';
import type { World } from '../support/world.ts';

/** What workers do for a crowd in the model of DynamoDB, whose time is simulated, so that no machine decides the numbers. */
export interface Crowds {
  readonly counting: readonly Counted[];
  readonly erasing: readonly Erased[];
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

export const ENROLLMENTS = 20_000;
const LATENCIES = [10, 40];
const SHARDS = [1, 8, WARM_PARTITIONS, 2 * WARM_PARTITIONS];
const ACCOUNTS = 8000;
/** The sign-ins that Cognito removes in a second. */
export const SIGN_INS_A_SECOND = 25;

/** @param world an empty world. */
export async function measureCrowds(world: World): Promise<Crowds> {
  const bar = progress('crowds', LATENCIES.length * (SHARDS.length + 1));
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
  bar.end();
  return { counting, erasing };
}

/** The same of the version with pauses of a quarter of a second, groups of 40 and ten erasures at once. */
export const CROWDS_BEFORE: Crowds = {
  counting: [
    { shards: 1, latency: 10, recordsASecond: 817, unitsARecord: 2.2 },
    { shards: 8, latency: 10, recordsASecond: 1201, unitsARecord: 6.6 },
    { shards: 24, latency: 10, recordsASecond: 760, unitsARecord: 19.8 },
    { shards: 48, latency: 10, recordsASecond: 373, unitsARecord: 74 },
    { shards: 1, latency: 40, recordsASecond: 205, unitsARecord: 2.2 },
    { shards: 24, latency: 40, recordsASecond: 436, unitsARecord: 24 },
    { shards: 48, latency: 40, recordsASecond: 284, unitsARecord: 68.9 },
  ],
  erasing: [
    { latency: 10, hours: 1.85 },
    { latency: 40, hours: 4.12 },
  ],
};
