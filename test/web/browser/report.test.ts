import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../functions/analytics/reports/contract.examples.ts';
import { certificateReport } from '../../../web/report/certificate-report.ts';
import { merchantReport } from '../../../web/report/merchant-report.ts';
import { page as pageOf } from '../../../web/report/page.ts';
import type { RenderedReport } from '../../../web/report/report.ts';
import { words as english } from '../../../web/report/words/en.ts';
import { words as malay } from '../../../web/report/words/ms.ts';
import { words as chinese } from '../../../web/report/words/zh.ts';
import { workspaceReport } from '../../../web/report/workspace-report.ts';
import { CAMPAIGNS, merchantCounts, workspaceCounts } from '../reports.ts';
import { violationsIn } from './accessibility.ts';
import { openBrowser, openPage } from './browser.ts';

/** The pages that `--html` writes, opened from their file as a reader opens them, without scripts. */

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'sihat-test-'))]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const WORKSPACE = 'Pasar Segar Sdn Bhd';
const totals = examples.medicalCertificateTotals.success[200];
const merchant = (days: number, words = english) =>
  merchantReport({ workspace: WORKSPACE, report: merchantCounts(days), campaigns: CAMPAIGNS, words });
const workspace = (days: number, hasGifts: boolean, words = english) =>
  workspaceReport({ workspace: WORKSPACE, report: workspaceCounts(days, hasGifts), words });
const certificates = (calendarDays = totals.calendarDays, words = english) =>
  certificateReport({ workspace: WORKSPACE, report: { ...totals, calendarDays }, words });

interface Case {
  readonly name: string;
  readonly report: RenderedReport;
  readonly kilobytes: number;
  readonly sheets: number;
}
const CASES: readonly Case[] = [
  { name: 'a merchant in 31 days', report: merchant(31), kilobytes: 20, sheets: 1 },
  { name: 'a merchant in 366 days', report: merchant(366), kilobytes: 60, sheets: 2 },
  { name: 'a company in 31 days', report: workspace(31, false), kilobytes: 20, sheets: 1 },
  { name: 'a company in 366 days', report: workspace(366, false), kilobytes: 60, sheets: 2 },
  { name: 'a workspace with gifts in 31 days', report: workspace(31, true), kilobytes: 20, sheets: 1 },
  { name: 'a workspace with gifts in 366 days', report: workspace(366, true), kilobytes: 60, sheets: 2 },
  { name: 'certificates', report: certificates(), kilobytes: 20, sheets: 1 },
  {
    name: 'many certificates',
    report: certificates({ submitted: 4000, approved: 90_000, rejected: 1, withdrawn: 7 }),
    kilobytes: 20,
    sheets: 1,
  },
  ...(
    [
      ['Malay', malay],
      ['Chinese', chinese],
    ] as const
  ).flatMap(([language, words]): Case[] => [
    { name: `a merchant in 31 days, in ${language}`, report: merchant(31, words), kilobytes: 20, sheets: 1 },
    {
      name: `a workspace in 366 days, in ${language}`,
      report: workspace(366, true, words),
      kilobytes: 65,
      sheets: 2,
    },
    {
      name: `certificates, in ${language}`,
      report: certificates(undefined, words),
      kilobytes: 20,
      sheets: 1,
    },
  ]),
];

async function opened(document: string, options: BrowserContextOptions = {}) {
  const file = join(folder, 'report.html');
  await writeFile(file, document);
  const all = await openPage(browser, { javaScriptEnabled: false, ...options });
  const url = pathToFileURL(file).href;
  await all.page.goto(url);
  return { ...all, url };
}

