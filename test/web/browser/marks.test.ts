import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chance, seededChance } from '../../../local/demo/chance.ts';
import type { Challenge } from '../../../web/display/answer.ts';
import { bundled, SCRIPT } from '../../../web/page-files.ts';
import { startInProcess } from '../../support/running.ts';
import { display, displays, HALLS, LANGKAH, ZUMBA } from '../displays.ts';
import type { Driver, Minute, Seen } from './board-driver.ts';
import { openBrowser, openPage, WALL, WALL_STANDING, WALL_ULTRAWIDE } from './browser.ts';

/**
 * A mark never moves a row: the same people are at the same places at every second of a minute as without marks. 15 random
 * boards in `npm test`, 200 in `npm run test:long`.
 */
const BOARDS = process.env['SIHAT_RUNS'] ? 200 : 15;

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
let script: string;
beforeAll(async () => {
  [browser, local, script] = await Promise.all([
    openBrowser(),
    startInProcess(),
    bundled(join(import.meta.dirname, 'board-driver.ts')),
  ]);
});
afterAll(async () => {
  await local?.stop();
});

/** Plays the minutes twice on one page, with and without marks. */
async function played(minutes: readonly Minute[], lang: string, size: BrowserContextOptions) {
  const { page, context, errors } = await openPage(browser, { ...size, reducedMotion: 'reduce' });
  await page.route('**/display/assets/display.js', (route) =>
    route.fulfill({ contentType: SCRIPT, body: script }),
  );
  await page.goto(`${local.url}/display/kl-wellness-expo`);
  const play = (hasMarks: boolean) =>
    page.evaluate(
      ([language, all, marks]) =>
        (globalThis as unknown as { driver: Driver }).driver.play(language, all, marks),
      [lang, minutes, hasMarks] as const,
    );
  const [withMarks, without] = [await play(true), await play(false)];
  await context.close();
  expect(errors).toEqual([]);
  return { withMarks, without };
}

function isUnmoved({ withMarks, without }: Awaited<ReturnType<typeof played>>): void {
  const secondsOf = (seen: readonly Seen[]) => seen.map(({ seconds }) => seconds);
  expect(secondsOf(withMarks)).toEqual(secondsOf(without));
  expect(withMarks.flatMap(({ covered }) => covered)).toEqual([]);
}

const SYLLABLES = {
  latin: [
    'Teh ',
    'Wau ',
    'Bukit ',
    'Abdul ',
    'Rahman ',
    'Jalan ',
    'Mak Cik ',
    'Laju',
    'KL',
    'Bulan ',
    'Sihat ',
  ],
  chinese: ['小', '老虎', '快', '走', '椰子', '妈妈', '明', '海', '山'],
  tamil: ['கயல்', 'விழி', 'முரு', 'கன் ', 'செல்வம்', 'தமிழ்', 'செந்'],
} as const;

function alias(chance: Chance, n: number): string {
  const syllables = SYLLABLES[chance.pick<keyof typeof SYLLABLES>(['latin', 'chinese', 'tamil'])];
  const length = chance.between(2, 28);
  let name = '';
  while ([...name].length < length) name += syllables[chance.between(0, syllables.length - 1)];
  return `${[...name].slice(0, length).join('').trim()}${n}`;
}

const ranked = (title: string, names: readonly string[], steps: readonly number[]): Challenge => ({
  title,
  total: 1284,
  top: names.map((name, n) => ({ alias: name, steps: steps[n] ?? 0, rank: n + 1 })),
});

/** A random board with up to seven marks: some people have climbed, and some are new. */
function randomMinute(chance: Chance, n: number): Minute {
  const names = Array.from({ length: 10 }, (_, place) => alias(chance, place));
  const steps = Array.from({ length: 10 }, () => chance.between(5_000, 130_000)).sort((a, b) => b - a);
  const places = Array.from({ length: 9 }, (_, place) => ({ place, order: chance.between(0, 1000) }));
  const marked = places.sort((a, b) => a.order - b.order).slice(0, (n * 5) % 8);
  const isMarked = (place: number) => marked.some((chosen) => chosen.place === place);
  const stayed = names.filter((_, place) => !isMarked(place));
  const climbed = names.filter((_, place) => isMarked(place) && chance.percent(50));
  const title = `Langkah ${n}`;
  const others = n % 3 === 0 ? [HALLS, ZUMBA] : [];
  const event = { title: `Ekspo ${n}` };
  return {
    before: display([ranked(title, [...stayed, ...climbed], steps), ...others], event),
    after: display([ranked(title, names, steps), ...others], event),
  };
}

describe('a mark', () => {
  it.each([
    ['1080p', 'en', WALL],
    ['1080p', 'ms', WALL],
    ['1080p', 'zh', WALL],
    ['portrait', 'ms', WALL_STANDING],
    ['ultra-wide', 'ms', WALL_ULTRAWIDE],
  ] as const)('moves no row of random boards: %s in %s', async (name, lang, size) => {
    const chance = seededChance([...`${name}${lang}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0));
    const minutes = Array.from({ length: BOARDS / 5 }, (_, n) => randomMinute(chance, n + 1));
    const seen = await played(minutes, lang, size);
    isUnmoved(seen);
    const sum = (part: 'marks' | 'visibleMarks') =>
      seen.withMarks.reduce((total, minute) => total + minute[part], 0);
    expect(sum('marks')).toBeGreaterThan(0);
    expect(sum('visibleMarks')).toBeGreaterThan(0);
  });

  it('leaves ranks 4 to 10 in place when ranks 8 and 9 change and somebody is new at rank 10', async () => {
    const [first, ...others] = LANGKAH.top;
    const tamil = LANGKAH.top[8];
    if (!first || !tamil) throw new Error('the board has too few people');
    const top = [
      ...LANGKAH.top.slice(0, 7),
      { ...tamil, steps: 80_000, rank: 8 },
      { ...(others[6] ?? first), rank: 9 },
      { alias: 'Enggang Sarawak Laju', steps: 71_000, rank: 10 },
    ];
    const seen = await played([{ before: displays.live, after: display([{ ...LANGKAH, top }]) }], 'en', WALL);
    isUnmoved(seen);
    expect(seen.withMarks[0]?.marks).toBe(2);
    for (const second of seen.withMarks[0]?.seconds.slice(0, 40) ?? [])
      for (const { alias: name } of top) expect(second).toContain(name);
  });
});
