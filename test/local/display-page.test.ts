import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayPage } from '../../web/display-page.ts';
import { startInProcess } from './running.ts';

/** The display page of the local server. */

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  local = await startInProcess();
});
afterAll(() => local.stop());

describe('the display page', () => {
  it('is under 40 KB in all', async () => {
    const files = [...(await displayPage()).values()];
    expect(files.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)).toBeLessThan(40_000);
  });

  it.each([
    ['/display/kl-wellness-expo', 'text/html; charset=utf-8'],
    ['/display/assets/display.css', 'text/css; charset=utf-8'],
    ['/display/assets/display.js', 'text/javascript; charset=utf-8'],
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
