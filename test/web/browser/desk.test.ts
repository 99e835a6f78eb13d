import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it } from 'vitest';
import { accountOf, CORPORATE_WORKSPACE } from '../../../local/demo/people.ts';
import { campaigns } from '../../../local/demo/rewards.ts';
import { typedCode } from '../../../web/client/qr-codes.ts';
import { demoPlatform } from './demo-platform.ts';
import { type DeskPage, expectNoErrors, openDesk } from './desk-driver.ts';

/** `npm run test:desk` hands out 200 gifts. */
const SCANS = Number(process.env['SIHAT_SCANS'] ?? 10);

const demo = demoPlatform();

/** A visitor reserves a gift. @returns the id of the claim */
async function reserved(): Promise<string> {
  const token = await demo.local.tokenOf({ accountId: randomUUID() });
  const claimId = randomUUID();
  const { status } = await demo.local.call('POST', `/v1/rewards/campaigns/${campaigns.live}/claims`, {
    token,
    body: { claimId },
  });
  expect(status).toBe(201);
  return claimId;
}

const statusOf = async (claimId: string): Promise<string> =>
  (await demo.local.call('GET', `/v1/partner/claims/${claimId}`, { as: 'merchant-staff' })).body.claim.status;

async function handOut({ page, result }: DeskPage): Promise<void> {
  await result('ready');
  await page.waitForTimeout(450); // a press in the first 400 ms is ignored
  await page.getByRole('button', { name: /Hand out/ }).click();
}

async function atCounter(options: Parameters<typeof openDesk>[2] = {}): Promise<DeskPage> {
  const desk = await openDesk(demo.browser, demo.local.url, options);
  await desk.signIn('merchant-staff');
  await desk.result('empty');
  return desk;
}

describe('the sign-in', () => {
  it('refuses a wrong password, and leaves nothing of a person behind after the sign-out', async () => {
    const desk = await openDesk(demo.browser, demo.local.url);
    const { page } = desk;
    await page.locator('input[type=email]').fill('hr-admin@sihat.example');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('button[type=submit]').click();
    await page.getByText('The mail address and the password do not match').waitFor();
    await desk.signIn('hr-admin');
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.locator('table').first().waitFor();
    const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(await kept()).toContain('refreshToken');
    expect(await kept()).not.toMatch(/accessToken|idToken/);
    await page.reload();
    await page.locator('table').first().waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept()).toBe('[{},{}]');
    expect(await page.locator('body').innerText()).not.toContain('Teknologi');
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    expect(new URL(page.url()).hash).toBe('');
    expectNoErrors(desk);
  });

  it('locks the pages about people after 15 minutes, and goes on after the password', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { clock: true });
    const { page } = desk;
    await desk.signIn('hr-admin');
    await page.locator('table').first().waitFor();
    await page.clock.runFor(14.5 * 60_000);
    await page.getByText('This page locks in a minute.').waitFor();
    await page.clock.runFor(60_000);
    await page.getByRole('heading', { name: 'Locked after 15 minutes without use' }).waitFor();
    expect(await page.locator('table').count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
    await page.locator('input[name=password]').fill('Sihat-2026-demo');
    await page.locator('button[type=submit]').click();
    await page.locator('table').first().waitFor();
  });

  it('never sends the token of the person before', async () => {
    const desk = await openDesk(demo.browser, demo.local.url);
    const { page } = desk;
    await desk.signIn('hr-admin');
    await page.locator('table').first().waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const senders: string[] = [];
    page.on('request', (request) => {
      const [, payload] = (request.headers()['authorization'] ?? '').split('.');
      if (payload) senders.push(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
    });
    await desk.signIn('merchant-staff');
    await desk.result('empty');
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    expect(new Set(senders)).toEqual(new Set([accountOf('merchant-staff')]));
  });

  it('shows an account without a role how to get one', async () => {
    const desk = await openDesk(demo.browser, demo.local.url);
    await desk.signIn('walker');
    await desk.page.getByRole('heading', { name: 'Your account has no work here yet' }).waitFor();
  });
});

