import type { Challenge, Display } from '../../web/display/answer.ts';

/** Displays in every state, with names in three scripts. Tests and `npm run screens` set the server's time to `NOW`. */

export const NOW = new Date('2026-11-27T07:42:00.000Z');

function challenge(title: string, total: number, steps: readonly (readonly [string, number])[]): Challenge {
  const rankOf = (n: number) => 1 + steps.filter(([, other]) => other > n).length;
  return { title, total, top: steps.map(([alias, n]) => ({ alias, steps: n, rank: rankOf(n) })) };
}

export const LANGKAH = challenge('10,000 Langkah', 1284, [
  ['Teh Tarik Laju', 123_456],
  ['小老虎快走', 118_902],
  ['Geng Jalan Pagi Bukit Kiara KL', 112_340],
  ['கயல்விழி', 98_765],
  ['Wau Bulan Senja', 91_208],
  ['Nasi Lemak Bukit', 91_208],
  ['Jia Hui Jalan', 84_310],
  ['椰子妈妈', 79_554],
  ['முருகன் செல்வம்', 74_002],
  ['Enggang Sarawak', 70_118],
]);
export const HALLS = challenge('Hall to Hall', 433, [
  ['Pandan Pagi', 24_000],
  ['快走 KL', 24_000],
  ['Harimau Malaya Pagi', 23_750],
  ['Bunga Raya', 23_500],
  ['Durian Ceria', 23_500],
  ['Mei Ling', 22_900],
  ['தமிழ்ச்செல்வி', 22_150],
  ['Kancil Laju', 21_800],
  ['Tapir Tenang', 20_410],
  ['Vaanam 35', 19_875],
]);
export const ZUMBA = challenge('Senamrobik Pagi', 96, [
  ['செந்தில்', 9_120],
  ['Rambutan Merah', 8_750],
  ['Mak Cik Zumba', 8_500],
  ['阿明', 8_250],
  ['Helang', 8_010],
  ['Penyu', 7_940],
  ['Siti', 7_200],
  ['Orkid', 6_800],
  ['Rafflesia', 6_555],
  ['Puteri', 6_001],
]);
/** Nobody has walked. */
export const ZERO = challenge(
  'Bukit Bendera',
  1284,
  ['Helang', 'Siti', '阿明', 'செந்தில்', 'Geng Jalan Pagi Bukit Kiara KL', 'Penyu', 'Orkid'].map((alias) => [
    alias,
    0,
  ]),
);
export const EMPTY = challenge('Kebun Bunga', 0, []);

export const LONG_TITLE = 'Cabaran Sejuta Langkah Menuju Malaysia Lebih Sihat';
/** Ten people with names of 30 characters. */
export const crowd = (nameOf: (n: number) => string, title = LONG_TITLE): Challenge =>
  challenge(
    title,
    1234,
    Array.from({ length: 10 }, (_, n) => [nameOf(n), 123_456 - n]),
  );

const RUNNING = { startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-11-27T09:00:00.000Z' };
const OVER = { startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-11-27T07:00:00.000Z' };
const AHEAD = { startsAt: '2026-11-30T08:00:00.000Z', endsAt: '2026-12-01T09:00:00.000Z' };

export function display(challenges: readonly Challenge[], more: Partial<Display['event']> = {}): Display {
  return {
    event: { title: 'KL Wellness Expo', ...RUNNING, ...more },
    challenges: [...challenges],
    updatedAt: '2026-11-27T07:41:00.000Z',
    provisional: true,
    rewardEligible: true,
  };
}

/** One display for each state that a response can show. */
export const displays = {
  upcoming: display([ZERO, { ...EMPTY, total: 932 }], { title: 'Jalan Sihat Pulau Pinang', ...AHEAD }),
  announced: { ...display([], { title: 'Kuching Sihat 2026', ...AHEAD }), provisional: false },
  'nobody yet': display([EMPTY]),
  'at the start line': display([ZERO]),
  live: display([LANGKAH]),
  'live, two challenges': display([LANGKAH, HALLS]),
  'live, three challenges': display([LANGKAH, HALLS, ZUMBA]),
  'ended, provisional': display([LANGKAH], OVER),
  final: { ...display([LANGKAH], OVER), provisional: false },
  over: { ...display([], OVER), provisional: false },
} as const satisfies Readonly<Record<string, Display>>;
