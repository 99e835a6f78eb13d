import { type Crowds, ENROLLMENTS } from './crowds.ts';
import type { FirstRequests } from './first-requests.ts';
import type { Grown } from './growth.ts';
import type { Results } from './results.ts';
import { written } from './statistics.ts';
import type { Rebuilt } from './store.ts';

/**
 * What was measured of the version before: no warm-up of functions, step reports about every five minutes, boards with up to 32
 * partitions, pauses of at most a quarter of a second, transactions with at most 40 enrollments, and ten erasures at once.
 */
const BEFORE = {
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
  getDisplay: '35 calls, 35 read units',
  getLeaderboard: '36 calls, 38 read units',
  /** Contribution records a second, of a merchant with a million claims. */
  rebuilding: 507,
  /** US dollars. */
  hallsDay: 11.5,
} as const;

/** The requests that were refused when 50,000 people joined and enrolled within a minute. */
export const REFUSED_OF_ARRIVING_BEFORE = 11_528;

/** The table with the most claims. */
const LARGEST_MERCHANT = 'merchant-1000000';

/** What was measured of the same before. */
export function countedBefore({ shards, latency }: Crowds['counting'][number]): Crowds['counting'][number] {
  const found = BEFORE.counting.find((row) => row.shards === shards && row.latency === latency);
  return found ?? { shards, latency, recordsASecond: Number.NaN, unitsARecord: Number.NaN };
}

/** The hours that the version before took to erase 100,000 accounts. */
export const erasedBefore = (latency: number): number =>
  BEFORE.erasing.find((row) => row.latency === latency)?.hours ?? Number.NaN;

/** What was measured, of the version before and now. */
type Compared = readonly [what: string, before: string, now: string];

const milliseconds = (time: number) => `${written(time, 1)} ms`;
const percent = (part: number) => `${written(100 * part, 1)} %`;

/**
 * What users and operators notice of this version next to the one before, as far as it was measured.
 * @param hallsDay the US dollars of a hall's day
 */
export function comparedWithBefore(
  { firstRequests, crowds, growth, large }: Results,
  hallsDay: string | undefined,
): Compared[] {
  return [
    ...(firstRequests?.value.filter(({ isUnknown }) => isUnknown) ?? []).flatMap(comparedFirstRequest),
    ...(growth?.value ?? []).flatMap(comparedBoard),
    ...(crowds ? comparedCrowds(crowds.value) : []),
    ...(large?.value.rebuilt ?? []).flatMap(comparedRebuild),
    ...(hallsDay === undefined
      ? []
      : [compared("a hall's day, US dollars", written(BEFORE.hallsDay), hallsDay)]),
  ];
}

const compared = (what: string, before: string, now: string): Compared => [what, before, now];

const comparedFirstRequest = ({ operation, own, cold }: FirstRequests): Compared[] => [
  compared(`first request of a cold ${operation}`, milliseconds(cold.first), milliseconds(own.first)),
  compared('its import and first request', milliseconds(cold.together), milliseconds(own.together)),
];

function comparedBoard({ operation, counted, sizes }: Grown): Compared[] {
  if (counted !== 'participants' || !(operation === 'getDisplay' || operation === 'getLeaderboard'))
    return [];
  return sizes
    .filter(({ items }) => items === 10_000)
    .map(({ calls, units }) =>
      compared(
        `${operation}, a hall of 10,000`,
        BEFORE[operation],
        `${calls} calls, ${written(units)} read units`,
      ),
    );
}

function comparedCrowds({ counting, reporting, arriving, erasing }: Crowds): Compared[] {
  const counted = ({ recordsASecond, unitsARecord }: Crowds['counting'][number]) =>
    `${written(recordsASecond, 0)} a second, ${written(unitsARecord, 1)} write units each`;
  return [
    ...counting
      .filter(({ latency }) => latency === 10)
      .map((now) =>
        compared(
          `roll-up of ${written(ENROLLMENTS)} enrollments, shards: ${now.shards}`,
          counted(countedBefore(now)),
          counted(now),
        ),
      ),
    ...reporting.map(({ reportsASecond, narrow, wide }) =>
      compared(
        `${reportsASecond} reports a second of a challenge that was published for 100 people, refused`,
        percent(narrow),
        `${percent(wide)} once its boards are wider`,
      ),
    ),
    compared(
      `50,000 people join and enroll within a minute, refused of ${written(arriving.requests)} requests`,
      written(REFUSED_OF_ARRIVING_BEFORE),
      written(arriving.refused),
    ),
    ...erasing.map(({ latency, hours }) =>
      compared(
        `erasure of 100,000 accounts, ${latency} ms a call`,
        `${written(erasedBefore(latency), 2)} hours`,
        `${written(hours, 2)} hours`,
      ),
    ),
  ];
}

const comparedRebuild = ({ table, contributionRecords, seconds }: Rebuilt): Compared[] =>
  table === LARGEST_MERCHANT
    ? [
        compared(
          'rebuild of a million claims',
          `${BEFORE.rebuilding} records a second`,
          `${written(contributionRecords / seconds, 0)} records a second`,
        ),
      ]
    : [];
