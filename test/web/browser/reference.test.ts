import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileOf, pages } from '../../../web/pages.ts';
import { REFERENCE_POLICY, referencePage } from '../../../web/reference-page.ts';
import { openPage } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';

const demo = demoPlatform();

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly servers: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

/** The operations, as the page names them. @param isListed selects some of them by their text */
const operationsOf = ({ paths }: Document, isListed = (_text: string): boolean => true) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations)
      .filter(({ operationId, summary, tags }) => isListed([path, operationId, summary, tags[0]].join('\n')))
      .map(({ operationId, tags }) => `operations-${tags[0]}-${operationId}`),
  );

describe('the API reference', () => {
  it('lists every operation, can try them on the same server, and sends no other requests', async () => {
    const { page, errors, requests } = await openPage(demo.browser, {
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(`${demo.local.url}/docs`);
    const document: Document = await (await fetch(`${demo.local.url}/v1/openapi.json`)).json();
    const operations = operationsOf(document);
    await page.locator('.opblock-tag').first().waitFor({ timeout: 240_000 });
    const listed = () => page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id).toSorted());
    expect(await listed()).toEqual([]);
    const search = page.getByPlaceholder('Search titles, tags and paths');
    for (const phrase of ['Approve', 'certificates', 'qr-tokens', 'saveOnb']) {
      await search.fill(phrase);
      const found = operationsOf(document, (text) => text.toLowerCase().includes(phrase.toLowerCase()));
      await expect.poll(listed).toEqual(found.toSorted());
    }
    await search.fill('');
    await expect.poll(listed).toEqual([]);
    await page.locator('.opblock-tag').evaluateAll((all) => {
      for (const section of all) if (section instanceof HTMLElement) section.click();
    });
    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    expect(await listed()).toEqual(operations.toSorted());
    expect(document.servers).toEqual([{ url: '/' }]);

    await page.selectOption('#person', 'walker');
    const operation = page.locator('#operations-community-listOwnCommunity');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('Try it out').click({ timeout: 240_000 });
    await operation.getByText('Execute').click();
    const statuses = operation.locator('.live-responses-table .response-col_status');
    await statuses.first().waitFor();
    expect(await statuses.allTextContents()).toContain('200');

    const { origin } = new URL(demo.local.url);
    for (const url of requests) expect(url.startsWith('data:') || new URL(url).origin === origin).toBe(true);
    expect(errors).toEqual([]);
  });

  it('only lists the operations when it is deployed: no token field, no requests, no people', async () => {
    const site = await deployedSite();
    const { page, errors, requests } = await openPage(demo.browser, {
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(`${site.url}/docs#/clinical/issueQrToken`);
    await page.locator('#operations-clinical-issueQrToken .responses-table').waitFor({ timeout: 240_000 });
    expect(await page.getByPlaceholder('Search titles, tags and paths').count()).toBe(1);
    for (const text of ['Try it out', 'Authorize', 'Send requests as', 'lapsed-practitioner'])
      expect(await page.getByText(text).count()).toBe(0);
    expect(await page.locator('.authorize, .authorization__btn, select#person').count()).toBe(0);
    for (const url of requests) expect(url.startsWith('data:') || url.startsWith(site.url)).toBe(true);
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
      'content-type': file?.contentType ?? 'text/plain',
      'content-security-policy': REFERENCE_POLICY,
    });
    response.end(file?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  return { url, close: () => server.close() };
}
