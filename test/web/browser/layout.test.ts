import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Display } from '../../../web/display/answer.ts';
import { crowd, display, displays, EMPTY, HALLS, LANGKAH, ZUMBA } from '../displays.ts';
import { openPage, soon, WALL, WALL_STANDING, WALL_ULTRAWIDE } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import { LOADED, openScreen, outside, type ScreenOptions } from './screens.ts';

/** Where the parts of the display are, in a real browser. */
const demo = demoPlatform();

async function screenOf(answer: Display, options: ScreenOptions = {}) {
  const screen = await openScreen(demo.browser, demo.local.url, answer, options);
  await screen.shows();
  return screen;
}

/** The heights that must not change with the language, and the number of lines of the code. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const range = document.createRange();
    const code = document.querySelector('.code');
    const top = boxOf('.screen')?.top ?? 0; // it drifts, to protect the screen
    if (code) range.selectNodeContents(code);
    return {
      panel: Math.round(boxOf('.join-panel')?.height ?? 0),
      boards: [(boxOf('main')?.top ?? 0) - top, boxOf('main')?.height ?? 0].map(Math.round),
      linesOfCode: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
      overflow: [...document.querySelectorAll('.join-panel')].filter(
        (panel) => panel.scrollHeight > panel.clientHeight + 1,
      ).length,
    };
  });

/** The last change and the end are on other days than today, so their times have dates. */
const onOtherDays = (shown: Display): Display => ({
  ...shown,
  event: { ...shown.event, startsAt: '2026-11-20T01:00:00.000Z', endsAt: '2026-12-30T05:30:00.000Z' },
  updatedAt: '2026-11-26T05:30:00.000Z',
});

describe('the join panel', () => {
  /** The heights in each language; the page shows another one every 20 seconds. */
  async function heightsByLanguage(screen: Awaited<ReturnType<typeof screenOf>>, where: string) {
    const seen = new Map<string | null, Awaited<ReturnType<typeof heights>>>();
    while (seen.size < 3) {
      if (seen.size > 0) await screen.passes(20);
      const language = await screen.page.locator('html').getAttribute('lang');
      expect([where, language, seen.has(language)]).toEqual([where, language, false]);
      expect([where, language, await outside(screen)]).toEqual([where, language, []]);
      seen.set(language, await heights(screen.page));
    }
    return [...seen.values()];
  }

  it.each([
    [
      'pesta-sihat-malaysia',
      [
        ['live', WALL],
        ['live, three challenges', WALL],
        ['live, three challenges', WALL_ULTRAWIDE],
        ['live, two challenges', WALL_ULTRAWIDE],
        ['live', WALL_STANDING],
      ],
    ],
    [
      'wwwwwwwwwwwwwwwwwwww',
      [
        ['live', WALL],
        ['live, three challenges', WALL],
      ],
    ],
  ] as const)('has one height in three languages, with its code on one line: %s', async (code, shown) => {
    const screen = await screenOf(onOtherDays(displays.live), { code, search: '?lang=auto' });
    for (const [state, size] of shown) {
      await screen.resizes(size);
      await screen.turnsTo(onOtherDays(displays[state]));
      const seen = await heightsByLanguage(screen, `${state} ${JSON.stringify(size)}`);
      expect(seen[0]).toMatchObject({ linesOfCode: 1, overflow: 0 });
      expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    }
  });

  it('has one height after the end', async () => {
    const over = { startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-11-27T07:00:00.000Z' };
    const boards = [display([LANGKAH], over), display([LANGKAH, HALLS, ZUMBA], over)];
    const screen = await screenOf(displays.live, { search: '?lang=auto' });
    for (const shown of boards) {
      await screen.turnsTo(shown);
      const seen = await heightsByLanguage(screen, `${shown.challenges.length}`);
      expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    }
  });

  it('moves no board of the demo when the languages take turns', async () => {
    const { page } = await openPage(demo.browser, WALL);
    await page.clock.install();
    await page.goto(`${demo.local.url}/display/kl-wellness-expo?lang=auto`);
    await page.locator('.place').first().waitFor(LOADED);
    const seen = [];
    for (const language of ['en-MY', 'ms-MY', 'zh-Hans-MY']) {
      await soon(page, () => page.locator('html').getAttribute('lang')).toBe(language);
      seen.push(await heights(page));
    }
    expect(seen[0]?.panel).toBe(199);
    expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    // Its height does not come from its texts, which could be longer in one language.
    await page.evaluate(() => document.querySelector('.join-panel')?.replaceChildren());
    expect(await heights(page)).toMatchObject({ panel: 199, boards: seen[0]?.boards });
  });
});

/** Strokes of these names hang far below the line. */
const longTamil = () => crowd((n) => (n % 2 ? 'கிருஷ்ணமூர்த்தி ஜூஜூ' : 'தமிழ்ச்செல்வி முருகன் குழு'), 'ஜூஜூ நடை');

describe('a screen that stands', () => {
  const TABLET = { viewport: { width: 768, height: 1024 } };
  const SQUARE = { viewport: { width: 1000, height: 1000 } };
  const boxes = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()));

  it.each([
    ['a tablet', TABLET],
    ['a square', SQUARE],
    ['a standing wall', WALL_STANDING],
  ] as const)('has its code below everything else on %s', async (_, size) => {
    const screen = await screenOf(displays.upcoming, { size, search: '?lang=ms' });
    for (const state of ['upcoming', 'announced', 'nobody yet'] as const) {
      await screen.turnsTo(displays[state]);
      expect([state, await outside(screen)]).toEqual([state, []]);
      const cut = await screen.page
        .locator('.soon')
        .evaluate((soon) => Math.max(0, soon.scrollHeight - soon.clientHeight - 1));
      expect([state, cut]).toEqual([state, 0]);
      const [code] = await boxes(screen.page, '.qr');
      expect(code.width).toBeGreaterThanOrEqual(0.3 * (size.viewport?.width ?? 0));
    }
  });

  it.each([
    ['a tablet', TABLET],
    ['a square', SQUARE],
    ['a standing wall', WALL_STANDING],
  ] as const)('has room for names of two lines on %s', async (_, size) => {
    const screen = await screenOf(displays.live, { size });
    for (const shown of [displays.live, displays['live, three challenges'], display([longTamil()])]) {
      await screen.turnsTo(shown);
      for (let turn = 0; turn < 4; turn++) {
        expect(await outside(screen)).toEqual([]);
        await screen.passes(12);
      }
    }
  });

  it.each([
    ['a tablet', TABLET],
    ['a standing wall', WALL_STANDING],
  ] as const)('shows a standing podium at the end on %s, and then ranks 4 to 10', async (_, size) => {
    const screen = await screenOf(displays.final, { size });
    const { page, passes } = screen;
    const [first, second, third] = await boxes(page, '.block');
    expect(second.left < first.left && first.left < third.left).toBe(true);
    expect(first.top < second.top && second.top < third.top).toBe(true);
    for (const { bottom } of [first, second, third])
      expect(Math.abs(bottom - (size.viewport?.height ?? 0))).toBeLessThan(10);
    expect(await outside(screen)).toEqual([]);
    await passes(13);
    expect(await page.locator('.stage').count()).toBe(0);
    expect(await page.locator('.rank:visible').allTextContents()).toEqual([
      '4',
      '5',
      '5',
      '7',
      '8',
      '9',
      '10',
    ]);
    expect(await outside(screen)).toEqual([]);
  });
});

