import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../../../web/client/client.ts';
import type { Display } from '../../../web/display/answer.ts';
import { joinPage as filesOf } from '../../../web/join-page.ts';
import { HTML } from '../../../web/page-files.ts';
import { startInProcess } from '../../support/running.ts';
import { display, displays, LANGKAH } from '../displays.ts';
import { violationsIn } from './accessibility.ts';
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

interface JoinOptions extends BrowserContextOptions {
  readonly search?: string;
  readonly code?: string;
  readonly before?: (page: Page) => Promise<unknown>;
  /** The body of a 404. */
  readonly json?: object;
}

async function joinPage(answer: Display | 404 | undefined, options: JoinOptions = {}) {
  const { search = '', code = 'kl-wellness-expo', before, json = {}, ...browserOptions } = options;
  const opened = await openPage(browser, { ...PHONE, locale: 'en-MY', ...browserOptions });
  const { page } = opened;
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.route('**/v1/**/display', (route) => {
    const headers = { date: 'Fri, 27 Nov 2026 07:42:00 GMT' };
    if (answer === undefined) return route.abort();
    return answer === 404
      ? route.fulfill({ status: 404, headers, json })
      : route.fulfill({ headers, json: answer });
  });
  await before?.(page);
  await page.goto(`${local.url}/join/${code}${search}`);
  await page.locator('nav').waitFor();
  const text = async () => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  return { ...opened, text, responses };
}

/** The height of everything that one can tap. */
const heights = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));