describe('invitations', () => {
  const csvOf = (references: readonly string[]) =>
    ['reference,role', ...references.map((reference) => `${reference},member`)].join('\r\n');
  const references = Array.from({ length: 90 }, (_, n) => `KMJ-${10_000 + n}`);

  it('reports each wrong row before anything is sent, and creates a corrected list although the connection is lost in between', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { viewport: { width: 1280, height: 900 } });
    const { page } = desk;
    await desk.signIn('hr-admin');
    await page.getByRole('link', { name: 'Invitations', exact: true }).click();
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url());
    });
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const hostile = '<img src=x onerror=alert(1)>'.padEnd(41, '!');
    await choose(csvOf([...references, 'KMJ-10000', '', hostile]));
    await page.getByText('3 of 93 rows have an error').first().waitFor();
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '92 KMJ-10000 It is the same as in row 2.',
      '93 The staff number is missing.',
      `94 ${hostile} It has more than 40 characters.`,
    ]);
    expect(puts).toEqual([]);

    await page.getByRole('button', { name: 'Choose another list' }).click();
    await choose(csvOf(references));
    let answered = 0;
    await page.route('**/batches/*', async (route) => {
      answered += 1;
      if (answered !== 2 && answered !== 3) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Create 90 invitations' }).click();
    await page.getByText('The connection was lost after 40 of 90 invitations.').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('90 invitations are created').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 90 links (CSV)' }).click(),
    ]);
    const saved = await text(await file.createReadStream());
    const lines = saved.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(90);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(90);
    const { body } = await demo.local.call(
      'GET',
      `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/invitations?limit=100&status=pending`,
      { as: 'hr-admin' },
    );
    const created = body.invitations.map(({ reference }: { readonly reference?: string }) => reference);
    expect(created.filter((reference?: string) => reference?.startsWith('KMJ-')).sort()).toEqual(references);
  });
});

describe('certificates', () => {
  it('are approved, and rejected with a reason that the employee reads', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { viewport: { width: 1280, height: 900 } });
    const { page } = desk;
    await desk.signIn('hr-admin');
    await page.getByRole('link', { name: 'Medical certificates' }).click();
    const waiting = page.getByRole('table', { name: 'Waiting for a decision' });
    await waiting.waitFor();
    const before = await waiting.locator('tbody tr').count();
    await waiting
      .getByRole('button', { name: /^Reject/ })
      .first()
      .click();
    await page.locator('.drawer:focus-within, .drawer:focus').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.drawer').count()).toBe(0);
    await waiting
      .getByRole('button', { name: /^Reject/ })
      .first()
      .click();
    await page.getByLabel(/^Reason for rejecting/).fill('<b>These days</b> overlap.');
    await page.getByRole('button', { name: 'Reject the request' }).click();
    await expect.poll(() => waiting.locator('tbody tr').count()).toBe(before - 1);
    await waiting
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    await page.locator('.drawer').getByRole('button', { name: 'Approve' }).click();
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe(before === 2 ? 'No certificate waits' : `${before - 2} certificates wait`);
    const { body } = await demo.local.call(
      'GET',
      `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/medical-certificates?limit=100&status=rejected`,
      { as: 'hr-admin' },
    );
    const reasons = body.certificates.map(
      ({ rejectionReason }: { readonly rejectionReason?: string }) => rejectionReason,
    );
    expect(reasons).toContain('<b>These days</b> overlap.');
    expectNoErrors(desk);
  });
});

describe('members', () => {
  it('are found by their staff number and removed, and an HR admin changes no roles', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { viewport: { width: 1280, height: 900 } });
    const { page } = desk;
    await desk.signIn('hr-admin');
    const table = page.getByRole('table', { name: 'Members' });
    await table.waitFor();
    expect(await page.getByRole('button', { name: /^Change role/ }).count()).toBe(0);
    const removal = table.getByRole('button', { name: /^Remove/ }).first();
    const name = (await removal.getAttribute('aria-label')) ?? '';
    await removal.click();
    await page.getByRole('button', { name: 'Remove the member' }).click();
    await expect.poll(() => table.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.getByLabel('Find a staff number').fill('no such number');
    await expect.poll(() => table.count()).toBe(0);
    expectNoErrors(desk);
  });
});

describe('every view', () => {
  it.each([
    ['merchant-staff', ['counter', 'campaigns', 'report']],
    ['hr-admin', ['members', 'invitations', 'certificates', 'report']],
  ] as const)(
    'of %s has no finding of axe and fits, in three languages, on a phone and a laptop, light and dark',
    async (person, tabs) => {
      for (const [width, language, colorScheme] of [
        [390, 'en-MY', 'dark'],
        [390, 'ms-MY', 'light'],
        [1280, 'zh-Hans-MY', 'light'],
      ] as const) {
        const viewport = { width, height: 844 };
        const desk = await openDesk(demo.browser, demo.local.url, {
          viewport,
          locale: language,
          colorScheme,
        });
        const { page } = desk;
        await page.locator('main').waitFor();
        const audited = async (what: string) => {
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${what} ${id} ${nodes[0]?.html}`)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
          expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
        };
        await page.locator('input[type=email]').waitFor();
        await audited('sign-in');
        await desk.signIn(person);
        for (const tab of tabs) {
          await page.locator(`nav a[href="#${tab}"]`).click();
          await page.locator(`a[href="#${tab}"][aria-current=page]`).waitFor();
          await page.locator(tab === 'counter' ? '.result' : '.lead h1').waitFor();
          const table = tab === 'report' ? 'article.report table' : 'table';
          if (tab !== 'counter') await page.locator(table).first().waitFor();
          await audited(tab);
        }
        expectNoErrors(desk);
      }
    },
  );
});
