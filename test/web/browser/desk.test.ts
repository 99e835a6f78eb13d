import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../support/running.ts';
import { openBrowser } from './browser.ts';
import { expectNoErrors, openDesk } from './desk-driver.ts';

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess({ empty: false })]);
});
afterAll(async () => {
  await local?.stop();
});

describe('the counter', () => {
  it('opens', async () => {
    const desk = await openDesk(browser, local.url);
    await desk.signIn('merchant-staff');
    await desk.page.waitForTimeout(4000);
    console.log(await desk.page.locator('body').innerText(), desk.errors, desk.failedLoads);
    await desk.page.screenshot({ path: '/tmp/desk1.png' });
    expectNoErrors(desk);
  });
});
