import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayPage } from '../../web/display-page.ts';
import { joinPage } from '../../web/join-page.ts';
import { startInProcess } from '../support/running.ts';

/** The display page of the local server. */

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  local = await startInProcess();
});
afterAll(() => local.stop());

describe('the display page', () => {
  it('is under 155 KB in all without its fonts, of which 4 KB are for old browsers', async () => {
    const files = [...(await displayPage())].filter(
      ([path]) => path.startsWith('/display/') && !path.includes('/fonts/') && !path.includes('/logos/'),
    );
    expect(files.length).toBeGreaterThan(4);
    expect(files.reduce((sum, [, { body }]) => sum + Buffer.byteLength(body), 0)).toBeLessThan(155 * 1024);
  });

  it('leads to the address of its stage, or else to the join page', async () => {
    const settings = {
      joinUrl: 'https://sihat.my/j/{code}',
      appUrl: 'https://sihat.my/app?a=1&b="',
    } as const;
    const files = await displayPage(settings);
    expect(files.get('/display/index.html')?.body).toContain(
      'name="join-url" content="https://sihat.my/j/{code}"',
    );
    const join = await joinPage(settings);
    expect(join.get('/join/index.html')?.body).toContain('content="https://sihat.my/app?a=1&amp;b=&quot;"');
    expect((await displayPage()).get('/display/index.html')?.body).toContain('name="join-url" content=""');
  });

  it('says without scripts what it needs, in every language', async () => {
    const page = (await displayPage()).get('/display/index.html')?.body.toString() ?? '';
    const [, shown] = /<noscript>(.*)<\/noscript>/s.exec(page) ?? [];
    expect(shown?.match(/<p lang="(en-MY|ms-MY|zh-Hans-MY)">[^<]*JavaScript[^<]*<\/p>/g)).toHaveLength(3);
  });

  it('has a font for every letter, from its own server', async () => {
    const css = await (await fetch(`${local.url}/display/assets/fonts.css`)).text();
    const addresses = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(100);
    for (const address of addresses.slice(0, 5)) {
      const response = await fetch(new URL(address, `${local.url}/display/assets/`));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/woff2']);
      const start = Buffer.from(await response.arrayBuffer()).subarray(0, 4);
      expect(start.toString()).toBe('wOF2');
    }
  });

  it.each([
    ['/display/kl-wellness-expo', 'text/html; charset=utf-8'],
    ['/display/assets/display.css', 'text/css; charset=utf-8'],
    ['/display/assets/display.js', 'text/javascript; charset=utf-8'],
    ['/display/worker.js', 'text/javascript; charset=utf-8'],
    ['/join/kl-wellness-expo', 'text/html; charset=utf-8'],
    ['/join/assets/join.js', 'text/javascript; charset=utf-8'],
  ])('%s exists, and loads nothing from other hosts', async (path, type) => {
    const response = await fetch(local.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'",
    );
    expect(await response.text()).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('has no other files', async () => {
    expect((await fetch(`${local.url}/display/assets/other.js`)).status).toBe(404);
  });
});
