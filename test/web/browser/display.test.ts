import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Display } from '../../../web/display/answer.ts';
import { openBrowser, openPage, PHONE, screenshot, WALL, WALL_4K, WALL_STANDING } from './browser.ts';
import { type Hall, newHall } from './exhibition-hall.ts';

/** The display page in a real browser with the real API. It polls about every five seconds. */
const SOON = { timeout: 60_000 };
/** On a busy machine a browser loads a page slowly. */
const LOADED = { timeout: 60_000 };

let browser: Browser;
let hall: Hall;
beforeAll(async () => {
  [browser, hall] = await Promise.all([openBrowser(), newHall()]);
});
afterAll(async () => {
  await browser?.close();
  await hall?.town.leave();
});
// A closed page sends no more requests.
afterEach(() => Promise.all(open.map(({ context }) => context.close())));

type Opened = Awaited<ReturnType<typeof openPage>>;
const open: Opened[] = [];
/** Pages whose requests were made to fail. */
const troubled = new Set<Opened>();

async function screen(options = WALL, search = '', code = hall.code) {
  const opened = await openPage(browser, options);
  open.push(opened);
  await opened.page.goto(`${hall.town.local.url}/display/${code}${search}`);
  return opened;
}

/** A page whose responses the test chooses. */
async function screenOf(display: Display, options = WALL, time = new Date()) {
  const opened = await openPage(browser, options);
  open.push(opened);
  await stopTime(opened, time);
  await opened.page.route('**/v1/**/display', (route) => route.fulfill({ json: display }));
  await opened.page.goto(`${hall.town.local.url}/display/${hall.code}`);
  await opened.page.locator('li').first().waitFor(LOADED);
  return opened;
}
/** The test moves the page's clock. */
async function stopTime({ page }: Opened, time = new Date()) {
  await page.clock.install({ time });
  await page.clock.pauseAt(time.getTime() + 1000);
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const waitsFor = (more: number) => {
      const { dataset } = document.documentElement;
      dataset['waitsFor'] = `${Number(dataset['waitsFor'] ?? 0) + more}`;
    };
    globalThis.fetch = async (...question) => {
      waitsFor(1);
      try {
        const answer = await fetch(...question);
        await answer.clone().arrayBuffer();
        return answer;
      } finally {
        waitsFor(-1);
      }
    };
  });
}
/** Moves the clock in steps, and waits in each until the page has processed its responses. */
async function turn({ page }: Opened) {
  const waitsFor = () => page.evaluate(() => document.documentElement.dataset['waitsFor']);
  for (let step = 0; step < 8; step++) {
    await page.clock.runFor(2_500);
    await expect.poll(waitsFor, SOON).toBe('0');
    await page.evaluate(() => document.title);
  }
}
const titles = ({ page }: Opened) => page.locator('h2:visible').allTextContents();
const aliases = ({ page }: Opened) => page.locator('.alias').allTextContents();
const status = ({ page }: Opened) => page.locator('#status').textContent();
const notice = ({ page }: Opened) => page.locator('#notice').textContent();
const violations = async ({ page }: Opened) =>
  (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html),
  }));

const LONG_TITLE = 'Cabaran Sejuta Langkah Menuju Malaysia Lebih Sihat';

/** Ten participants in each challenge. */
const made = (challenges: number, alias: (n: number) => string): Display => ({
  event: {
    title: LONG_TITLE,
    startsAt: '2026-03-01T01:00:00.000Z',
    endsAt: '2026-03-31T01:00:00.000Z',
  },
  challenges: Array.from({ length: challenges }, () => ({
    title: LONG_TITLE,
    total: 1234,
    top: Array.from({ length: 10 }, (_, n) => ({ alias: alias(n), steps: 123_456 - n, rank: n + 1 })),
  })),
  updatedAt: '2026-03-02T01:00:00.000Z',
  provisional: true,
  rewardEligible: false,
});

