import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type { Launch } from './unpack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Options with which the tests launch their browser. */
    browser: Launch;
  }
}

let launched: Promise<Browser> | undefined;

/** A real browser; test/web/browser/unpack.ts chooses it. The files of a worker share one, which ends with the worker. */
export function openBrowser(): Promise<Browser> {
  const { executablePath, env } = inject('browser');
  launched ??= chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return launched;
}

export const WALL: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };
export const WALL_4K: BrowserContextOptions = { viewport: { width: 3840, height: 2160 } };
export const WALL_STANDING: BrowserContextOptions = { viewport: { width: 1080, height: 1920 } };
export const WALL_ULTRAWIDE: BrowserContextOptions = { viewport: { width: 3840, height: 1080 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/**
 * Polls a condition of a page whose clock is installed, and moves that clock on by a second each time, so that nobody waits for
 * the page's next request.
 */
export const soon = <T>(page: Page, look: () => T | Promise<T>) =>
  expect.poll(
    async () => {
      await page.clock.runFor(1000);
      return look();
    },
    { timeout: 60_000 },
  );

/** A page with its script errors, console errors and failed requests. It is closed after its test, so that it rests. */
export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  const failedLoads: string[] = [];
  const requests: string[] = [];
  const statuses: number[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser itself reports each failed request on the console.
    (message.text().startsWith('Failed to load resource') ? failedLoads : errors).push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  page.on('response', (response) => {
    if (response.url().endsWith('/display')) statuses.push(response.status());
  });
  return { context, page, errors, failedLoads, requests, statuses };
}
