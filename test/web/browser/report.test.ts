import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../functions/analytics/reports/contract.examples.ts';
import { pageReport } from '../../../infra/admin/reports/page.ts';
import {
  analyticsReport,
  certificateReport,
  ownMerchantReport,
  type Report,
} from '../../../infra/admin/reports/report.ts';
import { days } from '../../../shared/values/clock.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';

/** The page that `report --html` writes, opened from its file as an administrator opens it. */

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'sihat-test-'))]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const analytics = examples.workspaceAnalytics.success[200];
const totals = examples.medicalCertificateTotals.success[200];

async function opened(report: Report, options: BrowserContextOptions = {}, change = (html: string) => html) {
  const file = join(folder, 'report.html');
  await writeFile(file, change(pageReport(report)));
  const all = await openPage(browser, options);
  await all.page.goto(pathToFileURL(file).href);
  return { ...all, file };
}

/** The lengths of the bars of each chart of the totals, with their labels. */
const barsOf = (page: Awaited<ReturnType<typeof opened>>['page']) =>
  page.locator('figure').evaluateAll((figures) =>
    figures.map((figure) => ({
      name: figure.getAttribute('aria-label'),
      lengths: [...figure.querySelectorAll('g[fill="#0f766e"] rect')].map((bar) =>
        Math.round(bar.getBoundingClientRect().width),
      ),
      texts: [...figure.querySelectorAll('text')].map(({ textContent }) => textContent),
    })),
  );

describe('the page of a report', () => {
  it('shows every number as a bar in proportion, and the days as charts and a table', async () => {
    const { page, errors, failedLoads, requests, file } = await opened(
      analyticsReport('Pasar Segar', analytics),
    );
    expect(await page.title()).toBe('Workspace report: Pasar Segar');
    const charts = await barsOf(page);
    expect(charts.map(({ name }) => name)).toEqual([
      'Now',
      'In the period',
      'Invitations of the period, by their state now',
      'Claims of the period, by their state now',
      'By day',
    ]);
    const { activeMembers, pendingInvitations, availableStock, heldStock, redeemedStock } = analytics.current;
    const counts = [activeMembers, pendingInvitations, availableStock, heldStock, redeemedStock];
    const [now] = charts;
    expect(now?.texts).toEqual(expect.arrayContaining(['active members', ...counts.map(String)]));
    const longest = Math.max(...(now?.lengths ?? []));
    expect(longest).toBeGreaterThan(300);
    const shares = counts.map((count) => Math.round((longest * count) / Math.max(...counts)));
    for (const [n, length] of (now?.lengths ?? []).entries()) {
      expect(Math.abs(length - (shares[n] ?? Number.NaN))).toBeLessThanOrEqual(1);
    }
    const rows = await page.locator('tbody tr').allTextContents();
    expect(rows).toHaveLength(analytics.daily.length);
    expect(rows[0]).toMatch(/^2026-03-01/);
    expect((await page.locator('svg').last().textContent()) ?? '').toContain('claims redeemed');
    expect([errors, failedLoads, requests]).toEqual([[], [], [pathToFileURL(file).href]]);
    expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);
  });

  it('shows the totals of medical certificates, with how to read them', async () => {
    const { page, errors } = await opened(certificateReport('Teknologi Maju', totals));
    expect((await barsOf(page)).map(({ name }) => name)).toEqual(['Requests', 'Calendar days in the period']);
    expect(await page.locator('main').textContent()).toContain('do not establish an entitlement');
    expect(await page.locator('table').count()).toBe(0);
    expect(errors).toEqual([]);
    expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);
  });

  it('fits on a phone with a year of days', async () => {
    const daily = analytics.daily.slice(0, 1).flatMap((day) =>
      Array.from({ length: 366 }, (_, n) => {
        const date = new Date(Date.UTC(2024, 0, 1) + days(n)).toISOString().slice(0, 10);
        return { ...day, date };
      }),
    );
    const report = analyticsReport('Perkhidmatan'.repeat(10), { ...analytics, daily });
    const { page } = await opened(report, PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    expect(await page.locator('tbody tr').count()).toBe(366);
  });

  it('shows a name that looks like markup as text, and runs and loads nothing', async () => {
    const name = '</title><script>document.title = "ran"</script><img src="https://example.com/a.png">&amp;';
    const { page, requests, errors, file } = await opened(analyticsReport(name, analytics));
    expect(await page.locator('h1').textContent()).toBe(`Workspace report: ${name}`);
    expect(await page.title()).toBe(`Workspace report: ${name}`);
    expect(await page.locator('script, img').count()).toBe(0);
    expect([requests, errors]).toEqual([[pathToFileURL(file).href], []]);

    const { campaigns } = examples.listMerchantCampaigns.success[200];
    const named = campaigns.map((campaign) => ({ ...campaign, title: name }));
    const own = ownMerchantReport('Pasar', examples.merchantReport.success[200], named);
    const merchants = await opened(own);
    expect(await merchants.page.locator('h2').nth(1).textContent()).toContain(`Stock of "${name}"`);
    expect(await merchants.page.locator('script, img').count()).toBe(0);
    expect(merchants.errors).toEqual([]);

    // If a text became markup after all, the policy of the page would still stop it.
    const attack = '<script>document.title = "ran"</script><img src="https://example.com/a.png">';
    const attacked = await opened(analyticsReport('Pasar', analytics), {}, (html) =>
      html.replace('</main>', `${attack}</main>`),
    );
    expect(await attacked.page.title()).toBe('Workspace report: Pasar');
    expect(attacked.errors.join()).toContain('Content Security Policy');
  });
});
