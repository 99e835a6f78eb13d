import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { clubs, EXPO } from '../../../local/demo/events.ts';
import { accountOf, MERCHANT_WORKSPACE } from '../../../local/demo/people.ts';
import { campaigns } from '../../../local/demo/rewards.ts';
import { days, later } from '../../../shared/values/clock.ts';
import { accountCode } from '../../../web/client/qr-codes.ts';
import { shellOf } from '../../infra/shell.ts';
import { auditLooks } from './accessibility.ts';
import { openPage, WALL } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import {
  type DeskPage,
  describePractitioner,
  expectNoErrors,
  openDesk,
  personaNamed,
  tabTo,
} from './desk-driver.ts';
import { newGift, reserve } from './gifts-of-merchants.ts';
import { ownBytes } from './own-bytes.ts';

const LAPTOP = { viewport: { width: 1280, height: 900 } };
const ADMIN = 'platform-admin';

type Demo = ReturnType<typeof demoPlatform>;

/** What administrators do on the page. */
function platformOn({ page }: DeskPage) {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  return {
    button,
    heading,
    press: (name: string | RegExp) => button(name).click(),
    /** Opens a tab; that of what waits has a number. */
    async open(tab: 'Halls' | 'Gifts' | 'Waiting') {
      await page
        .locator('.tabs')
        .getByRole('link', { name: new RegExp(`^${tab}`) })
        .click();
    },
    async hall(code: string) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `halls/${code}`);
      await page.locator('.headline').waitFor();
    },
    /** The row of an exhibition or a gift. */
    row: (name: string) => page.getByRole('row', { name: new RegExp(`^${name}|^Choose ${name}`) }),
    done: (text: string | RegExp) => page.locator('.done-line', { hasText: text }).waitFor(),
    /** Presses a button of a question as soon as a press counts. */
    async confirm(name: string | RegExp) {
      await button(name).waitFor();
      await page.waitForTimeout(450);
      await button(name).click();
    },
  };
}

async function openAs({ browser, local }: Demo, options: Parameters<typeof openDesk>[2] = {}) {
  const desk = await openDesk(browser, local.url, { as: ADMIN, camera: 'refused', ...LAPTOP, ...options });
  return { desk, page: desk.page, on: platformOn(desk) };
}

/** The wall of the exhibition in another window. */
async function wallOf({ browser, local }: Demo, code: string) {
  const { page } = await openPage(browser, { serviceWorkers: 'block', ...WALL });
  await page.goto(`${local.url}/display/${code}`);
  const names = () => page.locator('.name').allInnerTexts();
  return {
    page,
    shows: (alias: string) => expect.poll(names, { timeout: 30_000 }).toContain(alias),
    hides: (alias: string) => expect.poll(names, { timeout: 30_000 }).not.toContain(alias),
  };
}

/** Lets requests reach the platform, and loses their answers until it is released. */
async function losing(page: Page, isLost: (route: Route) => boolean) {
  const lost = { count: 0, isOn: true };
  await page.route('**/v1/platform/**', async (route) => {
    if (!lost.isOn || !isLost(route)) return route.fallback();
    lost.count += 1;
    await route.fetch();
    await route.abort();
  });
  return {
    lost,
    release: () => {
      lost.isOn = false;
    },
  };
}

const stockOf = async ({ local }: Demo, campaignId: string) =>
  (await local.call('GET', `/v1/platform/campaigns/${campaignId}`, { as: ADMIN })).body.stock;

const EXHIBITIONS = 150;

