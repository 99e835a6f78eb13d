import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../../functions/contracts.ts';
import { PERSONA_NAMES } from '../../../local/demo/people.ts';
import { PAGE_HEADERS } from '../../../web/page-headers.ts';
import { fileOf, pages } from '../../../web/pages.ts';
import { referencePage } from '../../../web/reference-page.ts';
import { auditPage } from './accessibility.ts';
import { openPage } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';

const demo = demoPlatform();
const LAPTOP = { viewport: { width: 1280, height: 900 } };
const ADDRESSES = [...(await referencePage('local')).keys()]
  .filter((path) => path.endsWith('.html'))
  .map((path) => path.replace('/index.html', ''));

describe('the API reference of npm start', () => {
  it('finds operations by title, path and id, fields and codes, and loads the search only for that', async () => {
    const { page, errors, requests } = await openPage(demo.browser, LAPTOP);
    await page.goto(`${demo.local.url}/docs`);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => url.includes('search'))).toEqual([]);
    const search = page.getByLabel(
      `Search all ${Object.keys(contracts).length} operations, fields and error codes`,
    );
    const found = page.locator('.found li');
    for (const [phrase, address, text] of [
      ['Approve a pend', 'clinical.html#approveAccessRequest', /approveAccessRequest/],
      ['qr-tok', 'clinical.html#issueQrToken', /issueQrToken/],
      ['saveOnb', 'onboarding.html#saveOnboardingAnswers', /saveOnboardingAnswers/],
      ['out of stock', 'refusals.html#out_of_stock', /^out_of_stock/],
      ['out_of_st', 'refusals.html#out_of_stock', /^out_of_stock/],
      ['countingFrom', 'community.html#enroll', /^countingFrom, a field of/],
      ['reserveRewrad', 'rewards.html#reserveReward', /reserveReward/],
      ['RewardClaim', 'rewards.html#RewardClaim', /^RewardClaim, a type/],
    ] as const) {
      await search.fill(phrase);
      const result = found.filter({ hasText: text }).first();
      await result.waitFor();
      const links = await result
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(links, phrase).toContain(`${demo.local.url}/docs/${address}`);
    }
    await search.fill('xyzzy');
    await expect.poll(() => page.locator('.find [role="status"]').textContent()).toBe('Nothing found.');
    await search.fill('redeemClaim');
    await found.first().getByText('redeemClaim').first().waitFor();
    await search.press('Enter');
    await page.waitForURL('**/docs/rewards.html#redeemClaim');
    await expectAtTop(page, 'redeemClaim');
    await expect.poll(() => page.locator('.side [aria-current="true"]').textContent()).toBe('redeemClaim');
    const list = await page.locator('.side').boundingBox();
    const marked = await page.locator('.side [aria-current="true"]').boundingBox();
    expect(marked?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0));
    await page.goBack();
    await found.first().getByText('redeemClaim').first().waitFor();
    expect(errors).toEqual([]);
    for (const url of requests) expect(new URL(url).origin).toBe(demo.local.url);
  });

  it('says that the search could not be loaded, and loads it at the next attempt', async () => {
    const { page } = await openPage(demo.browser, LAPTOP);
    await page.route('**/search.json', (route) => route.abort());
    await page.goto(`${demo.local.url}/docs`);
    await page.locator('#q').fill('leave');
    await page.getByText('The search could not be loaded. Try again.').waitFor();
    await page.unroute('**/search.json');
    await page.locator('#q').fill('leaveClub');
    await page.locator('.found').getByText('leaveClub').waitFor();
  });

  it('sends a request as a demo person, as it is shown or changed, and shows the response', async () => {
    const { page, errors } = await openPage(demo.browser, LAPTOP);
    await page.goto(`${demo.local.url}/docs/community.html#listOwnCommunity`);
    const operation = page.locator('section[aria-labelledby="listOwnCommunity"]');
    const send = operation.getByRole('button', { name: 'Send' });
    await send.click();
    await operation.getByText('Response 401 of this platform').first().waitFor();
    await operation.getByLabel('Send it as').selectOption('club-owner');
    await send.click();
    await operation.getByText('Response 200 of this platform').first().waitFor();
    expect(await operation.locator('pre').last().textContent()).toContain('Jalan Malam Bangsar');
    expect(await operation.locator('.sample').count()).toBe(3);

    // The person stays chosen at the other operations and on the other pages.
    const findEvent = page.locator('section[aria-labelledby="findEvent"]');
    expect(await findEvent.getByLabel('Send it as').inputValue()).toBe('club-owner');
    await findEvent.getByText('Change the request').click();
    await findEvent.getByLabel('GET to').fill('/v1/community/events/no-such-code');
    await findEvent.getByLabel('GET to').press('Enter');
    await findEvent.getByText('Response 404 of this platform').first().waitFor();
    await page.goto(`${demo.local.url}/docs/rewards.html`);
    await expect.poll(() => page.getByLabel('Send it as').first().inputValue()).toBe('club-owner');
    expect(errors).toEqual([]);
  });

  it('sends one request at a time, and says why it could send none', async () => {
    const { page } = await openPage(demo.browser, LAPTOP);
    let sent = 0;
    await page.route('**/v1/community/own', async (route) => {
      sent += 1;
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    await page.goto(`${demo.local.url}/docs/community.html#listOwnCommunity`);
    const operation = page.locator('section[aria-labelledby="listOwnCommunity"]');
    const send = operation.getByRole('button', { name: 'Send' });
    await send.dblclick();
    await operation.getByText('Response 401 of this platform').first().waitFor();
    expect(sent).toBe(1);
    await page.route('**/local/tokens', (route) => route.fulfill({ status: 500 }));
    await operation.getByLabel('Send it as').selectOption('walker');
    await send.click();
    await operation.getByText('No response').first().waitFor();
    expect(await operation.locator('pre').last().textContent()).toContain('/local/tokens answered with 500');
    expect(sent).toBe(1);
  });

  it('reads from the demo world what it shows: each sample of reading finds something as somebody', async () => {
    const { page } = await openPage(demo.browser, LAPTOP);
    const failed: string[] = [];
    for (const address of ADDRESSES) {
      await page.goto(demo.local.url + address);
      if ((await page.locator('.example').count()) === 0) continue;
      await page.locator('.send').first().waitFor();
      const paths = await page
        .locator('.example', { has: page.getByText('GET to') })
        .locator('details input')
        .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
      for (const path of paths) {
        const statuses = await Promise.all(
          PERSONA_NAMES.map(async (as) => (await demo.local.call('GET', path, { as })).status),
        );
        if (!statuses.includes(200)) failed.push(path.replaceAll(/[\da-f-]{36,}/g, '…'));
      }
    }
    // The demo world has nothing to read here until somebody sends other requests.
    expect(failed.toSorted()).toEqual([
      '/v1/clinical/access-requests/…/records',
      '/v1/clinical/qr-tokens/…',
      '/v1/partner/claims/…',
      '/v1/partner/workspaces/…/claims/77f1453f',
      '/v1/rewards/campaigns/…/claim',
      '/v1/workspaces/medical-certificates/…',
    ]);
  });

  it('copies samples with the address of the page', async () => {
    const { page, context } = await openPage(demo.browser, LAPTOP);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${demo.local.url}/docs/rewards.html#reserveReward`);
    const samples = page.locator('section[aria-labelledby="reserveReward"] .sample');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await samples.first().getByRole('button').click();
    await expect.poll(copied).toContain(`curl ${demo.local.url}/v1/rewards/campaigns/`);
    await samples.nth(1).getByRole('button').click();
    await expect.poll(copied).toContain("api.POST('/v1/rewards/campaigns/{campaignId}/claims'");
  });

  it.each(ADDRESSES)('fits at every width, without anything that axe finds: %s', async (address) => {
    const { page, errors } = await openPage(demo.browser, LAPTOP);
    await page.goto(demo.local.url + address);
    await auditPage(page, address);
    expect(errors).toEqual([]);
  });
});

