import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Display } from '../../../web/display/answer.ts';
import { NOW } from '../displays.ts';
import { openPage, WALL } from './browser.ts';

/** Display pages whose responses and clock the test chooses. */
export const CODE = 'kl-wellness-expo';
/** On a busy machine a browser loads a page slowly. */
export const LOADED = { timeout: 60_000 };

export interface ScreenOptions {
  readonly size?: BrowserContextOptions;
  readonly search?: string;
  readonly time?: Date;
  readonly code?: string;
}

/** Opens the display of a local platform. The response can be replaced, and `undefined` fails the request. */
export async function openScreen(
  browser: Browser,
  url: string,
  first: Display | 404 | undefined,
  { size = WALL, search = '', time = NOW, code = CODE }: ScreenOptions = {},
) {
  const opened = await openPage(browser, size);
  const { page } = opened;
  let answer = first;
  let passed = 0;
  const start = Date.now();
  const serverTime = () => new Date(time.getTime() + passed + Date.now() - start).toUTCString();
  // The kiosk's own clock is wrong. Only the server's counts.
  await page.clock.install({ time: new Date('2020-01-01T00:00:00.000Z') });
  await page.route('**/v1/**/display', (route) => {
    if (answer === undefined) return route.abort();
    const headers = { date: serverTime() };
    if (answer === 404) return route.fulfill({ status: 404, headers, json: {} });
    return route.fulfill({ headers, json: answer });
  });
  await page.goto(`${url}/display/${code}${search}`);
  return {
    ...opened,
    /** Waits until the page shows a response, with its fonts. */
    async shows(selector = '.screen:not(.waiting)') {
      await page.locator(selector).first().waitFor(LOADED);
      await page.evaluate(() => document.fonts.ready);
    },
    answers(next: Display | 404 | undefined) {
      answer = next;
    },
    /** Moves the page's clock in steps, and waits after each for the page to draw. */
    async passes(seconds: number) {
      for (let left = seconds; left > 0; left -= 3) {
        const step = Math.min(3, left) * 1000;
        passed += step;
        await page.clock.runFor(step);
        await page.waitForTimeout(60);
      }
      await page.waitForTimeout(150);
    },
  };
}
