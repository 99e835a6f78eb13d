import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CORPORATE_WORKSPACE } from '../../../local/demo/people.ts';
import { MAX_BATCH_INVITATIONS } from '../../../shared/values/limits.ts';
import { line } from '../../../shared/values/resources.ts';
import { merchantReport } from '../../../web/report/merchant-report.ts';
import { page as pageOf } from '../../../web/report/page.ts';
import { words } from '../../../web/report/words/en.ts';
import { workspaceReport } from '../../../web/report/workspace-report.ts';
import { acceptedAliases } from '../../support/random-names.ts';
import { crowd, display } from '../displays.ts';
import { campaign, merchantCounts, workspaceCounts } from '../reports.ts';
import { wideElements } from './accessibility.ts';
import { openPage, PHONE, WALL, WALL_STANDING } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import { openDesk } from './desk-driver.ts';
import { openScreen, outside } from './screens.ts';

/** Two hundred accepted names in four scripts, with emoji, wherever people see names. */

const demo = demoPlatform();
const NAMES = acceptedAliases(200, 52);
const SMALLEST = 320;
const TURN_SECONDS = 12;

/** Titles of up to 120 characters, made of the names. */
const TITLES = NAMES.map((name, n) => [...Array(1 + (n % 4)).fill(name)].join(' ')).filter(
  (title) => line(120).safeParse(title).success,
);
const nth = (names: readonly string[], n: number) => names[n % names.length] ?? '';

/** The texts of an element on the page, and those of them that are narrower or lower than any letter. */
const textsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const visible = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const isUnseen = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { width, height } = range.getBoundingClientRect();
      return width < 4 || height < 4;
    };
    const texts = (some: readonly Element[]) => some.map(({ textContent }) => textContent ?? '');
    return { shown: texts(visible), unseen: texts(visible.filter(isUnseen)) };
  });
const unseenIn = async (page: Page, selector: string) => (await textsOf(page, selector)).unseen;

it('the wall shows each of 200 names in its rank, without an overflow and without an empty rank', async () => {
  const screens = Array.from({ length: 20 }, (_, n) =>
    display([crowd((rank) => nth(NAMES, n * 10 + rank), nth(TITLES, n))], { title: nth(TITLES, n + 20) }),
  );
  const [first] = screens;
  const screen = await openScreen(demo.browser, demo.local.url, first);
  await screen.shows();
  for (const size of [WALL, WALL_STANDING]) {
    await screen.resizes(size);
    for (const [n, answer] of screens.entries()) {
      await screen.turnsTo(answer);
      // Long names take turns.
      const left = new Set(answer.challenges.flatMap(({ top }) => top.map(({ alias }) => alias)));
      for (let turn = 0; turn < 10 && left.size > 0; turn++) {
        if (turn > 0) await screen.passes(TURN_SECONDS);
        const { shown, unseen } = await textsOf(screen.page, 'main .name');
        expect([n, unseen, await outside(screen)]).toEqual([n, [], []]);
        for (const name of shown) left.delete(name);
      }
      expect([n, ...left]).toEqual([n]);
    }
  }
  expect(screen.errors).toEqual([]);
});

it('the join page shows exhibitions with any of these names, as wide as the phone', async () => {
  const { page, errors } = await openPage(demo.browser, { ...PHONE, locale: 'en-MY' });
  let title = '';
  await page.route('**/v1/**/display', (route) =>
    route.fulfill({ headers: { date: 'Fri, 27 Nov 2026 07:42:00 GMT' }, json: display([], { title }) }),
  );
  for (title of TITLES.slice(0, 40)) {
    await page.goto(`${demo.local.url}/join/kl-wellness-expo`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect([title, await unseenIn(page, 'h1'), await wideElements(page, 360)]).toEqual([title, [], []]);
  }
  expect(errors).toEqual([]);
});

it('the desk lists 200 of them as references, as wide as the screen', async () => {
  const { local, browser } = demo;
  const listId = randomUUID();
  for (let at = 0; at < NAMES.length; at += MAX_BATCH_INVITATIONS) {
    const rows = NAMES.slice(at, at + MAX_BATCH_INVITATIONS).map((reference) => ({
      role: 'member',
      reference,
    }));
    const path = `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/invitations/batches/${randomUUID()}`;
    const answer = await local.call('PUT', path, {
      as: 'hr-admin',
      body: { rows, list: { listId, firstRow: at + 1 } },
    });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.anything()]);
  }
  const desk = await openDesk(browser, local.url, { as: 'hr-admin' });
  const { page } = desk;
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page
    .getByRole('row', { name: `${NAMES.length} people` })
    .getByRole('button', { name: /^show/ })
    .click();
  const shown = async () => new Set(await page.locator('tbody tr').allInnerTexts());
  const isListed = async () => {
    const rows = [...(await shown())];
    return NAMES.filter((name) => !rows.some((row) => row.split(/[\t\n]/).includes(name)));
  };
  for (let missing = await isListed(); missing.length > 0; missing = await isListed())
    await page.getByRole('button', { name: 'Show more' }).last().click({ timeout: 10_000 });
  for (const width of [SMALLEST, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await wideElements(page, width)]).toEqual([width, []]);
    expect(await unseenIn(page, 'tbody tr td:first-child')).toEqual([]);
  }
});

describe('the page of a report', () => {
  it('has campaigns and a workspace with any of these names, as wide as the phone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sihat-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const campaigns = TITLES.slice(0, 100).map((title) => campaign(title, [1, 2, 3]));
    const pages = [
      merchantReport({ workspace: nth(TITLES, 3), report: merchantCounts(31), campaigns, words }),
      ...TITLES.slice(0, 5).map((workspace) =>
        workspaceReport({ workspace, report: workspaceCounts(31, false), words }),
      ),
    ];
    const { page } = await openPage(demo.browser, { ...PHONE, javaScriptEnabled: false });
    for (const [n, report] of pages.entries()) {
      const file = join(folder, `${n}.html`);
      await writeFile(file, pageOf(report));
      await page.goto(pathToFileURL(file).href);
      expect([n, await wideElements(page, 360)]).toEqual([n, []]);
      const { shown, unseen } = await textsOf(page, 'h1, th');
      expect([n, shown.length > 1, unseen]).toEqual([n, true, []]);
    }
  });
});
