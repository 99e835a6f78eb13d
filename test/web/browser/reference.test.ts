import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
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
    const search = page.getByLabel('Search all 137 operations, fields and error codes');
    const found = page.locator('.found li');
    for (const [phrase, address, text] of [
      ['Approve a pend', 'clinical.html#approveAccessRequest', /approveAccessRequest/],
      ['qr-tok', 'clinical.html#issueQrToken', /issueQrToken/],
      ['saveOnb', 'onboarding.html#saveOnboardingAnswers', /saveOnboardingAnswers/],
      ['out of stock', 'refusals.html#out_of_stock', /^out_of_stock/],
      ['out_of_st', 'refusals.html#out_of_stock', /^out_of_stock/],
      ['countingFrom', 'community.html#enroll', /^countingFrom, a field of/],
      ['reserveRewrd', 'rewards.html#reserveReward', /reserveReward/],
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
    await expect.poll(() => page.locator('.find [role="status"]').textContent()).toBe('Nothing is found.');
    await search.fill('redeemClaim');
    await found.first().locator('a').first().click();
    await page.waitForURL('**/docs/rewards.html#redeemClaim');
    expect(await page.locator('#redeemClaim').isVisible()).toBe(true);
    await expect.poll(() => page.locator('.side [aria-current="true"]').textContent()).toBe('redeemClaim');
    expect(errors).toEqual([]);
    for (const url of requests) expect(new URL(url).origin).toBe(demo.local.url);
  });

  it('sends a request as a demo person, as it is shown or changed, and shows the response', async () => {
    const { page, errors } = await openPage(demo.browser, LAPTOP);
    await page.goto(`${demo.local.url}/docs/community.html#listOwnCommunity`);
    const operation = page.locator('section[aria-labelledby="listOwnCommunity"]');
    const answer = operation.locator('.answer');
    await operation.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('Response 401').waitFor();
    await operation.getByLabel('Send it as').selectOption('club-owner');
    await operation.getByRole('button', { name: 'Send' }).click();
    await answer.getByText('Response 200').waitFor();
    expect(await answer.locator('pre').textContent()).toContain('Jalan Malam Bangsar');

    // The person stays chosen at the other operations of the page.
    const findEvent = page.locator('section[aria-labelledby="findEvent"]');
    expect(await findEvent.getByLabel('Send it as').inputValue()).toBe('club-owner');
    await findEvent.getByText('Change the request').click();
    await findEvent.getByLabel('GET to').fill('/v1/community/events/kl-wellness-expo');
    await findEvent.getByLabel('GET to').press('Enter');
    await findEvent.locator('.answer').getByText('Response 200').waitFor();
    expect(errors).toEqual([]);
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
    expect(await page.locator('#issueQrToken').isVisible()).toBe(true);
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