/** Imports drafts of exhibitions, each with a challenge and a gift, as the command line does. @returns their codes */
async function imported({ local }: Demo): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sihat-import-'));
  const file = join(folder, 'import.csv');
  const now = new Date((await local.advance(0)).body.now);
  const codes = Array.from({ length: EXHIBITIONS }, (_, n) => `roadshow-${n + 1}`);
  const rows = codes.flatMap((joinCode, n) => {
    const times = {
      startsAt: later(now, days(2 + n)).toISOString(),
      endsAt: later(now, days(3 + n)).toISOString(),
    };
    const common = { joinCode, title: `Jelajah ${n + 1}`, ...times };
    return [
      { kind: 'exhibition', ...common, clubId: clubs.sihat, venue: 'Dataran', expectedAttendees: 100 },
      { kind: 'challenge', ...common, rules: 'Jalan kaki.', rewardEligible: 'FALSE' },
      {
        kind: 'campaign',
        ...{ ...common, title: `Botol ${n + 1}`, merchantTenantId: MERCHANT_WORKSPACE },
        ...{ rules: 'Satu seorang.', stockUnits: 50, redeemBy: later(now, days(9 + n)).toISOString() },
        ...{ reservationTtlSeconds: 3600, requiresVerifiedIdentity: false },
      },
    ];
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  await writeFile(file, Papa.unparse(rows, { columns }));
  const { asAdmin } = shellOf(() => local, accountOf(ADMIN));
  const { code, stderr } = await asAdmin('import-events', file);
  await rm(folder, { recursive: true });
  expect([code, stderr.replaceAll(/^\d+ of .*\n/gm, '')]).toEqual([0, expect.any(String)]);
  return codes;
}

describe('the day of an administrator', () => {
  const demo = demoPlatform();

  it('publishes 150 imported exhibitions with their gifts, hides an alias, takes gifts off, verifies, and cancels', {
    timeout: 300_000,
  }, async () => {
    const { local } = demo;
    await local.advance(20 * 60);
    const codes = await imported(demo);
    const publishedNow = '/v1/platform/campaigns?status=published&limit=100';
    const before = (await local.call('GET', publishedNow, { as: ADMIN })).body.campaigns.length;
    const { desk, page, on } = await openAs(demo);

    // 150 exhibitions are published with one press, although two answers are lost.
    await on.press(`Publish ${EXHIBITIONS} exhibitions …`);
    await on.heading(`Publish ${EXHIBITIONS} of ${EXHIBITIONS} exhibitions?`).waitFor();
    expect(await page.locator('.figures dd').allInnerTexts()).toEqual([
      ...['150', '150', '150'],
      String(EXHIBITIONS + before),
    ]);
    let writes = 0;
    const first = await losing(page, () => ++writes > 100);
    await on.press(`Publish the ${EXHIBITIONS} exhibitions`);
    await page.getByText(/^No answer about Jelajah/).waitFor();
    expect(first.lost.count).toBeGreaterThan(0);
    first.release();
    const published = async () =>
      Number(/^\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0]);
    expect(await published()).toBeLessThan(EXHIBITIONS);
    // The tab is loaded again, so it goes on from what the platform has stored.
    await page.reload();
    const left = on.button(/^Publish \d+ exhibitions? …$/);
    await left.waitFor();
    if (await on.button('Choose them, too').isVisible()) await on.press('Choose them, too');
    await left.click();
    await on.press(/^Publish the \d+ exhibitions$/);
    await expect
      .poll(() => page.locator('progress').count().then(published), { timeout: 60_000 })
      .toBeGreaterThan(0);
    await on.button('Back to Halls').waitFor();
    const { body: listed } = await local.call('GET', '/v1/platform/campaigns?status=published&limit=100', {
      as: ADMIN,
    });
    const { body: rest } = await local.call('GET', `${publishedNow}&cursor=${listed.nextCursor}`, {
      as: ADMIN,
    });
    const titles = [...listed.campaigns, ...rest.campaigns].map(({ title }: { title: string }) => title);
    expect(titles.filter((title) => title.startsWith('Botol ') && /\d$/.test(title))).toHaveLength(
      EXHIBITIONS,
    );
    for (const code of [codes[0], codes[74], codes[149]]) {
      const { body } = await local.call('GET', `/v1/community/events/${code}`);
      expect([body.event.joinCode, body.challenges.length]).toEqual([code, 1]);
    }
    await on.press('Back to Halls');
    await on.heading(/^3 halls are live, and no draft can be published$/).waitFor();

    // An offensive alias stands in two challenges of a live wall. Two presses hide it, and one shows it again.
    const wall = await wallOf(demo, EXPO.joinCode);
    await page.locator('.live-card', { hasText: EXPO.joinCode }).click();
    const alias = 'Wau Pagi';
    const onBoards = page.locator('.who', { hasText: alias });
    await expect.poll(() => onBoards.count()).toBe(2);
    await wall.shows(alias);
    await onBoards.first().click();
    await on.press('Hide this alias');
    await on.done(`“${alias}” is hidden in the whole exhibition`);
    await expect.poll(() => onBoards.count(), { timeout: 15_000 }).toBe(0);
    await wall.hides(alias);
    await page.locator('.done-line').getByRole('button', { name: 'Show again' }).click();
    await on.done(`“${alias}” is shown again`);
    await expect.poll(() => onBoards.count(), { timeout: 15_000 }).toBe(2);
    await wall.shows(alias);

    // 20 gifts are taken off while people reserve. Nobody gets one that is gone.
    const gift = await newGift(demo, { stockUnits: 60 });
    await on.open('Gifts');
    const row = on.row('Botol Air Lipat');
    await row.getByRole('button', { name: /^Take 20 off/ }).waitFor();
    const reservations = Promise.allSettled(Array.from({ length: 50 }, () => reserve(demo, gift)));
    await row.getByRole('button', { name: /^Take \d+ off/ }).click();
    await page
      .locator('.stocks')
      .getByText(/taken off as miscounted|This was not done/)
      .first()
      .waitFor();
    const made = (await reservations).filter(({ status }) => status === 'fulfilled').length;
    // The numbers follow about a second later.
    await expect
      .poll(async () => (await stockOf(demo, gift.campaignId)).held, { timeout: 15_000 })
      .toBe(made);
    const stock = await stockOf(demo, gift.campaignId);
    expect(stock.free + stock.held + stock.withdrawn).toBe(60);
    expect(stock.free).toBeGreaterThanOrEqual(0);

    // A practitioner is verified, which needs the password again.
    await local.advance(20 * 60);
    const practitioner = randomUUID();
    await on.open('Waiting');
    await on.press('Verify a practitioner …');
    await describePractitioner(page, practitioner, { validUntil: '2031-12-31' });
    await on.press('Verify Siti Aminah binti Rahman');
    const question = page.getByRole('dialog');
    await question.getByLabel('Password').fill('wrong');
    await question.getByRole('button', { name: 'Go on' }).click();
    await question.getByText('The password is wrong.').waitFor();
    await question.getByLabel('Password').fill(personaNamed(ADMIN).password);
    await question.getByRole('button', { name: 'Go on' }).click();
    await on.done('Siti Aminah binti Rahman is verified');
    const { body: verified } = await local.call('GET', `/v1/platform/practitioners/${practitioner}`, {
      as: ADMIN,
    });
    expect(verified).toMatchObject({
      name: 'Siti Aminah binti Rahman',
      licenseAuthority: 'Malaysian Medical Council',
      licenseNumber: '61544',
      verificationValidUntil: '2031-12-31T16:00:00.000Z',
    });
    expect(await page.content()).not.toContain(practitioner);

    // An exhibition is cancelled for good.
    await on.hall('roadshow-7');
    await on.press('Cancel the exhibition …');
    await on.confirm('Cancel Jelajah 7 for good');
    await on.done('Jelajah 7 is cancelled');
    expect((await local.call('GET', '/v1/community/events/roadshow-7')).body.code).toBe('event_cancelled');
    expect(new URL(page.url()).hash).toBe('#halls/roadshow-7');
    expect(desk.errors.filter((error) => !/net::/.test(error))).toEqual([]);
  });
});

