import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../support/running.ts';
import { auditPage } from './accessibility.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  local = await startInProcess();
});
afterAll(() => local?.stop());

/** What a page in the frame of documents contains. */
const readPage = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    const idsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ id }) => id);
    const withoutSize = images.filter(
      (image) => !image.getAttribute('width') || !image.getAttribute('height'),
    );
    return {
      width: document.documentElement.scrollWidth,
      ids: idsOf('[id]'),
      sections: idsOf('article h2'),
      contents: [...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map(({ hash }) => hash.slice(1)),
      links: [...document.querySelectorAll('a')].flatMap(({ href }) => (href ? [href] : [])),
      brokenImages: images.filter((image) => image.naturalWidth === 0).map(({ src }) => src),
      imagesWithoutSize: withoutSize.map(({ src }) => src),
      samplesWithoutFocus: [...document.querySelectorAll('pre')].filter(({ tabIndex }) => tabIndex !== 0)
        .length,
      /** Charts that are shown as code. */
      captions: [...document.querySelectorAll('pre + figcaption')].map(({ textContent }) => textContent),
      charts: [...document.querySelectorAll<HTMLImageElement>('figure picture img')].map(({ alt }) => alt),
      namesUsualPort: document.documentElement.outerHTML.includes('127.0.0.1:3000'),
    };
  });

/** Addresses of pages in the frame of documents: the landing page, the guide and the API reference. */
const IN_FRAME = /^(\/|\/guide\/|.*\.md|\/docs(\/\w+\.html)?)$/;

describe('the landing page, the guide and the API reference', () => {
  it('have no dead link, no missing picture and no page wider than a phone, on any port', async () => {
    const { page, errors, failedLoads } = await openPage(await openBrowser(), PHONE);
    const pages = new Map<string, Awaited<ReturnType<typeof readPage>>>();
    const found = new Set([`${local.url}/`]);
    const statuses = new Map<string, number>();
    /** Pages of more than 60 KB, compressed, without their style and script. */
    const large: [address: string, bytes: number][] = [];
    for (const link of found) {
      const [address = ''] = link.split('#');
      if (!address.startsWith(local.url) || pages.has(address) || statuses.has(address)) continue;
      if (!IN_FRAME.test(address.slice(local.url.length))) {
        statuses.set(address, (await fetch(address)).status);
        continue;
      }
      const response = await page.goto(address);
      statuses.set(address, response?.status() ?? 0);
      const bytes = gzipSync((await response?.body()) ?? '').length;
      if (bytes > 60 * 1024) large.push([address, bytes]);
      const read = await readPage(page);
      pages.set(address, read);
      for (const target of read.links) found.add(target);
    }

    expect(large).toEqual([]);
    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([]);
    const missing = [...found].filter((link) => {
      const [address = '', anchor] = link.split('#');
      const target = pages.get(address);
      return anchor !== undefined && target && !target.ids.includes(decodeURIComponent(anchor));
    });
    expect(missing).toEqual([]);
    for (const [address, read] of pages) {
      const isDocument = address.includes('/guide/');
      const faults = {
        width: read.width,
        brokenImages: read.brokenImages,
        imagesWithoutSize: read.imagesWithoutSize,
        samplesWithoutFocus: read.samplesWithoutFocus,
        repeatedIds: read.ids.filter((id, n) => read.ids.indexOf(id) !== n),
        captions: read.captions,
        namesUsualPort: read.namesUsualPort,
        leadsEverywhere: ['/', '/guide/', '/docs', '/desk', '/local/phone'].every((path) =>
          read.links.includes(local.url + path),
        ),
        contents: read.contents,
      };
      expect(faults, address).toEqual({
        width: PHONE.viewport?.width,
        brokenImages: [],
        imagesWithoutSize: [],
        samplesWithoutFocus: 0,
        repeatedIds: [],
        captions: [],
        namesUsualPort: false,
        leadsEverywhere: true,
        contents: isDocument ? read.sections : [],
      });
    }
    const names = [...pages.keys()].map((address) => address.replace(`${local.url}/`, ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'guide/docs/operations/runbook.md',
        'guide/web/client/README.md',
        'guide/test/aws-emulator/README.md',
        'docs/community.html',
        'docs/refusals.html',
      ]),
    );
    const charts = [...pages.values()].flatMap((read) => read.charts);
    expect(charts).toHaveLength(3);
    expect(charts.join()).toContain('pending to approved, approve, by its patient');
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it('lead from what documents name in code font to operations and codes', async () => {
    const { page } = await openPage(await openBrowser(), PHONE);
    await page.goto(`${local.url}/guide/docs/api.md`);
    const hrefOf = (code: string) =>
      page
        .locator('article a', { hasText: new RegExp(`^${code}$`) })
        .first()
        .getAttribute('href');
    expect(await hrefOf('changeReferenceSharing')).toBe('/docs/workspaces.html#changeReferenceSharing');
    expect(await hrefOf('invalid_token')).toBe('/docs/refusals.html#invalid_token');
  });

  it.each([
    '/',
    '/guide/',
    '/guide/docs/administration.md',
    '/guide/docs/performance.md',
    '/guide/CHANGELOG.md',
  ])('fit at every width, without anything that axe finds: %s', async (address) => {
    const { page } = await openPage(await openBrowser(), { viewport: { width: 1280, height: 900 } });
    await page.goto(local.url + address);
    await auditPage(page, address);
  });

  it('serves no other file', async () => {
    for (const path of ['package.json', '..%2fpackage.json', 'docs/../package.json', 'local/main.ts'])
      expect((await fetch(`${local.url}/guide/${path}`)).status).toBe(404);
  });
});