/** All elements and lines of text that overflow their container or overlap a sibling. */
const outside = ({ page }: Opened) =>
  page.evaluate(() => {
    const found: string[] = [];
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const isIn = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1;
    const isOver = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - 1 &&
      other.left < one.right - 1 &&
      one.top < other.bottom - 1 &&
      other.top < one.bottom - 1;
    /** The lines of a text with the height of their letters. */
    const linesOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      return [...range.getClientRects()].map(
        ({ left, width, top, height }) => new DOMRect(left, top + height / 2 - size / 2, width, size),
      );
    };
    const shown = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
    const expectIn = (what: Element, lines: DOMRect[], outer: DOMRect) => {
      if (!lines.every((line) => isIn(line, outer))) found.push(what.outerHTML.slice(0, 100));
    };

    const screen = new DOMRect(0, 0, innerWidth, innerHeight);
    for (const one of shown('h1, section, footer')) expectIn(one, [boxOf(one)], screen);
    for (const section of shown('section')) {
      for (const one of shown('h2, .total, .unit, li', section)) expectIn(one, linesOf(one), boxOf(section));
      for (const row of shown('li', section)) {
        const [alias, steps] = [...shown('.alias', row), ...shown('.steps', row)];
        if (!alias || !steps) throw new Error('a row has no alias or no steps');
        expectIn(row, [boxOf(row)], boxOf(section));
        expectIn(alias, linesOf(alias), boxOf(row));
        expectIn(steps, linesOf(steps), boxOf(row));
        if (linesOf(alias).some((line) => linesOf(steps).some((other) => isOver(line, other))))
          found.push(`${alias.textContent} and its steps`);
        if (alias.scrollWidth > alias.clientWidth) found.push(`${alias.textContent} is cut`);
      }
    }
    const boxes = [...shown('h1, #join, section, footer'), ...shown('li')];
    for (const [n, one] of boxes.entries())
      for (const other of boxes.slice(n + 1))
        if (!one.contains(other) && isOver(boxOf(one), boxOf(other)))
          found.push(`${one.tagName} over ${other.tagName}`);
    return found;
  });