it.each([
  ['one board', 1],
  ['two boards', 2],
  ['three columns', 3],
] as const)('shows the lower strokes of Tamil names and titles in %s', async (_, boards) => {
  const { page } = await screenOf(display(Array.from({ length: boards }, longTamil)));
  const covered = await page.evaluate(() => {
    /** The part of an em by which strokes of the font hang below the box of a line. */
    const HANGING = 0.08;
    const inkOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstChild as Text);
      const bottom = Math.max(...[...range.getClientRects()].map((line) => line.bottom));
      return bottom + HANGING * Number.parseFloat(getComputedStyle(element).fontSize);
    };
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const names = [...document.querySelectorAll('.place, .row')].filter(isShown).map((line) => {
      const name = line.querySelector('.name') as Element;
      return inkOf(name) - (line.querySelector('.bar')?.getBoundingClientRect().top ?? 0);
    });
    const titles = [...document.querySelectorAll('.topic h2:lang(ta)')].map(
      (title) => inkOf(title) - (title.nextElementSibling?.getBoundingClientRect().top ?? 0),
    );
    return {
      names,
      titles:
        getComputedStyle(document.querySelector('.topic') ?? document.body).display === 'block' ? titles : [],
    };
  });
  expect(covered.names.length).toBeGreaterThan(0);
  expect(Math.max(...covered.names, ...covered.titles)).toBeLessThanOrEqual(0);
});

