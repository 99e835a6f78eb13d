import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../../../web/client/client.ts';
import { invitationPage as filesOf } from '../../../web/invitation-page.ts';
import { HTML } from '../../../web/page-files.ts';
import { startInProcess } from '../../support/running.ts';
import { violationsIn, wideElements } from './accessibility.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';
import { scannedPicture } from './scanned-picture.ts';

/** The page to which the link of an invitation leads. */
let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
});
afterAll(async () => {
  await local?.stop();
});

const TOKEN = 'pV7cQm2Xw9Rk4Tz1Hd8Ls5Bn0Jf3Yg6Ua2Ee9Io7Kxs';
const MEMBER = {
  name: 'Teknologi Maju Sdn Bhd',
  workspaceKind: 'corporate',
  role: 'member',
  expiresAt: '2026-12-07T16:00:00.000Z',
};
const STAFF = { ...MEMBER, name: 'Pasar Segar Sdn Bhd', workspaceKind: 'merchant', role: 'staff' };

interface Options extends BrowserContextOptions {
  readonly fragment?: string;
  readonly search?: string;
  readonly appUrl?: `https://${string}`;
}

/** Opens the page. The response of the preview can be a body, a status, `undefined` for no connection, or never come. */
async function open(answer: object | number | 'never' | undefined, options: Options = {}) {
  const { fragment = `#${TOKEN}`, search = '', appUrl, ...browserOptions } = options;
  const opened = await openPage(browser, { ...PHONE, locale: 'en-MY', ...browserOptions });
  const { page } = opened;
  const sent: (string | null)[] = [];
  await page.route('**/v1/**', (route) => {
    sent.push(route.request().postData());
    if (answer === 'never') return;
    if (answer === undefined) return route.abort();
    return typeof answer === 'number'
      ? route.fulfill({ status: answer, json: {} })
      : route.fulfill({ json: answer });
  });
  if (appUrl) {
    const html = (await filesOf({ appUrl })).get('/invitation/index.html')?.body.toString() ?? '';
    await page.route(/\/invitation(\?.*)?$/, (route) => route.fulfill({ contentType: HTML, body: html }));
  }
  await page.goto(`${local.url}/invitation${search}${fragment}`);
  await page.locator('main h1').waitFor();
  const text = async () => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
  return { ...opened, text, sent };
}

