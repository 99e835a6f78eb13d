import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../support/running.ts';
import { displays } from '../displays.ts';
import { openBrowser, WALL, WALL_4K, WALL_STANDING, WALL_ULTRAWIDE } from './browser.ts';
import { openScreen, outside, violations } from './screens.ts';

/**
 * Legibility from 10 m on a 55-inch screen, whose picture is 685 mm high, or 685 mm wide if it stands. An ultra-wide wall
 * is taken as two such screens side by side.
 */
const SHORT_SIDE_MM = 685;
const DISTANCE_MM = 10_000;
const arcMinutes = (millimetres: number) => (Math.atan(millimetres / DISTANCE_MM) * 180 * 60) / Math.PI;

const TOP_THREE = 14;
const NAMES_AND_NUMBERS = 9;
const EVERYTHING = 6;

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
});
afterAll(async () => {
  await local?.stop();
});

async function shown(state: State, size: BrowserContextOptions, search = '') {
  const screen = await openScreen(browser, local.url, displays[state], { size, search });
  await screen.shows();
  return screen;
}

/** The height of the shipped font's capitals for each text that is shown, in arc minutes. */
async function capitals({ page }: Awaited<ReturnType<typeof shown>>, selector: string): Promise<number[]> {
  const share = await page.evaluate((wanted) => {
    const metrics = (font: string) => {
      const context = new OffscreenCanvas(10, 10).getContext('2d');
      if (!context) return Number.NaN;
      context.font = `100px ${font}`;
      return context.measureText('H').actualBoundingBoxAscent / 100;
    };
    const capital = metrics('"Instrument Sans"');
    const hasOwnText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll(wanted)]
      .filter((element) => element.getClientRects().length > 0 && hasOwnText(element))
      .map(
        (element) =>
          (capital * Number.parseFloat(getComputedStyle(element).fontSize)) /
          Math.min(innerWidth, innerHeight),
      );
  }, selector);
  return share.map((part) => arcMinutes(part * SHORT_SIDE_MM));
}

const least = async (screen: Awaited<ReturnType<typeof shown>>, selector: string) => {
  const all = await capitals(screen, selector);
  expect([selector, all.length > 0]).toEqual([selector, true]);
  return Math.min(...all);
};

const SIZES = { '1080p': WALL, '4K': WALL_4K, portrait: WALL_STANDING, 'ultra-wide': WALL_ULTRAWIDE };
type State = keyof typeof displays;
const STATES = Object.keys(displays) as State[];
const isBoard = (state: State) => state.startsWith('live') || state.startsWith('ended');

/** What each state shows, among other things. */
const TEXTS: Readonly<Record<keyof typeof displays, readonly string[]>> = {
  upcoming: [
    'Jalan Sihat Pulau Pinang',
    'Monday, 30 November 2026, 4.00 pm',
    'Starts in',
    '3',
    'days',
    '1,284 people',
    'have joined Bukit Bendera',
    '932 people',
    'Scan to join',
  ],
  announced: [
    'Kuching Sihat 2026',
    '30 November to 1 December 2026',
    'Step challenges are coming soon',
    'Scan to join',
  ],
  'nobody yet': ['Be the first!', 'Kebun Bunga', 'Scan to join'],
  'at the start line': ['On the start line', 'Helang'],
  live: ['Live', 'until 5.00 pm', '1,284 people', 'Provisional result', 'Updated 3.41 pm'],
  'live, two challenges': ['10,000 Langkah', 'Hall to Hall', 'KL Wellness Expo'],
  'live, three challenges': ['Senamrobik Pagi', 'Live until 5.00 pm', 'Provisional result, 3.41 pm'],
  'ended, provisional': ['Final results by 3.00 pm tomorrow'],
  final: ['Final result', 'Teh Tarik Laju'],
  over: ['This exhibition is over. Thank you!'],
};
/** Screens that invite people to join have a QR code. */
const INVITES = (state: State) => !['ended, provisional', 'final', 'over'].includes(state);

it('shows every state completely at every size, legible from 10 m', async () => {
  const screen = await shown(STATES[0] ?? 'live', WALL);
  const { page } = screen;
  for (const state of STATES) {
    if (state !== STATES[0]) await screen.turnsTo(displays[state]);
    const elsewhere = page.locator('.large-code:visible, .turns i:first-child:not(.now)');
    while ((await elsewhere.count()) > 0) await screen.passes(4);
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const part of TEXTS[state]) expect(text).toContain(part);
    expect(text).not.toContain('{'); // every text has its values
    expect([state, await page.locator('.qr').count()]).toEqual([state, INVITES(state) ? 1 : 0]);
    expect([state, text.includes('kl-wellness-expo')]).toEqual([state, INVITES(state)]);

    const reaches = async (selector: string, minutes: number) => {
      const found = await least(screen, selector);
      expect(found, `${state}, ${selector}`).toBeGreaterThanOrEqual(minutes);
    };
    for (const [name, size] of Object.entries(SIZES)) {
      await screen.resizes(size);
      expect([state, name, await outside(screen)]).toEqual([state, name, []]);
      if (isBoard(state)) {
        await reaches('.place .name', TOP_THREE);
        await reaches('.place .steps, .plinth', NAMES_AND_NUMBERS);
      }
      if (state === 'final') await reaches('.step .name, .place .name', TOP_THREE);
      if (INVITES(state)) await reaches('.code', NAMES_AND_NUMBERS);
      await reaches('body *', EVERYTHING);
    }
    if (isBoard(state)) {
      const rows = page.locator('.row:visible');
      for (const size of Object.values(SIZES)) {
        await screen.resizes(size);
        for (let turn = 0; turn < 3 && (await rows.count()) === 0; turn++) await screen.passes(13);
        await reaches('.row .name, .row .rank, .row .steps', NAMES_AND_NUMBERS);
      }
    }
    await screen.resizes(WALL);
    expect([state, await violations(screen)]).toEqual([state, []]);
  }
});

describe('the contrast and the structure', () => {
  /** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
  const contrast = (front: string, back: string) => {
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = (color.match(/\d+(\.\d+)?/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [darker = 0, lighter = 0] = [light(front), light(back)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  it.each(['dark', 'light'] as const)(
    'are right in the %s theme, with at least 7 for names, numbers and the code',
    async (theme) => {
      const screen = await shown('live', WALL, theme === 'dark' ? '' : '?theme=light');
      for (const state of ['live', 'final'] as const) {
        if (state !== 'live') await screen.turnsTo(displays[state], '.stage');
        const colors = await screen.page.evaluate(() =>
          [...document.querySelectorAll('.name, .steps, .rank, .plinth, .numeral, .code')]
            .filter((element) => element.getClientRects().length > 0)
            .map((element) => {
              let ground: Element | null = element;
              while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
                ground = ground.parentElement;
              return {
                what: `${element.className} ${element.textContent}`,
                text: getComputedStyle(element).color,
                ground: getComputedStyle(ground ?? document.body).backgroundColor,
              };
            }),
        );
        expect(colors.length).toBeGreaterThan(5);
        const weak = colors.filter(({ text, ground }) => contrast(text, ground) < 7);
        expect([state, weak]).toEqual([state, []]);
        // The test of every state audits the dark theme.
        for (const [name, size] of Object.entries(theme === 'dark' ? {} : SIZES)) {
          await screen.resizes(size);
          expect([state, name, await violations(screen)]).toEqual([state, name, []]);
        }
        await screen.resizes(WALL);
      }
    },
  );
});