describe('the turns', () => {
  const dots = (page: Page) =>
    page.locator('.turns i').evaluateAll((all) => all.map(({ className }) => className || 'other'));
  const longNames = crowd((n) => `Abdul Rahman Sulaiman bin Ali${n}`);

  it.each([
    ['several challenges on a screen that stands', displays['live, three challenges'], WALL_STANDING, 3],
    ['a final result', displays.final, WALL, 2],
    ['three challenges', displays['live, three challenges'], WALL, 3],
    ['more names than fit', display([longNames]), WALL, 2],
    [
      'challenges before the start',
      { ...displays.upcoming, challenges: [EMPTY, HALLS, ZUMBA, LANGKAH] },
      WALL,
      2,
    ],
  ] as const)('are visible for %s', async (_, shown, size, pages) => {
    const { page, passes } = await screenOf({ ...shown, challenges: [...shown.challenges] }, { size });
    for (let now = 0; now < pages; now++) {
      const expected = Array.from({ length: pages }, (_page, n) => (n === now ? 'now' : 'other'));
      expect(await dots(page)).toEqual(expected);
      await passes(now === 0 ? 13 : 12);
    }
    const title = await page.locator('.turns').evaluate((turns) => {
      const { top, bottom, left } = turns.getBoundingClientRect();
      const around = turns.parentElement?.getBoundingClientRect();
      return [around && around.top <= top && bottom <= around.bottom, around && around.left < left];
    });
    expect(title).toEqual([true, true]);
  });

  it('have no dots where everything fits', async () => {
    const { page } = await screenOf(displays.live);
    expect(await dots(page)).toEqual([]);
  });

  it('are of nearly equal size: 4 to 7, then 8 to 10', async () => {
    const { page, passes } = await screenOf(display([longNames]));
    const ranks = () => page.locator('.rank:visible').allTextContents();
    expect(await ranks()).toEqual(['4', '5', '6', '7']);
    await passes(13);
    expect(await ranks()).toEqual(['8', '9', '10']);
  });

  it('say steps once where ranks are alone, and beside the podium nowhere else than on it', async () => {
    const units = (page: Page) => page.locator('.steps:visible').allInnerTexts();
    const columns = await screenOf(displays['live, three challenges']);
    await columns.passes(13);
    expect((await units(columns.page)).filter((text) => text.includes('steps'))).toEqual([
      '98,765 steps',
      '23,500 steps',
      '8,250 steps',
    ]);
    const final = await screenOf(displays.final);
    await final.passes(13);
    const [first, ...others] = await units(final.page);
    expect(first?.replaceAll(/\s+/g, ' ')).toMatch(/^steps ?98,765$/);
    expect(others.join()).not.toContain('steps');
    const live = await screenOf(displays.live);
    expect((await units(live.page)).filter((text) => text.includes('steps'))).toHaveLength(1);
  });
});

describe('columns', () => {
  it('have the count under the title, a gutter of 60 pixels, and lanes at one height', async () => {
    const { page, passes } = await screenOf(displays['live, three challenges']);
    const measured = () =>
      page.evaluate(() => {
        const boxes = (selector: string, within: ParentNode = document) =>
          [...within.querySelectorAll(selector)]
            .filter((element) => element.checkVisibility())
            .map((element) => element.getBoundingClientRect());
        const boards = boxes('.board');
        const titles = boxes('.topic h2');
        return {
          gutters: boards.slice(1).map(({ left }, n) => Math.round(left - (boards[n]?.right ?? 0))),
          areCountsBelow: boxes('.topic .total').map(
            ({ bottom }, n) => bottom > (titles[n]?.bottom ?? 0) + 30,
          ),
          lanes: [...document.querySelectorAll('.board')].map((board) =>
            boxes('.place, .row', board).map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]),
          ),
        };
      });
    for (const size of [3, 4, 3]) {
      const { gutters, areCountsBelow, lanes } = await measured();
      expect(gutters).toEqual([60, 60]);
      expect(areCountsBelow).toEqual([true, true, true]);
      expect(lanes[0]).toHaveLength(size);
      expect(lanes).toEqual([lanes[0], lanes[0], lanes[0]]);
      await passes(12.5);
    }
  });

  it('show a board without people, and one at the start line, beside a podium', async () => {
    const [atStart] = displays['at the start line'].challenges;
    const screen = await screenOf(display([LANGKAH, EMPTY, ...(atStart ? [atStart] : [])]));
    expect(await outside(screen)).toEqual([]);
    expect(await screen.page.locator('.place:visible').count()).toBe(3);
    expect(await screen.page.locator('.unranked .row:visible').count()).toBe(4);
  });
});

describe('the threads', () => {
  it('begin at one line, and none is longer than the leader’s', async () => {
    const screen = await screenOf(displays.live);
    for (const [state, size] of [
      ['live', WALL],
      ['live', WALL_STANDING],
      ['live, two challenges', WALL_ULTRAWIDE],
      ['live, three challenges', WALL],
    ] as const) {
      await screen.resizes(size);
      await screen.turnsTo(displays[state]);
      for (const lists of await threadsOf(screen.page)) {
        for (const list of lists)
          expect(new Set(list.map(({ begins }) => begins)).size).toBeLessThanOrEqual(1);
        const threads = lists.flat();
        const [leader] = threads;
        expect([state, leader?.share]).toEqual([state, 100]);
        for (const { share, length } of threads)
          if (share < 100) expect(length).toBeLessThan(leader?.length ?? 0);
        for (const list of lists)
          expect(list.map(({ length }) => length)).toEqual(
            list.map(({ length }) => length).toSorted((a, b) => b - a),
          );
      }
    }
  });

  /** The threads of each list of each board, in pixels. */
  const threadsOf = (page: Page) =>
    page.locator('.board').evaluateAll((all) =>
      all.map((board) =>
        [...board.querySelectorAll('.podium, .rows')].map((list) =>
          [...list.querySelectorAll('.bar')]
            .filter((bar) => bar.checkVisibility())
            .map((bar) => {
              const { left, width } = bar.getBoundingClientRect();
              const share = Number(getComputedStyle(bar).getPropertyValue('--share'));
              return { begins: Math.round(left), length: (width * share) / 100, share };
            }),
        ),
      ),
    );
});