describe('the page of an invitation', () => {
  it.each([
    [
      'en',
      'Teknologi Maju Sdn Bhd invites you',
      'Valid until the end of 7 December 2026.',
      'If you have joined, open the app.',
    ],
    [
      'ms',
      'Teknologi Maju Sdn Bhd menjemput anda',
      'Sah hingga akhir 7 Disember 2026.',
      'Jika anda sudah menyertai, buka aplikasi.',
    ],
    [
      'zh',
      'Teknologi Maju Sdn Bhd 邀请您加入',
      '有效至2026年12月7日当天结束。',
      '如果您已经加入，请打开应用程式。',
    ],
  ])('says in %s who invites, and the last day', async (lang, ...expected) => {
    const { page, text, sent, requests, errors, failedLoads } = await open(MEMBER, {
      search: `?lang=${lang}`,
    });
    await page.locator('.sees').waitFor();
    for (const part of [...expected, TOKEN]) expect(await text()).toContain(part);
    expect(await page.locator('.sees li').count()).toBe(6);
    // The token leaves the address only in the body of one request to the platform.
    expect(sent).toEqual([JSON.stringify({ invitationToken: TOKEN })]);
    expect(requests.filter((url) => !url.startsWith(local.url) || url.includes(TOKEN))).toEqual([]);
    expect(readCode(page.url())).toEqual({ kind: 'invitation', token: TOKEN });
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it.each([
    [STAFF, ['You join its staff', 'The merchant sees', 'how many gifts are handed out']],
    [{ ...MEMBER, role: 'hr_admin' }, ['You join as an HR admin', 'The company sees']],
    [{ ...STAFF, role: 'member' }, ['You join as a member', 'The merchant never sees']],
  ])('says what a role is and what is seen', async (answer, expected) => {
    const { page, text } = await open(answer);
    await page.locator('.sees').waitFor();
    for (const part of expected) expect(await text()).toContain(part);
    expect((await text()).includes('medical certificate, only')).toBe(answer.workspaceKind === 'corporate');
  });

  it('shows a name of a person as it is, and runs nothing of it', async () => {
    const { page, errors } = await open({ ...MEMBER, name: '<img src=x onerror=alert(1)>' });
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)> invites you' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('keeps the invitation when somebody chooses another language', async () => {
    const { page, text } = await open(MEMBER);
    await page.getByRole('link', { name: '中文' }).tap();
    await page.getByRole('heading', { name: '邀请您加入' }).waitFor();
    expect(await text()).toContain(TOKEN);
    expect(new URL(page.url()).hash).toBe(`#${TOKEN}`);
  });

  it('leads to the app with the token in the fragment, and copies the code', async () => {
    const { page } = await open(MEMBER, {
      appUrl: 'https://app.example/get',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const app = page.getByRole('link', { name: 'Open in the Sihat app' });
    expect(await app.getAttribute('href')).toBe(`https://app.example/get#${TOKEN}`);
    expect(await page.getByRole('link', { name: 'Get the app' }).getAttribute('href')).toBe(
      'https://app.example/get',
    );
    await page.getByRole('button', { name: 'Copy the code' }).tap();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TOKEN);
  });

  it('has a QR code for the phone on a large screen, which leads to the same invitation', async () => {
    const { page } = await open(MEMBER, { viewport: { width: 1280, height: 900 }, isMobile: false });
    const scanned = await scannedPicture(browser, await page.locator('.phone .qr').screenshot(), 400);
    expect(readCode(scanned ?? '')).toEqual({ kind: 'invitation', token: TOKEN });
    expect(await (await open(MEMBER)).page.locator('.phone').count()).toBe(0);
  });

  it.each([
    ['an unknown token', 404, `#${TOKEN}`, 1],
    ['half a token', MEMBER, '#pV7cQm2Xw9', 0],
    ['no token', MEMBER, '', 0],
  ] as const)('says that %s does not work', async (_, answer, fragment, requests) => {
    const { page, text, sent } = await open(answer, { fragment });
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    expect(await text()).toContain('ask the person who sent it');
    expect(await page.locator('.token').count()).toBe(0);
    expect(sent).toHaveLength(requests);
  });

  it('reads a link with a full stop behind it', async () => {
    const { page, sent } = await open(MEMBER, { fragment: `#${TOKEN}.` });
    await page.locator('.sees').waitFor();
    expect(sent).toEqual([JSON.stringify({ invitationToken: TOKEN })]);
  });

  it.each([
    ['no connection', undefined],
    ['a busy platform', 503],
    ['too many requests from one address', 429],
    ['another body', { name: 'Teknologi Maju' }],
  ])('offers the code and another attempt with %s', async (_, answer) => {
    const { page, text, sent } = await open(answer);
    await page.getByRole('heading', { name: 'We can’t check the invitation now' }).waitFor();
    expect(await text()).toContain(TOKEN);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect.poll(() => sent.length).toBe(2);
  });

  it('says that it is checking, with the code, while there is no response', async () => {
    const { page, text } = await open('never');
    await page.getByRole('status').getByText('Checking the invitation').waitFor();
    expect(await text()).toContain(TOKEN);
  });

  it('says in three languages where the code is without scripts', async () => {
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(`${local.url}/invitation#${TOKEN}`);
    const text = await page.locator('main').innerText();
    for (const part of ['This is an invitation to Sihat', 'Ini jemputan ke Sihat', '这是 Sihat 的邀请'])
      expect(text).toContain(part);
  });

  it.each([
    ['open', MEMBER],
    ['for staff', STAFF],
    ['unknown', 404],
    ['silent', undefined],
    ['checking', 'never'],
  ] as const)('has no finding of axe and fits on every screen when it is %s', async (_, answer) => {
    const { page } = await open(answer);
    for (const lang of ['en', 'ms', 'zh']) {
      await page.goto(`${local.url}/invitation?lang=${lang}#${TOKEN}`);
      await page.locator('main h1').waitFor();
      for (const width of [320, 390, 740, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          const where = [lang, width, colorScheme].join();
          expect([where, await violationsIn(page), await wideElements(page, width)]).toEqual([where, [], []]);
        }
    }
  });
});
