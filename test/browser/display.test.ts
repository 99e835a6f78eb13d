import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, screenshot, WALL, WALL_4K } from './browser.ts';
import { type Hall, newHall } from './hall.ts';

/** The display page in a real browser, over the real API. It asks every five seconds, give or take. */
const SOON = { timeout: 12_000 };
/** A browser on a busy machine takes its time to load a page. */
const LOADED = { timeout: 30_000 };

let browser: Browser;
let hall: Hall;
beforeAll(async () => {
  [browser, hall] = await Promise.all([openBrowser(), newHall()]);
});
afterAll(async () => {
  await browser?.close();
  await hall?.town.leave();
});
// A page that nobody looks at any more asks no more.
afterEach(() => Promise.all(open.map(({ context }) => context.close())));

type Opened = Awaited<ReturnType<typeof openPage>>;
const open: Opened[] = [];
/** Those whose requests were made to fail. */
const troubled = new Set<Opened>();

async function screen(options = WALL, search = '', code = hall.code) {
  const opened = await openPage(browser, options);
  open.push(opened);
  await opened.page.goto(`${hall.town.local.url}/display/${code}${search}`);
  return opened;
}
const aliases = ({ page }: Opened) => page.locator('.alias').allTextContents();
const status = ({ page }: Opened) => page.locator('#status').textContent();
const notice = ({ page }: Opened) => page.locator('#notice').textContent();
const violations = async ({ page }: Opened) =>
  (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html),
  }));

