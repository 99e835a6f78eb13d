import { describe, expect, it } from 'vitest';
import { displays } from '../displays.ts';
import { openPage, soon, WALL } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import { scannedPicture } from './scanned-picture.ts';
import { LOADED, openScreen } from './screens.ts';

/** `npm run test:long` plays every second of the day, and `npm test` 20 seconds of each hour. */
const WHOLE_DAY = process.env['SIHAT_EXHIBITION_MINUTES'] !== undefined;

/** A screen that stays on for days, with nobody near it. */
const demo = demoPlatform();

describe('a kiosk', () => {
  it('shows the page after a reload while offline, and recovers without another reload', async () => {
    const { page, context } = await openPage(demo.browser, WALL);
    await page.clock.install();
    await page.goto(`${demo.local.url}/display/kl-wellness-expo`);
    await page.locator('.place').first().waitFor(LOADED);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const isKept = () => page.evaluate(async () => Boolean(await caches.match('/display/assets/display.js')));
    await expect.poll(isKept, LOADED).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Waiting for the results…').waitFor(LOADED);
    expect(await page.locator('.place').count()).toBe(0);
    // The page has only its address, and visitors can join by it, because their phones have a connection of their own.
    await soon(page, () => page.locator('.qr').count()).toBe(1);
    const address = await scannedPicture(demo.browser, await page.screenshot(), 1080);
    expect(address).toBe(`${demo.local.url}/join/kl-wellness-expo`);
    await context.setOffline(false);
    await soon(page, () => page.locator('.place').count()).toBeGreaterThan(0);
  });

  it('invites nobody to an exhibition that does not exist, while there is no connection either', async () => {
    const { page, shows, answers, passes } = await openScreen(demo.browser, demo.local.url, 404);
    await shows('.notFound');
    answers(undefined);
    await passes(20);
    expect(await page.locator('.notFound').count()).toBe(1);
    expect(await page.locator('.qr').count()).toBe(0);
  });

  it('says that an exhibition was cancelled, and invites nobody to it', async () => {
    const { page } = await openPage(demo.browser, WALL);
    await page.goto(`${demo.local.url}/display/penang-jalan-sihat`);
    await page.locator('.qr').first().waitFor(LOADED);
    const path = '/v1/platform/community/events/penang-jalan-sihat/cancellation';
    expect((await demo.local.call('POST', path, { as: 'platform-admin' })).status).toBe(200);
    await page.locator('.cancelled').waitFor(LOADED);
    expect(await page.locator('.cancelled').innerText()).toContain('This exhibition is cancelled.');
    expect(await page.locator('.qr').count()).toBe(0);
  });

  it('keeps only the page and its fonts, never results', async () => {
    const { page } = await openPage(demo.browser, WALL);
    await page.goto(`${demo.local.url}/display/kl-wellness-expo`);
    await page.locator('.place').first().waitFor(LOADED);
    const kept = async () =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const requests = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(kept, LOADED).toContain('/display/assets/display.js');
    for (const path of await kept()) expect(path).toMatch(/^\/display\/(index\.html|assets\/)/);
  });

  it('drifts by at most 0.4 units each minute', async () => {
    const { page, shows } = await openScreen(demo.browser, demo.local.url, displays.live);
    await shows('.place');
    const unit = 10.8;
    const place = () =>
      page.locator('.screen').evaluate((screen) => {
        const { left, top } = screen.getBoundingClientRect();
        return { left, top };
      });
    for (let minute = 0; minute < 4; minute++) {
      const before = await place();
      expect(Math.max(Math.abs(before.left), Math.abs(before.top))).toBeLessThanOrEqual(0.4 * unit + 0.01);
      await page.clock.runFor(60_000);
      await expect.poll(place, LOADED).not.toEqual(before);
    }
  });

  it('asks the browser to stay awake', async () => {
    const { page } = await openPage(demo.browser, WALL);
    await page.addInitScript(() => {
      const request = (type: string) => {
        document.documentElement.dataset['awake'] = type;
        return Promise.reject(new Error('not here'));
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    });
    await page.goto(`${demo.local.url}/display/kl-wellness-expo`);
    await page.locator('.place').first().waitFor(LOADED);
    expect(await page.locator('html').getAttribute('data-awake')).toBe('screen');
  });

  it('needs no more memory after 24 simulated hours', async () => {
    const { page, context, shows, answers } = await openScreen(
      demo.browser,
      demo.local.url,
      displays['live, three challenges'],
    );
    await shows('.many');
    const session = await context.newCDPSession(page);
    const used = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes } = await session.send('Memory.getDOMCounters');
      return { usedSize, nodes };
    };
    await page.clock.runFor(120_000);
    const before = await used();
    for (let hour = 0; hour < 24; hour++) {
      answers(displays[hour % 2 ? 'live' : 'live, three challenges']);
      // `fastForward` fires each timer once, and `runFor` as often as it is due.
      if (!WHOLE_DAY) await page.clock.fastForward(3_580_000);
      await page.clock.runFor(WHOLE_DAY ? 3_600_000 : 20_000);
    }
    const after = await used();
    expect(after.usedSize).toBeLessThan(1.5 * before.usedSize + 2_000_000);
    expect(after.nodes).toBeLessThan(2 * before.nodes + 2_000);
  });
});
