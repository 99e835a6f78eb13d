import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInProcess } from '../../support/running.ts';
import { displays } from '../displays.ts';
import { openBrowser, openPage, WALL } from './browser.ts';
import { LOADED, openScreen } from './screens.ts';

/** The speed of the display on a slow connection and a slow processor, set by the browser's protocol. */
let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
  await fetch(`${local.url}/display/kl-wellness-expo`); // The local server builds the page at its first request.
});
afterAll(async () => {
  await local?.stop();
});

const TEN_MEGABITS = 10_000_000 / 8;

it('the first paint is within a second at 10 Mbit/s and 40 ms with a processor 4 times slower', async () => {
  const paints: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { page, context } = await openPage(browser, WALL);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: TEN_MEGABITS,
      uploadThroughput: TEN_MEGABITS,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${local.url}/display/kl-wellness-expo`);
    await page.locator('h1').first().waitFor(LOADED);
    const paint = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
    await expect.poll(paint, LOADED).toBeGreaterThan(0);
    paints.push(await paint());
    await context.close();
  }
  const median = paints.toSorted((a, b) => a - b)[1];
  expect(median).toBeLessThan(1000);
});

it('an update takes no task over 50 ms', async () => {
  const { page, shows, answers, passes } = await openScreen(
    browser,
    local.url,
    displays['live, three challenges'],
  );
  await shows('.many');
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
      const { dataset } = document.documentElement;
      dataset['longest'] = String(Math.max(longest, Number(dataset['longest'] ?? 0)));
    }).observe({ type: 'longtask' });
  });
  // A busy machine makes any task long once, so the quickest of five rounds counts.
  const longest: number[] = [];
  for (let round = 0; round < 5 && !longest.some((duration) => duration <= 50); round++) {
    await page.evaluate(() => document.documentElement.removeAttribute('data-longest'));
    for (const state of ['live', 'live, two challenges', 'live, three challenges'] as const) {
      answers(displays[state]);
      await passes(7);
    }
    longest.push(Number((await page.locator('html').getAttribute('data-longest')) ?? 0));
  }
  expect(Math.min(...longest)).toBeLessThanOrEqual(50);
});