describe('the page of a report', () => {
  it.each(CASES)(
    'of $name is small, accessible, fits on a phone and on at most $sheets sheets of A4',
    async ({ report, kilobytes, sheets }) => {
      const document = pageOf(report);
      expect(Buffer.byteLength(document)).toBeLessThanOrEqual(kilobytes * 1000);
      // axe itself needs scripts.
      const { page, errors, failedLoads, requests, url } = await opened(document, {
        javaScriptEnabled: true,
      });
      expect([errors, failedLoads, requests]).toEqual([[], [], [url]]);
      expect(await violationsIn(page)).toEqual([]);

      const print = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const printed = print.toString('latin1').match(/\/Type ?\/Page\b/g) ?? [];
      expect(printed.length).toBeGreaterThan(0);
      expect(printed.length).toBeLessThanOrEqual(sheets);
      expect(print.toString('latin1')).toMatch(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/);

      await page.setViewportSize({ width: 360, height: 740 });
      for (const chart of await page.locator('figure.chart').all()) {
        const [left, most] = await chart.evaluate((box) => [
          box.scrollLeft,
          box.scrollWidth - box.clientWidth,
        ]);
        // From the right, where the newest days are, positions are 0 and below.
        expect([left, (most ?? 0) > 0]).toEqual([0, true]);
        expect(await chart.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
      }
      for (const bar of await page.locator('.under svg').all())
        expect((await bar.boundingBox())?.width).toBeGreaterThan(40);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
    },
  );

  it('is as wide as its container, and prints its name, its period and the number of each page', async () => {
    const { page } = await opened(pageOf(merchant(366)), { viewport: { width: 1280, height: 900 } });
    const [chart, box] = await page
      .locator('figure.chart')
      .evaluate((figure) => [figure.firstElementChild?.clientWidth, figure.clientWidth]);
    expect(chart).toBe(box);
    // The numbers of the axis are inside of the picture.
    const texts = await page
      .locator('figure.chart text')
      .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().left));
    const left = (await page.locator('figure.chart').boundingBox())?.x ?? Number.NaN;
    expect(Math.min(...texts)).toBeGreaterThanOrEqual(left);
    const footer = `${WORKSPACE} · Merchant report · 24 November 2025 to 24 November 2026`;
    expect(pageOf(merchant(366))).toContain(`@bottom-left{content:"${footer}"`);
    expect(pageOf(merchant(366))).toContain('content:"Page " counter(page) " of " counter(pages) ""');
    // A browser that prints no margins ignores their rules, and every other one understands them.
    const rules = await page.evaluate(
      () =>
        [...document.styleSheets]
          .flatMap(({ cssRules }) => [...cssRules])
          .filter((rule) => rule instanceof CSSMediaRule && rule.cssText.includes('@page')).length,
    );
    expect(rules).toBe(1);
  });

  it('has weeks in the table of 31 days and months in that of 366, and each day folded away', async () => {
    const { page } = await opened(pageOf(merchant(31)));
    const rows = page.locator('.two section > table > tbody > tr');
    expect(await rows.count()).toBe(5);
    expect(await rows.last().locator('th').textContent()).toBe('22 Nov to 24 Nov, until 7.58 am');
    const days = page.locator('details tbody tr');
    expect([await days.count(), await days.last().isVisible()]).toEqual([31, false]);
    await page.locator('summary').click();
    expect(await days.last().isVisible()).toBe(true);
    expect(await page.locator('figure svg .u').count()).toBe(1);

    const year = await opened(pageOf(merchant(366)));
    expect(await year.page.locator('.two section > table > tbody > tr').count()).toBe(13);
    expect(await year.page.locator('details tbody tr').count()).toBe(366);
  });

  it('draws each bar of the days in proportion, and tells a screen reader what it shows', async () => {
    const { page } = await opened(pageOf(merchant(31)));
    const chart = page.getByRole('img', { name: /^Reservations by day\./ });
    expect(await chart.getAttribute('aria-label')).toMatch(
      / in all, at most [\d,]+ on \d+ \w+ 2026\. The table below/,
    );
    const drawn = await chart
      .locator('.c')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    const { daily } = merchantCounts(31);
    const perGift = drawn.map((height, n) => height / (daily[n]?.claimOutcomes.redeemed ?? 0));
    const scale = Math.max(...drawn) / Math.max(...daily.map(({ claimOutcomes }) => claimOutcomes.redeemed));
    for (const [n, each] of perGift.entries()) {
      expect(Math.abs(each - scale) * (daily[n]?.claimOutcomes.redeemed ?? 0)).toBeLessThan(0.2);
    }
  });

  it('shows a name that looks like markup as text, and runs and loads nothing', async () => {
    const name = '</title><script>document.title = "ran"</script><img src="https://example.com/a.png">&amp;';
    const campaigns = CAMPAIGNS.map((campaign) => ({ ...campaign, title: name }));
    const report = merchantReport({ workspace: name, report: merchantCounts(31), campaigns, words: english });
    const { page, requests, errors, url } = await opened(pageOf(report), { javaScriptEnabled: true });
    expect(await page.locator('h1').textContent()).toContain(`“${name}” has none left`);
    expect(await page.title()).toBe(`Merchant report: ${name}`);
    expect(await page.locator('script, img, [style], main style').count()).toBe(0);
    expect(await page.locator('head style').textContent()).not.toContain('<');
    expect([requests, errors]).toEqual([[url], []]);

    // If a text became markup after all, the policy of the page would still stop it.
    const attack = '<script>document.title = "ran"</script><img src="https://example.com/a.png">';
    const attacked = await opened(pageOf(merchant(31)).replace('</main>', `${attack}</main>`), {
      javaScriptEnabled: true,
    });
    expect(await attacked.page.title()).toBe(`Merchant report: ${WORKSPACE}`);
    expect(attacked.errors.join()).toContain('Content Security Policy');
  });

  it('can be shown by a page that allows no inline styles', async () => {
    const { title, styles, body } = merchant(31);
    const policy = `default-src 'none'; style-src 'nonce-report'`;
    const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,">`;
    const { page, errors } = await opened(
      `<!doctype html><html lang="en"><head>${head}<title>${title}</title><style nonce="report">${styles}</style></head><body>${body}</body></html>`,
    );
    expect(errors.filter((error) => !error.includes('data:,'))).toEqual([]);
    const colours = await page
      .locator('.report td.bar svg .c')
      .first()
      .evaluate((bar) => getComputedStyle(bar).fill);
    expect(colours).toBe('rgb(15, 118, 110)');
  });
});
