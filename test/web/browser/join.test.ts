import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../../../web/client/client.ts';
import type { Display } from '../../../web/display/answer.ts';
import { startInProcess } from '../../support/running.ts';
import { displays } from '../displays.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';

/** The page that the QR code leads to, on a phone. */
let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
});
afterAll(async () => {
  await local?.stop();
});

async function joinPage(answer: Display | 404 | undefined, search = '', locale = 'en-MY') {
  const opened = await openPage(browser, { ...PHONE, locale });
  const { page } = opened;
  await page.route('**/v1/**/display', (route) => {
    const headers = { date: 'Fri, 27 Nov 2026 07:42:00 GMT' };
    if (answer === undefined) return route.abort();
    return answer === 404
      ? route.fulfill({ status: 404, headers, json: {} })
      : route.fulfill({ headers, json: answer });
  });
  await page.goto(`${local.url}/join/kl-wellness-expo${search}`);
  await page.locator('nav').waitFor();
  return { ...opened, text: (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ') };
}

describe('the join page', () => {
  it.each([
    ['en', 'Open the app and enter this code:', '26 to 27 November 2026'],
    ['ms', 'Buka aplikasi dan masukkan kod ini:', '26 hingga 27 November 2026'],
    ['zh', '打开应用并输入代码：', '2026年11月26日至27日'],
  ])('has the title, the dates and the code in %s', async (lang, enter, dates) => {
    const { page, text, errors, failedLoads } = await joinPage(displays.live, `?lang=${lang}`);
    for (const expected of ['KL Wellness Expo', 'kl-wellness-expo', enter, dates])
      expect(text).toContain(expected);
    // An app that scans the code of the display reads the same code as the page shows.
    expect(readCode(page.url())).toEqual({ kind: 'exhibition', code: 'kl-wellness-expo' });
    expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it('speaks the language of the phone', async () => {
    const { page } = await joinPage(displays.live, '', 'ms-MY');
    expect(await page.locator('html').getAttribute('lang')).toBe('ms-MY');
  });

  it('says so for an unknown code', async () => {
    const { text } = await joinPage(404);
    expect(text).toContain('There is no exhibition with this code.');
  });

  it('invites nobody after the end', async () => {
    const { text } = await joinPage(displays.final);
    expect(text).toContain('This exhibition is over.');
    expect(text).not.toContain('kl-wellness-expo');
  });

  it('shows the code without a connection to the API', async () => {
    const { text } = await joinPage(undefined);
    expect(text).toContain('kl-wellness-expo');
  });
});