describe('a wall screen', () => {
  it('says so while nobody has walked', async () => {
    const wall = await screen();
    await wall.page.getByText('Nobody yet. Be the first!').waitFor(LOADED);
    expect(await wall.page.locator('.total').textContent()).toBe('0 people');
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, 'nobody');
  });

  it('shows the exhibition, its challenge, the leaders and the number of participants, and polls with the ETag', async () => {
    await hall.walker('Jalan Jauh', 12_345);
    await hall.walker('Kaki Laju', 11_000);
    const wall = await screen();
    await wall.page.getByText('Jalan Jauh').waitFor(LOADED);
    expect(await wall.page.locator('h1').textContent()).toBe('Ekspo Sihat');
    expect(await wall.page.title()).toBe('Ekspo Sihat');
    expect(await wall.page.locator('h2').textContent()).toBe('Sejuta Langkah');
    expect(await wall.page.locator('#join').textContent()).toBe(`Join with ${hall.code}`);
    expect(await wall.page.locator('.total').textContent()).toBe('2 people');
    expect(await wall.page.locator('#standing').textContent()).toBe('Provisional result');
    expect(await wall.page.locator('#updated').textContent()).toMatch(/^Updated .*\d\d:\d\d:\d\d/);
    expect(await wall.page.locator('li').allTextContents()).toEqual([
      '1Jalan Jauh 12,345',
      '2Kaki Laju 11,000',
    ]);
    expect(await wall.page.locator('.unit').textContent()).toBe('steps');
    await expect.poll(() => wall.statuses.slice(0, 2), SOON).toEqual([200, 304]);
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, 'first-paint');
  });

  it('shows who moved up and who moved down', async () => {
    const slow = await hall.walker('Lambat Dulu', 100);
    const wall = await screen();
    await wall.page.getByText('Lambat Dulu').waitFor(LOADED);
    expect(await aliases(wall)).toEqual(['Jalan Jauh', 'Kaki Laju', 'Lambat Dulu']);
    await slow.walks(50_000);
    await expect.poll(() => aliases(wall), SOON).toEqual(['Lambat Dulu', 'Jalan Jauh', 'Kaki Laju']);
    expect(await wall.page.locator('li').evaluateAll((rows) => rows.map((row) => row.className))).toEqual([
      'up',
      'down',
      'down',
    ]);
    expect(await wall.page.locator('.move').allTextContents()).toEqual(['▲2', '▼1', '▼1']);
    await screenshot(wall.page, 'rank-change');
  });

  it('does not animate with reduced motion', async () => {
    const [still, moving] = [
      await screen({ ...WALL, reducedMotion: 'reduce' }),
      await screen({ ...WALL, reducedMotion: 'no-preference' }),
    ];
    // Counts animations from before the change.
    for (const { page } of [still, moving]) {
      await page.getByText('Jalan Jauh').waitFor(LOADED);
      await page.evaluate(() => {
        const { dataset } = document.documentElement;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          dataset['glides'] = `${Number(dataset['glides'] ?? 0) + 1}`;
          return animate.apply(this, given);
        };
      });
    }
    await hall.walker('Bukan Lambat', 60_000);
    const glides = ({ page }: Opened) =>
      page.evaluate(() => Number(document.documentElement.dataset['glides'] ?? 0));
    for (const wall of [still, moving]) {
      await expect.poll(() => aliases(wall), SOON).toContain('Bukan Lambat');
    }
    expect(await glides(moving)).toBeGreaterThan(0);
    expect(await glides(still)).toBe(0);
    expect(await still.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('removes an alias with the next response after its consent was withdrawn', async () => {
    const shy = await hall.walker('Segan Juga', 70_000);
    const wall = await screen();
    await wall.page.getByText('Segan Juga').waitFor(LOADED);
    const before = Number.parseInt((await wall.page.locator('.total').textContent()) ?? '', 10);
    await shy.leavesTheDisplay();
    await expect.poll(() => aliases(wall), SOON).not.toContain('Segan Juga');
    expect(await wall.page.locator('.total').textContent()).toBe(`${before - 1} people`);
    expect(await wall.page.content()).not.toContain('Segan Juga');
  });

  it('keeps the last results through an outage, says so, and recovers', async () => {
    const wall = await screen();
    await wall.page.getByText('Jalan Jauh').waitFor(LOADED);
    await wall.context.setOffline(true);
    await expect.poll(() => status(wall), SOON).toBe('No connection: these are the last results');
    expect(await aliases(wall)).toContain('Jalan Jauh');
    await screenshot(wall.page, 'outage');
    expect(await violations(wall)).toEqual([]);
    await wall.context.setOffline(false);
    await expect.poll(() => status(wall), SOON).toBe('');
    expect(await aliases(wall)).toContain('Jalan Jauh');
    troubled.add(wall);
  });

  it('becomes blank a minute after the last response, and not before', async () => {
    const opened = await openPage(browser, WALL);
    open.push(opened);
    await opened.page.clock.install();
    await opened.page.goto(`${hall.town.local.url}/display/${hall.code}`);
    await opened.page.getByText('Jalan Jauh').waitFor(LOADED);
    await opened.context.setOffline(true);
    await opened.page.clock.runFor(50_000);
    expect(await aliases(opened)).toContain('Jalan Jauh');
    await opened.page.clock.runFor(15_000);
    expect(await notice(opened)).toBe('Waiting for the results…');
    expect(await opened.page.content()).not.toContain('Jalan Jauh');
    expect(await violations(opened)).toEqual([]);
    await screenshot(opened.page, 'blank');
    // A blank page never claims to show the last results, however many requests fail.
    await opened.page.clock.runFor(70_000);
    expect(await status(opened)).toBe('');
    await opened.context.setOffline(false);
    await expect
      .poll(async () => {
        await opened.page.clock.runFor(32_000);
        return aliases(opened);
      }, SOON)
      .toContain('Jalan Jauh');
    troubled.add(opened);
  });

  it('shows an alias with markup as plain text', async () => {
    const markup = '<img src=x onerror=a()>';
    await hall.walker(markup, 80_000);
    const wall = await screen();
    await expect.poll(() => aliases(wall), SOON).toContain(markup);
    expect(await wall.page.locator('img').count()).toBe(0);
    // Run from a task of the page, because code that a debugger runs may do more.
    const attempts = await wall.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const nameOf = (attempt: () => unknown) => {
            try {
              attempt();
              return 'allowed';
            } catch (error) {
              return error instanceof Error ? error.name : '';
            }
          };
          setTimeout(() =>
            resolve([
              nameOf(() => {
                document.body.innerHTML = '<img src=x onerror=alert(1)>';
              }),
              nameOf(() => new Function('return 1')()),
            ]),
          );
        }),
    );
    expect(attempts).toEqual(['TypeError', 'EvalError']);
    wall.errors.splice(0); // the content security policy has reported both attempts
  });

  it('has no page for an unknown or malformed code', async () => {
    const wall = await screen(WALL, '', 'tiada-di-sini');
    await expect.poll(() => notice(wall), SOON).toBe('There is no such exhibition.');
    troubled.add(wall);
    const none = await screen(WALL, '', '');
    await expect.poll(() => notice(none), SOON).toContain('/display/code');
    expect(none.statuses).toEqual([]);
  });

  it.each([
    ['en', 'en-MY', 'Provisional result', 'people', 'steps'],
    ['ms', 'ms-MY', 'Keputusan sementara', 'orang', 'langkah'],
    ['zh', 'zh-Hans-MY', '暂定成绩', '人', '步'],
  ])('is available in %s', async (lang, language, standing, people, steps) => {
    const wall = await screen(WALL, `?lang=${lang}`);
    await wall.page.getByText(standing).waitFor(LOADED);
    expect(await wall.page.locator('html').getAttribute('lang')).toBe(language);
    expect(await wall.page.locator('.total').first().textContent()).toContain(people);
    expect(await wall.page.locator('.unit').first().textContent()).toBe(steps);
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, `language-${lang}`);
  });

  it('shows the date of its results once their Malaysian day is over', async () => {
    const atNight = { ...made(1, (n) => `Pejalan ${n}`), updatedAt: '2026-03-01T15:59:30.000Z' };
    const wall = await screenOf(atNight, WALL, new Date('2026-03-01T15:59:45.000Z'));
    const updated = () => wall.page.locator('#updated').textContent();
    expect(await updated()).toMatch(/^Updated 11:59:30.pm$/);
    await turn(wall);
    expect(await updated()).toMatch(/^Updated 1 March 2026, 11:59:30.pm$/);
  });

  it('shows three challenges at once, and the others in turn', async () => {
    await hall.isCalled(LONG_TITLE);
    const others = ['Pagi', 'Petang', 'Malam'].map((part) => `${LONG_TITLE.slice(0, 38)} ${part}`);
    for (const title of others) await hall.challengeCalled(title);
    const wall = await openPage(browser, WALL);
    open.push(wall);
    await stopTime(wall);
    await wall.page.goto(`${hall.town.local.url}/display/${hall.code}`);
    await wall.page.locator('h2').first().waitFor(LOADED);
    const all = await wall.page.locator('h2').allTextContents();
    expect(new Set(all)).toEqual(new Set(['Sejuta Langkah', ...others]));
    expect(await titles(wall)).toEqual(all.slice(0, 3));
    await turn(wall);
    expect(await titles(wall)).toEqual(all.slice(3));
    await turn(wall);
    expect(await titles(wall)).toEqual(all.slice(0, 3));
    expect(await outside(wall)).toEqual([]);
  });
});

