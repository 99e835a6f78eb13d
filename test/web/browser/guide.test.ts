import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../support/running.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  local = await startInProcess();
});
afterAll(() => local?.stop());

/** What a page of the guide contains. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const idsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ id }) => id);
    return {
      width: document.documentElement.scrollWidth,
      ids: idsOf('[id]'),
      sections: idsOf('h2'),
      contents: [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Contents"] a')].map(
        ({ hash }) => hash.slice(1),
      ),
      links: [...document.querySelectorAll('a')].flatMap(({ href }) => (href ? [href] : [])),
      brokenImages: [...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src),
      /** Charts that are shown as code. */
      captions: [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent),
      charts: [...document.querySelectorAll<HTMLImageElement>('figure img')].map(({ alt }) => alt),
      namesUsualPort: document.documentElement.outerHTML.includes('127.0.0.1:3000'),
    };
  });

describe('the guide', () => {
  it('has no dead link, no missing picture and no page wider than a phone, on any port', async () => {
    const { page, errors, failedLoads } = await openPage(await openBrowser(), PHONE);
    const pages = new Map<string, Awaited<ReturnType<typeof readPage>>>();
    const found = new Set([`${local.url}/guide/`]);
    const statuses = new Map<string, number>();
    for (const link of found) {
      const [address = ''] = link.split('#');
      if (!address.startsWith(local.url) || pages.has(address) || statuses.has(address)) continue;
      if (!/\/guide\/$|\.md$/.test(address)) {
        statuses.set(address, (await fetch(address)).status);
        continue;
      }
      statuses.set(address, (await page.goto(address))?.status() ?? 0);
      const read = await readPage(page);
      pages.set(address, read);
      for (const target of read.links) found.add(target);
    }

    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([]);
    const missing = [...found].filter((link) => {
      const [address = '', anchor] = link.split('#');
      const target = pages.get(address);
      return anchor !== undefined && target && !target.ids.includes(decodeURIComponent(anchor));
    });
    expect(missing).toEqual([]);
    for (const [address, read] of pages) {
      const faults = {
        width: read.width,
        brokenImages: read.brokenImages,
        repeatedIds: read.ids.filter((id, n) => read.ids.indexOf(id) !== n),
        captions: read.captions,
        namesUsualPort: read.namesUsualPort,
        hasWayBack: read.links.includes(`${local.url}/guide/#documents`),
        contents: read.contents,
      };
      expect(faults, address).toEqual({
        width: PHONE.viewport?.width,
        brokenImages: [],
        repeatedIds: [],
        captions: [],
        namesUsualPort: false,
        hasWayBack: true,
        contents: read.sections.length < 4 ? [] : read.sections,
      });
    }
    const names = [...pages.keys()].map((address) => address.replace(`${local.url}/guide/`, ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'docs/operations/runbook.md',
        'web/client/README.md',
        'test/aws-emulator/README.md',
      ]),
    );
    const charts = [...pages.values()].flatMap((read) => read.charts);
    expect(charts).toHaveLength(3);
    expect(charts.join()).toContain('pending to approved, approve, by its patient');
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it('serves no other file', async () => {
    for (const path of ['package.json', '..%2fpackage.json', 'docs/../package.json', 'local/main.ts'])
      expect((await fetch(`${local.url}/guide/${path}`)).status).toBe(404);
  });
});
