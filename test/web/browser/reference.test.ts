import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../local/running.ts';
import { openBrowser, openPage, screenshot } from './browser.ts';

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
});
afterAll(async () => {
  await browser?.close();
  await local?.stop();
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly servers: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** The operations, as the page names them. */
const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId, tags }) => `operations-${tags[0]}-${operationId}`),
  );

describe('the API reference', () => {
  it('lists every operation, can try them on the same server, and sends no other requests', async () => {
    const { page, errors, requests } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(`${local.url}/docs`);
    const document: Document = await (await fetch(`${local.url}/docs/openapi.json`)).json();
    const operations = operationsOf(document);
    await page.locator('.opblock-tag').first().waitFor({ timeout: 240_000 });
    await page.locator('.opblock-tag').evaluateAll((all) => {
      for (const section of all) if (section instanceof HTMLElement) section.click();
    });
    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    const listed = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id));
    expect(listed.toSorted()).toEqual(operations.toSorted());
    expect(document.servers).toEqual([{ url: '/' }]);

    await page.goto('about:blank');
    await page.goto(`${local.url}/docs#/onboarding/currentOnboarding`);
    const operation = page.locator('#operations-onboarding-currentOnboarding');
    await operation.getByText('Try it out').click({ timeout: 240_000 });
    await operation.getByText('Execute').click();
    await operation.locator('.live-responses-table .response-col_status').first().waitFor();
    expect(await operation.locator('.live-responses-table .response-col_status').allTextContents()).toContain(
      '404',
    );
    await screenshot(page, 'reference');

    const { origin } = new URL(local.url);
    for (const url of requests) expect(url.startsWith('data:') || new URL(url).origin === origin).toBe(true);
    expect(errors).toEqual([]);
  });
});