describe('text', () => {
  it.each([
    ['1080p', WALL],
    ['4K', WALL_4K],
    ['1080p, standing', WALL_STANDING],
  ])('is large at %s, and complete next to two other challenges', async (name, options) => {
    const wall = await screenOf(
      made(3, (n) => `Abdul Rahman Sulaiman bin Ali${n}`),
      options,
    );
    const { width = 0, height = 0 } = options.viewport ?? {};
    const sizes = await wall.page
      .locator('.alias')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.035 * Math.min(width, height));
    expect(await titles(wall)).toEqual([LONG_TITLE, LONG_TITLE, LONG_TITLE]);
    expect(await wall.page.locator('.alias:visible').count()).toBe(30);
    expect(await outside(wall)).toEqual([]);
    await wall.page.clock.resume();
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, `long-titles-${name}`);
  });

  it.each([
    ['1080p', WALL, { width: 1400, height: 1080 }],
    ['1080p, standing', WALL_STANDING, { width: 1080, height: 1400 }],
  ])('is complete at %s, also with the widest aliases, in turn', async (name, options, smaller) => {
    const wall = await screenOf(
      made(3, (n) => `${'W'.repeat(29)}${n}`),
      options,
    );
    const ranks = async () =>
      (await wall.page.locator('section').first().locator('.rank:visible').allTextContents()).map(Number);
    const first = await ranks();
    expect(first.length).toBeGreaterThan(3);
    expect(await outside(wall)).toEqual([]);
    await screenshot(wall.page, `widest-${name}`);
    await turn(wall);
    expect(await outside(wall)).toEqual([]);
    const both = [...first, ...(await ranks())];
    expect(both).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await turn(wall);
    expect(await ranks()).toEqual(first);
    await wall.page.setViewportSize(smaller);
    await expect.poll(async () => (await ranks()).length).toBeLessThan(first.length);
    expect(await outside(wall)).toEqual([]);
    await wall.page.setViewportSize({ ...smaller, ...options.viewport });
    await expect.poll(ranks).toEqual(first);
  });

  it('fits a phone without horizontal scrolling', async () => {
    const phone = await screen(PHONE);
    await phone.page.getByText('Jalan Jauh').waitFor(LOADED);
    const { scrollWidth, clientWidth, size } = await phone.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const alias = document.querySelector('.alias');
      return { scrollWidth, clientWidth, size: alias ? getComputedStyle(alias).fontSize : '' };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(await titles(phone)).toHaveLength(4);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(14);
    expect(await violations(phone)).toEqual([]);
    await screenshot(phone.page, 'phone');
  });
});

describe('all pages of these tests', () => {
  it('sent requests only to this server, and had no script errors', () => {
    expect(open.length).toBeGreaterThan(10);
    const { origin } = new URL(hall.town.local.url);
    for (const opened of open) {
      const { requests, errors, failedLoads } = opened;
      for (const url of requests)
        expect(url.startsWith('data:') || new URL(url).origin === origin).toBe(true);
      expect(errors).toEqual([]);
      if (!troubled.has(opened)) expect(failedLoads).toEqual([]);
    }
  });
});