describe('a wall screen', { timeout: 120_000 }, () => {
  it('that nobody has walked for says so', async () => {
    const wall = await screen();
    await wall.page.getByText('Nobody yet. Be the first!').waitFor(LOADED);
    expect(await wall.page.locator('.total').textContent()).toBe('0 people');
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, 'nobody');
  });

  it('shows the exhibition, its challenge, who leads and how many take part, and asks politely', async () => {
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
    expect(await wall.page.locator('#updated').textContent()).toMatch(/^Updated \d\d:\d\d:\d\d/);
    expect(await wall.page.locator('li').allTextContents()).toEqual([
      '1Jalan Jauh12,345',
      '2Kaki Laju11,000',
    ]);
    await expect.poll(() => wall.statuses, SOON).toEqual([200, 304]);
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, 'first-paint');
  });

  it('shows at a glance who went up and who went down', async () => {
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

  it('moves nothing about where motion is unwanted', async () => {
    const [still, moving] = [
      await screen({ ...WALL, reducedMotion: 'reduce' }),
      await screen({ ...WALL, reducedMotion: 'no-preference' }),
    ];
    // Counts what glides, from before the change on.
    for (const { page } of [still, moving]) {
      await page.getByText('Jalan Jauh').waitFor(LOADED);
      await page.evaluate(() => {
        const counts = globalThis as unknown as { glides: number };
        counts.glides = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          counts.glides += 1;
          return animate.apply(this, given);
        };
      });
    }
    await hall.walker('Bukan Lambat', 60_000);
    const glides = ({ page }: Opened) =>
      page.evaluate(() => (globalThis as unknown as { glides: number }).glides);
    for (const wall of [still, moving]) {
      await expect.poll(() => aliases(wall), SOON).toContain('Bukan Lambat');
    }
    expect(await glides(moving)).toBeGreaterThan(0);
    expect(await glides(still)).toBe(0);
    expect(await still.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('forgets an alias with the next answer after its consent is withdrawn', async () => {
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
    await expect.poll(() => status(wall), { timeout: 25_000 }).toBe('');
    expect(await aliases(wall)).toContain('Jalan Jauh');
    troubled.add(wall);
  });

  it('blanks itself a minute after the last answer, and not before', async () => {
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
    await opened.context.setOffline(false);
    await expect
      .poll(async () => {
        await opened.page.clock.runFor(32_000);
        return aliases(opened);
      }, SOON)
      .toContain('Jalan Jauh');
    troubled.add(opened);
  });

  it('shows an alias that tries to be markup as what it is: text', async () => {
    const markup = '<img src=x onerror=a()>';
    await hall.walker(markup, 80_000);
    const wall = await screen();
    await expect.poll(() => aliases(wall), SOON).toContain(markup);
    expect(await wall.page.locator('img').count()).toBe(0);
    // From a task of the page's own: what a debugger runs itself may do more.
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
    wall.errors.splice(0); // the page's own policy has told of both attempts
  });

  it('has no page of a code that there is not, or that is none', async () => {
    const wall = await screen(WALL, '', 'tiada-di-sini');
    await expect.poll(() => notice(wall), SOON).toBe('There is no such exhibition.');
    troubled.add(wall);
    const none = await screen(WALL, '', '');
    await expect.poll(() => notice(none), SOON).toContain('/display/code');
    expect(none.statuses).toEqual([]);
  });

  it.each([
    ['en', 'en-MY', 'Provisional result', 'people'],
    ['ms', 'ms-MY', 'Keputusan sementara', 'orang'],
    ['zh', 'zh-Hans-MY', '暂定成绩', '人'],
  ])('speaks %s', async (lang, language, standing, people) => {
    const wall = await screen(WALL, `?lang=${lang}`);
    await wall.page.getByText(standing).waitFor(LOADED);
    expect(await wall.page.locator('html').getAttribute('lang')).toBe(language);
    expect(await wall.page.locator('.total').first().textContent()).toContain(people);
    expect(await violations(wall)).toEqual([]);
    await screenshot(wall.page, `language-${lang}`);
  });
});

describe('what is to be read', { timeout: 120_000 }, () => {
  it.each([
    ['1080p', WALL, 1080],
    ['4K', WALL_4K, 2160],
  ])(
    'from afar, at %s, has aliases of 3.5 % of the height, and titles of 50 characters beside one another',
    async (name, options, height) => {
      const long = 'Cabaran Sejuta Langkah Menuju Malaysia Lebih Sihat';
      expect(long).toHaveLength(50);
      if (name === '1080p') {
        await hall.isCalled(long);
        await hall.challengeCalled(long);
        await hall.challengeCalled(`${long.slice(0, 48)} 3`);
      }
      const wall = await screen(options);
      await expect.poll(() => wall.page.locator('h2').count(), SOON).toBe(3);
      const sizes = await wall.page
        .locator('.alias')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.035 * height);
      // Nothing is cut off at the edges and no panel lies over another.
      const boxes = await wall.page.locator('h1, h2, section, footer').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return { left, right, top, bottom, cut: one.scrollWidth > one.clientWidth + 1 };
        }),
      );
      const { width = 0 } = options.viewport ?? {};
      for (const box of boxes) {
        expect(box).toMatchObject({ cut: false });
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.bottom).toBeLessThanOrEqual(height);
      }
      const panels = await wall.page
        .locator('section')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
        );
      for (const [n, [left = 0]] of panels.entries()) {
        expect(left).toBeGreaterThanOrEqual(panels[n - 1]?.[1] ?? 0);
      }
      expect(await violations(wall)).toEqual([]);
      await screenshot(wall.page, `long-titles-${name}`);
    },
  );

  it('in the hand fits a phone, with no scrolling to the side', async () => {
    const phone = await screen(PHONE);
    await phone.page.getByText('Jalan Jauh').waitFor(LOADED);
    const { scrollWidth, clientWidth, size } = await phone.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const alias = document.querySelector('.alias');
      return { scrollWidth, clientWidth, size: alias ? getComputedStyle(alias).fontSize : '' };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(14);
    expect(await violations(phone)).toEqual([]);
    await screenshot(phone.page, 'phone');
  });
});

describe('all pages that were opened', () => {
  it('asked nobody but this server, and none of their scripts failed', () => {
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