describe('the pages of administrators', () => {
  const demo = demoPlatform();

  it('let two administrators change the same exhibition, alias and campaign', {
    timeout: 120_000,
  }, async () => {
    const { local } = demo;
    const [a, b] = [await openAs(demo), await openAs(demo)];
    const draft = await newDraft(demo, 'dua-pentadbir', 'Dua Pentadbir');
    for (const { page } of [a, b]) await page.reload();
    for (const { on } of [a, b]) await on.press('Publish …: Dua Pentadbir');
    for (const { on } of [a, b]) await on.press('Publish 1 exhibition, 1 challenge');
    for (const { on } of [a, b]) await on.done('Dua Pentadbir is published');

    for (const { on } of [a, b]) await on.hall(EXPO.joinCode);
    const alias = 'Wau Senja';
    for (const { page } of [a, b]) await page.locator('.who', { hasText: alias }).first().click();
    await Promise.all([a, b].map(({ on }) => on.press('Hide this alias')));
    for (const { on } of [a, b]) await on.done(`“${alias}” is hidden`);
    await a.page.locator('.done-line').getByRole('button', { name: 'Show again' }).click();
    await a.on.done(`“${alias}” is shown again`);
    await b.on.press(`Show again: ${alias}`);
    await b.on.done(`“${alias}” is shown again`);
    await expect
      .poll(() => b.page.locator('.who', { hasText: alias }).count(), { timeout: 15_000 })
      .toBeGreaterThan(0);

    const gift = await newGift(demo, { stockUnits: 30, title: 'Topi Larian' });
    for (const { on } of [a, b]) await on.open('Gifts');
    const rows = [a, b].map(({ on }) => on.row('Topi Larian'));
    for (const row of rows) await row.getByRole('button', { name: /^Take 20 off/ }).waitFor();
    await Promise.all(rows.map((row) => row.getByRole('button', { name: /^Take 20 off/ }).click()));
    // Only one of them can have 20 of 30.
    const ends = await Promise.all(
      rows.map(async (row) => {
        await row
          .getByText(/20 taken off|Fewer gifts are left/)
          .first()
          .waitFor();
        return (await row.innerText()).includes('20 taken off');
      }),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await stockOf(demo, gift.campaignId)).toMatchObject({ free: 10, withdrawn: 20 });

    for (const { on, page } of [a, b]) {
      await on
        .row('Topi Larian')
        .getByRole('button', { name: /^More …/ })
        .click();
      await page.getByRole('button', { name: 'Close for good …' }).click();
    }
    await a.on.confirm('Close Topi Larian for good');
    await a.on.done('Topi Larian is closed');
    await b.on.confirm('Close Topi Larian for good');
    await b.on.done('Topi Larian is closed');
    const { body } = await local.call('GET', `/v1/platform/campaigns/${gift.campaignId}`, { as: ADMIN });
    expect(body.status).toBe('closed');
    for (const { desk } of [a, b]) expectNoErrors(desk);
    expect(draft).toBeDefined();
  });

  it('say which of the two happened after a lost answer', { timeout: 120_000 }, async () => {
    const gift = await newGift(demo, { stockUnits: 30 });
    const { page, on } = await openAs(demo);
    await on.open('Gifts');
    const row = on.row('Botol Air Lipat');
    // The platform has added them, and nobody knows.
    const adding = await losing(page, (route) => route.request().url().endsWith('/stock'));
    await row.getByRole('button', { name: /^Add 50/ }).click();
    await page.getByText('No answer about Botol Air Lipat: 50 may be added or not').waitFor();
    adding.release();
    await row.getByRole('button', { name: 'Go on' }).click();
    await on.done('The answer is known now: it has happened. 50 added');
    expect(await stockOf(demo, gift.campaignId)).toMatchObject({ total: 80 });
    await row.getByRole('button', { name: 'Undo' }).click();
    await on.done('50 taken off as miscounted');
    expect(await stockOf(demo, gift.campaignId)).toMatchObject({ total: 30, free: 30 });

    // The platform has never got the request, and meanwhile there are too few.
    const isWithdrawal = (url: string) => url.endsWith('/withdrawals');
    await page.route('**/withdrawals', (route) => route.abort());
    await row.getByRole('button', { name: /^Take 20 off/ }).click();
    await page.getByText('No answer about Botol Air Lipat: 20 may be taken off or not').waitFor();
    await Promise.all(Array.from({ length: 15 }, () => reserve(demo, gift)));
    await page.unroute('**/withdrawals');
    expect(isWithdrawal('x/withdrawals')).toBe(true);
    await row.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('The answer is known now: it has not happened').waitFor();
    await page.getByText('Fewer gifts are left than that').waitFor();
    expect(await stockOf(demo, gift.campaignId)).toMatchObject({ withdrawn: 50, held: 15, free: 15 });
  });

  it('exclude and readmit a participant with reasons, review a club, and scan the code of an account', {
    timeout: 120_000,
  }, async () => {
    const { local } = demo;
    const { desk, page, on } = await openAs(demo, { camera: 'fake' });
    await on.hall(EXPO.joinCode);
    const alias = 'Durian Ceria';
    await page.locator('.who', { hasText: alias }).first().click();
    await on.press('Exclude the person from a challenge …');
    await page.getByLabel('Reason', { exact: true }).fill('Reported from a treadmill');
    await on.press('Exclude from Hall to Hall');
    await on.done(`The person with the alias “${alias}” is excluded from Hall to Hall`);
    await on.press(`Readmit …: ${alias}, Hall to Hall`);
    await page.getByLabel(`Why “${alias}” is readmitted`).fill('The watch was checked');
    await page.getByRole('button', { name: 'Readmit', exact: true }).click();
    await on.done(`The person with the alias “${alias}” is readmitted to Hall to Hall`);
    await expect.poll(() => page.locator('.who', { hasText: alias }).count(), { timeout: 15_000 }).toBe(1);
    // An alias that nobody has yet.
    await page.getByLabel('An alias that is not in these lists').fill('Penganjur Bodoh');
    await on.press('Find');
    await on.press('Hide this alias');
    await on.done('“Penganjur Bodoh” is hidden');

    await on.open('Waiting');
    const club = '/v1/platform/community/clubs';
    await on.heading('1 club waits for review').waitFor();
    // The owner changes the text while the administrator reads it.
    const { body: before } = await local.call('GET', `${club}/${clubs.zumba}`, { as: ADMIN });
    const { title, version } = before;
    const changed = await local.call('PUT', `${club}/${clubs.zumba}`, {
      as: ADMIN,
      body: { title, summary: 'Another text.', version },
    });
    expect(changed.text).toContain('Another text.');
    await on.press('Approve this text');
    await page.getByText('The owner has changed the text in the meantime.').waitFor();
    await page.getByText('Another text.').waitFor();
    // The answer to the approval is lost, and the repetition finds out what happened.
    const reviewing = await losing(page, (route) => route.request().url().endsWith('/review'));
    await on.press('Approve this text');
    await page.getByText(`No answer about ${title}: the answer may be stored or not`).waitFor();
    reviewing.release();
    await on.press('Go on');
    await on.done(`The answer is known now: it has happened. ${title} is approved`);
    await on.heading('No club waits for review').waitFor();

    await on.press('Verify a practitioner …');
    await on.press('Scan the code');
    await desk.show(accountCode(accountOf('practitioner')));
    await page.getByText(/It was verified before: Dr Lim Wei Han/).waitFor();
    expect(await page.getByLabel('Name, as registered').inputValue()).toBe('Dr Lim Wei Han');
    expect(await page.content()).not.toContain(accountOf('practitioner'));
    expect(desk.errors.filter((error) => !/net::/.test(error))).toEqual([]);
  });

  it('can be used with the keyboard alone', { timeout: 120_000 }, async () => {
    const gift = await newGift(demo, { stockUnits: 25, title: 'Cenderahati' });
    const { page, on, desk } = await openAs(demo);
    const { keyboard } = page;
    await page.locator('.live-card').first().waitFor();
    await tabTo(page, /KL Wellness Expo/);
    await keyboard.press('Enter');
    await page.locator('.who').first().waitFor();
    await tabTo(page, /Pandan Pagi/);
    await keyboard.press('Enter');
    // The focus is in the drawer, and Escape gives it back.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Pandan Pagi');
    await keyboard.press('Escape');
    await expect.poll(() => page.locator('.act').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toMatch(/^who/);
    await keyboard.press('Enter');
    await tabTo(page, /Hide this alias/);
    await keyboard.press('Enter');
    await on.done('“Pandan Pagi” is hidden');
    await page.keyboard.press('Home');
    await tabTo(page, /^Show again$/);
    await keyboard.press('Enter');
    await on.done('“Pandan Pagi” is shown again');

    await on.open('Gifts');
    await on.row('Cenderahati').waitFor();
    await tabTo(page, /^More …: Cenderahati/);
    await keyboard.press('Enter');
    await keyboard.type('5');
    await tabTo(page, /^Take 5 off$/);
    await keyboard.press('Enter');
    await on.done('5 taken off as broken');
    expect(await stockOf(demo, gift.campaignId)).toMatchObject({ withdrawn: 5 });
    expectNoErrors(desk);
  });

  it('lock after 15 minutes, and are refused to everybody else', { timeout: 60_000 }, async () => {
    const { page } = await openAs(demo, { clock: true });
    await page.locator('table.halls').waitFor();
    await page.clock.runFor(15.5 * 60_000);
    await page.getByRole('heading', { name: 'Locked after 15 minutes without use' }).waitFor();
    expect(await page.locator('table').count()).toBe(0);

    const staff = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', ...LAPTOP });
    await staff.page.getByRole('table', { name: 'Members' }).waitFor();
    await staff.page.goto(`${demo.local.url}/desk#halls/${EXPO.joinCode}`);
    await staff.page.getByRole('table', { name: 'Members' }).waitFor();
    expect(await staff.page.locator('.halls, .hall').count()).toBe(0);
    const answer = await demo.local.call('GET', '/v1/platform/community/events', { as: 'hr-admin' });
    expect([answer.status, answer.body.code]).toEqual([403, 'not_platform_admin']);
    expect((await fetch(`${demo.local.url}/desk/assets/platform.css`)).status).toBe(200);
  });

  it('have nothing for axe, and fit, in every state', { timeout: 300_000 }, async () => {
    await newDraft(demo, 'larian-jauh', 'Larian Jauh');
    const { page, on, desk } = await openAs(demo);
    await page.locator('table.halls').waitFor();
    await auditLooks(page, 'halls');
    await on.press('Change the period');
    await on.press('Publish …: Larian Jauh');
    await page.locator('.plan li').first().waitFor();
    await auditLooks(page, 'plan');
    await page.locator('.drawer').getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Search by words, code or club').fill('larian merdeka 2027');
    await auditLooks(page, 'nothing found');
    await page.getByLabel('Search by words, code or club').fill('');
    await on.press(/^Publish \d exhibitions? …$/);
    await page.locator('.figures').waitFor();
    await auditLooks(page, 'publish many');
    const many = await losing(page, () => true);
    await on.press(/^Publish the (\d )?exhibitions?$/);
    await page.getByText(/^No answer about/).waitFor();
    await auditLooks(page, 'lost answer');
    many.release();
    await on.button('Back to Halls').waitFor({ timeout: 30_000 });
    await auditLooks(page, 'published');
    await on.press('Back to Halls');
    await on.hall(EXPO.joinCode);
    await page.locator('.who').first().waitFor();
    await auditLooks(page, 'hall');
    await page.locator('.who').first().click();
    await auditLooks(page, 'alias');
    await on.press('Exclude the person from a challenge …');
    await auditLooks(page, 'exclude');
    await page.locator('.act').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.who').nth(3).click();
    await on.press('Hide this alias');
    await page.locator('.done-line').waitFor();
    await auditLooks(page, 'hidden');
    await on.press('Cancel the exhibition …');
    await auditLooks(page, 'cancel');
    await on.open('Gifts');
    await page.locator('table.stocks').waitFor();
    await auditLooks(page, 'gifts');
    await on.press(/^More …: Botol Air Sihat/);
    await page.getByLabel('Number of gifts').fill('30');
    await auditLooks(page, 'more');
    await on.press('Close for good …');
    await auditLooks(page, 'close');
    await on.confirm('Keep it open');
    await on.press(/^Add 50: Botol Air Sihat/);
    await page.locator('.done-line').waitFor();
    await auditLooks(page, 'added');
    await on.open('Waiting');
    await page.locator('.clubs').first().waitFor();
    await auditLooks(page, 'waiting');
    await on.press('Verify a practitioner …');
    await page.getByLabel('Account id of the practitioner').fill(randomUUID());
    await page.getByLabel('Account id of the practitioner').press('Enter');
    await page.getByText('It was never verified.').waitFor();
    await page.getByLabel('Name, as registered').fill('Siti Aminah binti Rahman');
    await auditLooks(page, 'verify');
    await demo.local.advance(20 * 60);
    for (const [label, text] of [
      ['Registration number', '61544'],
      ['Specialty', 'Family medicine'],
      ['Works at', 'Klinik Kita'],
    ] as const)
      await page.getByLabel(label).fill(text);
    await on.press('Verify Siti Aminah binti Rahman');
    await page.getByRole('dialog').waitFor();
    await auditLooks(page, 'password');
    expect(desk.errors.filter((error) => !/net::/.test(error))).toEqual([]);
  });

  it('weigh at most 25 KB beyond the desk’s shared part and words, compressed', async () => {
    expect(campaigns.live).toBeDefined();
    const bytes = await ownBytes(demo.browser, demo.local.url, ADMIN, async ({ page }) => {
      const on = platformOn({ page } as DeskPage);
      await page.locator('table.halls').waitFor();
      await on.open('Gifts');
      await page.locator('table.stocks').waitFor();
      await on.open('Waiting');
      await on.press('Verify a practitioner …');
    });
    expect(bytes).toBeGreaterThan(5 * 1024);
    expect(bytes).toBeLessThanOrEqual(25 * 1024);
  });
});

/** A draft of an exhibition with a draft of a challenge. @returns its id */
async function newDraft({ local }: Demo, joinCode: string, title: string): Promise<string> {
  const now = new Date((await local.advance(0)).body.now);
  const times = { startsAt: later(now, days(5)).toISOString(), endsAt: later(now, days(6)).toISOString() };
  const event = await local.call('POST', '/v1/platform/community/events', {
    as: ADMIN,
    body: {
      ...{ clubId: clubs.sihat, joinCode, title, summary: '', ...times },
      ...{ venue: 'Dataran', expectedAttendees: 100 },
    },
  });
  expect(event.status).toBe(201);
  const { status } = await local.call('POST', `/v1/platform/community/events/${joinCode}/challenges`, {
    as: ADMIN,
    body: { title: 'Sepuluh ribu', summary: '', rules: 'Jalan kaki.', rewardEligible: false, ...times },
  });
  expect(status).toBe(201);
  return event.body.id;
}
