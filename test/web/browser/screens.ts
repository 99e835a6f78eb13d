import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Display } from '../../../web/display/answer.ts';
import { NOW } from '../displays.ts';
import { violationsIn } from './accessibility.ts';
import { openPage, WALL } from './browser.ts';

/** Display pages whose responses and clock the test chooses. */

declare global {
  var fetchesInFlight: number;
}

const CODE = 'kl-wellness-expo';
/** The page asks about every five seconds, and about every 30 when nothing can move. It asks at most once in a step. */
const SECONDS_TO_A_RESPONSE = 7;
const LONGEST_STEP = 4;
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
  const opened = await openPage(browser, { serviceWorkers: 'block', ...size });
  const { page } = opened;
  let answer = first;
  let passed = 0;
  let asked = 0;
  const serverTime = () => new Date(time.getTime() + passed).toUTCString();
  // The kiosk's own clock is wrong. Only the server's counts. Time stands still, however long a busy machine takes.
  await page.clock.install({ time: new Date('2020-01-01T00:00:00.000Z') }); // it runs until the next step
  await page.clock.pauseAt(new Date('2020-01-01T01:00:00.000Z'));
  await page.addInitScript(countFetches);
  await page.route('**/v1/**/display', (route) => {
    asked += 1;
    if (answer === undefined) return route.abort();
    const headers = { date: serverTime() };
    if (answer === 404) return route.fulfill({ status: 404, headers, json: {} });
    return route.fulfill({ headers, json: answer });
  });
  await page.goto(`${url}/display/${code}${search}`);

  async function shows(selector = '.screen:not(.waiting)') {
    await page.locator(selector).first().waitFor(LOADED);
    await page.evaluate(() => document.fonts.ready);
  }

  async function passes(seconds: number) {
    for (let left = seconds; left > 0; left -= LONGEST_STEP) {
      const step = Math.min(LONGEST_STEP, left) * 1000;
      passed += step;
      await page.clock.runFor(step);
      await settled(page);
    }
    await page.evaluate(() => {
      const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Infinity;
      for (const animation of document.getAnimations()) if (!isEndless(animation)) animation.finish();
    });
  }

  return {
    ...opened,
    /** Waits until the page shows a response, with its fonts. */
    shows,
    /** Chooses the next responses. */
    answers(next: Display | 404 | undefined) {
      answer = next;
    },
    /** Chooses the next responses, and waits until the page shows one. It costs much less than another page. */
    async turnsTo(next: Display, selector?: string) {
      answer = next;
      const before = asked;
      do await passes(SECONDS_TO_A_RESPONSE);
      while (asked === before);
      await shows(selector);
      await passes(1); // what glides to its new place has arrived
    },
    /** Moves the page's clock in steps, and waits after each for the page to draw. What moved has arrived. */
    passes,
    /** Changes the size of the screen, and waits until the page has drawn for it. */
    async resizes({ viewport }: BrowserContextOptions) {
      if (!viewport) throw new Error('This size has no viewport.');
      await page.setViewportSize(viewport);
      await drawn(page);
    },
  };
}

/** Counts in the page, because a busy machine tells the test late of a request. */
function countFetches(): void {
  const { fetch } = globalThis;
  globalThis.fetchesInFlight = 0;
  globalThis.fetch = async (...given) => {
    globalThis.fetchesInFlight += 1;
    try {
      const response = await fetch(...given);
      await response.clone().arrayBuffer();
      return response;
    } finally {
      globalThis.fetchesInFlight -= 1;
    }
  };
}

/** Waits until the page has the responses to all its requests, and has drawn them. */
async function settled(page: Page): Promise<void> {
  while ((await drawn(page)) > 0);
}

/**
 * Waits until the page has drawn for its size, with its fonts. Its own timers do not run.
 * @returns the number of requests that had no response yet when this began
 */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const { fetchesInFlight } = globalThis;
    // The page's own observer, which draws, is called before this later one.
    await new Promise((resolve) => new ResizeObserver(resolve).observe(document.documentElement));
    await document.fonts.ready;
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage('');
    });
    return fetchesInFlight;
  });

/** Everything that overflows the screen or is hidden below something else. */
export const outside = ({ page }: { page: Page }) =>
  page.evaluate(() => {
    const found: string[] = [];
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const tolerance = innerHeight / 150;
    const isIn = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - tolerance &&
      inner.right <= outer.right + tolerance &&
      inner.top >= outer.top - tolerance &&
      inner.bottom <= outer.bottom + tolerance;
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - tolerance &&
      b.left < a.right - tolerance &&
      a.top < b.bottom - tolerance &&
      b.top < a.bottom - tolerance;
    const all = new DOMRect(0, 0, innerWidth, innerHeight);
    for (const element of shown(
      'h1, h2, .facts, .turns, .place, .row, .step .steps, .step .name, .join-panel p, .qr, .count, .joined li',
    ))
      if (!isIn(boxOf(element), all)) found.push(`${element.className || element.tagName} leaves the screen`);
    for (const row of shown('.place, .row'))
      for (const part of row.querySelectorAll('.name, .steps, .rank, .plinth'))
        if (!isIn(boxOf(part), boxOf(row))) found.push(`${part.textContent} leaves its row`);
    const apart = shown(
      '.head h1, .head .facts, .head .total, .place, .row, .join-panel, .large-code .qr, .hero, .when, .count, .joined, .lead, .topic',
    );
    for (const [n, element] of apart.entries())
      for (const other of apart.slice(n + 1))
        if (isOver(boxOf(element), boxOf(other)) && !element.contains(other) && !other.contains(element))
          found.push(`${element.className} over ${other.className}`);
    return found;
  });

/**
 * What axe finds. Its timers need the page's clock, which moves by milliseconds only, so that the page stays as it is however long a
 * busy machine takes.
 */
export async function violations({ page }: { page: Page }) {
  let isDone = false;
  const found = violationsIn(page).finally(() => {
    isDone = true;
  });
  while (!isDone) await page.clock.runFor(1);
  return found;
}