describe('the join page', () => {
  it.each([
    ['en', 'Open the Sihat app and enter this code:', '26 to 27 November 2026, from 9.00 am'],
    ['ms', 'Buka aplikasi Sihat dan masukkan kod ini:', '26 hingga 27 November 2026, mulai 9.00 pagi'],
    ['zh', '打开 Sihat 应用程式并输入代码：', '2026年11月26日至27日，上午9:00开始'],
  ])('has the title, the dates and the code in %s', async (lang, enter, dates) => {
    const { page, text, errors, failedLoads } = await joinPage(displays.live, { search: `?lang=${lang}` });
    for (const expected of ['KL Wellness Expo', 'kl-wellness-expo', enter, dates])
      expect(await text()).toContain(expected);
    // An app that scans the code of the display reads the same code as the page shows.
    expect(readCode(page.url())).toEqual({ kind: 'exhibition', code: 'kl-wellness-expo' });
    expect(await violationsIn(page)).toEqual([]);
    expect([errors, failedLoads]).toEqual([[], []]);
    expect(await heights(page, 'nav a')).toHaveLength(3);
    for (const height of await heights(page, 'nav a')) expect(height).toBeGreaterThanOrEqual(44);
    for (const height of await heights(page, 'button')) expect(height).toBeGreaterThanOrEqual(48);
  });

  it.each([
    ['2026-11-27T13:00:00.000Z', 'Begins today', 'Bermula hari ini', '今天开始'],
    ['2026-11-27T16:30:00.000Z', 'Begins tomorrow', 'Bermula esok', '明天开始'],
    ['2026-11-29T01:00:00.000Z', 'Begins in 2 days', 'Bermula dalam 2 hari', '2天后开始'],
  ])('says by the Malaysian day when it begins: %s', async (startsAt, ...texts) => {
    const shown = display([LANGKAH], { startsAt, endsAt: '2026-12-02T09:00:00.000Z' });
    for (const [n, lang] of ['en', 'ms', 'zh'].entries()) {
      const { page } = await joinPage(shown, { search: `?lang=${lang}` });
      expect(await page.locator('.state.soon').textContent()).toBe(texts[n]);
    }
  });

  it('has the time of the start for an exhibition of one day', async () => {
    const oneDay = display([LANGKAH], {
      startsAt: '2026-11-28T01:30:00.000Z',
      endsAt: '2026-11-28T09:00:00.000Z',
    });
    const { text } = await joinPage(oneDay);
    expect(await text()).toContain('Saturday, 28 November 2026, from 9.30 am');
  });

  it.each([
    ['en', 'KL Wellness Expo'],
    ['ms', 'Ekspo Sihat Kuala Lumpur'],
    ['zh', '吉隆坡健康展览会'],
    ['en', 'கோலாலம்பூர் நலக் கண்காட்சி'],
  ])('loads at most 45 KB in %s, compressed: %s', async (lang, title) => {
    const { page, responses, requests, text } = await joinPage(display([LANGKAH], { title }), {
      search: `?lang=${lang}`,
    });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    expect(await text()).toContain(title);
    expect(requests.filter((url) => url.endsWith('.woff2'))).toHaveLength(1);
    const bodies = await Promise.all(responses.map((response) => response.body()));
    // A font is compressed already, and does not become smaller.
    const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThanOrEqual(45_000);
  });

  it('leads to the app with three taps: the address, the button that copies the code, the app', async () => {
    const appUrl = 'https://app.example/get';
    const html = (await filesOf({ appUrl })).get('/join/index.html')?.body.toString() ?? '';
    const { page } = await joinPage(displays.live, {
      permissions: ['clipboard-read', 'clipboard-write'],
      before: async (opened) => {
        await opened.route('**/join/kl-wellness-expo', (route) =>
          route.fulfill({ contentType: HTML, body: html }),
        );
        await opened.route(appUrl, (route) => route.fulfill({ body: 'the app' }));
      },
    });
    await page.getByRole('button', { name: 'Copy code' }).tap();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('kl-wellness-expo');
    const app = page.getByRole('link', { name: 'Get the Sihat app' });
    expect((await heights(page, '.foot a'))[0]).toBeGreaterThanOrEqual(48);
    await app.tap();
    await page.waitForURL(appUrl);
  });

  it('selects the code where the browser does not let a page copy', async () => {
    const { page } = await joinPage(displays.live, {
      before: (opened) =>
        opened.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined })),
    });
    await page.getByRole('button', { name: 'Copy code' }).tap();
    expect(await page.evaluate(() => String(getSelection()))).toBe('kl-wellness-expo');
  });

  it.each(['KL-Wellness-Expo', 'kl-wellness-expo/', 'KL-WELLNESS-EXPO/'])(
    'accepts a code in capitals or with a slash at the end: %s',
    async (code) => {
      const { page, text, requests } = await joinPage(displays.live, { code });
      expect(await text()).toContain('KL Wellness Expo');
      expect(await page.locator('.code').textContent()).toBe('kl-wellness-expo');
      expect(requests).toContain(`${local.url}/v1/community/events/kl-wellness-expo/display`);
      await page.getByRole('link', { name: 'Bahasa Melayu' }).tap();
      await page.getByText('Buka aplikasi').waitFor();
    },
  );

  it('says what to do with the code without scripts, in every language', async () => {
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(`${local.url}/join/kl-wellness-expo`);
    const text = await page.locator('main').innerText();
    expect(text).toContain('The code of the exhibition is the last part of the address of this page.');
    expect(text).toContain('Buka aplikasi Sihat dan masukkan kod itu.');
    expect(text).toContain('请打开 Sihat 应用程式并输入代码。');
  });

  it.each([
    [360, 'kl-wellness-expo', 59],
    [390, 'kl-wellness-expo', 64],
    [1280, 'kl-wellness-expo', 64],
    [390, 'karnival-sihat-kecergasan-keluarga-jb-2026', 36],
    [390, 'pertandingan-kl', 36],
  ])('shows at %i px the code %s in %i px, below the border of the cloth', async (width, code, size) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await joinPage(displays.live, { code, colorScheme, viewport: { width, height: 844 } });
      const shown = await page.locator('.code').evaluate((element) => ({
        size: Math.round(Number.parseFloat(getComputedStyle(element).fontSize)),
        border: getComputedStyle(document.querySelector('.top') ?? element, '::before').height,
        sideways: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(shown).toEqual({ size, border: '24px', sideways: 0 });
      expect(await violationsIn(page)).toEqual([]);
    }
  });

  it('says until when the exhibition is live, and leads to its result after the end', async () => {
    const live = await joinPage(displays.live);
    expect(await live.text()).toContain('Live until 5.00 pm');
    const later = { startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-12-01T06:31:00.000Z' };
    const days = await joinPage(display([LANGKAH], later), { search: '?lang=ms' });
    expect(await days.text()).toContain('Sedang berlangsung hingga 1 Dis, 2.31 petang 26 November');
    const { page } = await joinPage(displays.final, { search: '?lang=ms' });
    const result = page.getByRole('link', { name: 'Lihat keputusan' });
    expect(await result.getAttribute('href')).toBe('/display/kl-wellness-expo?lang=ms-MY');
    expect((await heights(page, '.page a'))[0]).toBeGreaterThanOrEqual(48);
  });

  it('speaks the language of the phone', async () => {
    const { page } = await joinPage(displays.live, { locale: 'ms-MY' });
    expect(await page.locator('html').getAttribute('lang')).toBe('ms-MY');
  });

  it('says so for an unknown code', async () => {
    const { page, text } = await joinPage(404);
    expect(await text()).toContain('There is no exhibition with this code.');
    expect(await text()).toContain('The code that you used: kl-wellness-expo');
    expect(await violationsIn(page)).toEqual([]);
    const other = await joinPage(404, { code: 'call%20us' });
    expect(await other.text()).toContain('There is no exhibition with this code.');
    expect(await other.text()).not.toMatch(/call|The code that you used/);
  });

  it.each([
    ['en-MY', 'This exhibition is cancelled. Do not travel: it does not take place.'],
    ['ms-MY', 'Pameran ini dibatalkan. Tidak perlu hadir: pameran tidak diadakan.'],
    ['zh-Hans-MY', '展览已取消。 请勿前往：展览不举行。'],
  ])('invites nobody to an exhibition that was cancelled: %s', async (locale, words) => {
    const { text } = await joinPage(404, { search: `?lang=${locale}`, json: { code: 'event_cancelled' } });
    expect(await text()).toContain(words);
    expect(await text()).not.toContain('kl-wellness-expo');
  });

  it('invites nobody after the end', async () => {
    const { text } = await joinPage(displays.final);
    expect(await text()).toContain('This exhibition is over.');
    expect(await text()).not.toContain('kl-wellness-expo');
  });

  it('shows the code without a connection to the API, and tries again', async () => {
    const { page, text } = await joinPage(undefined);
    expect(await text()).toContain("We can't load this exhibition right now. Try again.");
    expect(await text()).toContain('kl-wellness-expo');
    for (const height of await heights(page, 'button')) expect(height).toBeGreaterThanOrEqual(48);
    await page.route('**/v1/**/display', (route) => route.fulfill({ json: displays.live }));
    await page.getByRole('button', { name: 'Try again' }).tap();
    await page.getByText('KL Wellness Expo').waitFor();
  });
});