describe('the API reference of a stage', () => {
  it('is read without scripts, and has neither people nor anything to send', async () => {
    const site = await deployedSite();
    const { page, errors } = await openPage(demo.browser, { ...LAPTOP, javaScriptEnabled: false });
    await page.goto(`${site.url}/docs/clinical.html#issueQrToken`);
    await expectAtTop(page, 'issueQrToken');
    expect(await page.locator('.side').getByText('Community').isVisible()).toBe(true);
    expect(await page.getByRole('button').or(page.locator('#q')).filter({ visible: true }).count()).toBe(0);
    for (const text of ['Send it as', 'Try it', 'Authorize', 'lapsed-practitioner'])
      expect(await page.getByText(text).count()).toBe(0);
    expect(errors).toEqual([]);
    site.close();
  });

  it('searches under the headers of all pages', async () => {
    const site = await deployedSite();
    const { page, errors, requests } = await openPage(demo.browser, LAPTOP);
    await page.goto(`${site.url}/docs`);
    await page.locator('#q').fill('leave');
    await page.locator('.found').getByText('leaveClub').waitFor();
    for (const url of requests) expect(url.startsWith(site.url)).toBe(true);
    expect(errors).toEqual([]);
    site.close();
  });
});

/** The page has scrolled to an operation. */
const expectAtTop = (page: Page, id: string) =>
  expect
    .poll(async () => Math.round((await page.locator(`#${id}`).boundingBox())?.y ?? -1))
    .toBeOneOf(Array.from({ length: 100 }, (_, y) => y));

/** Serves the deployed files as the edge does. */
async function deployedSite() {
  const files = await referencePage('deployed');
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(fileOf(pages.reference, url) ?? '');
    response.writeHead(file ? 200 : 404, {
      ...PAGE_HEADERS,
      'content-type': file?.contentType ?? 'text/plain',
    });
    response.end(file?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  return { url, close: () => server.close() };
}
