import { describe, expect, it } from 'vitest';
import { PERSONA_NAMES } from '../../../local/demo/people.ts';
import { eventually, startInProcess } from '../../support/running.ts';
import { openPage, PHONE } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';

describe('the landing page', () => {
  const demo = demoPlatform();

  it('has the demo people with working tokens, the displays by state, and the workers', async () => {
    const { page, errors, requests } = await openPage(demo.browser, {
      viewport: { width: 1280, height: 1600 },
    });
    await page.goto(demo.local.url);
    const cards = page.locator('.card a');
    for (const address of await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      expect((await fetch(demo.local.url + address)).status, address ?? '').toBe(200);
    expect(await cards.count()).toBe(3);

    const tokens = page.getByRole('button', { name: 'Copy token' });
    expect(await tokens.count()).toBe(PERSONA_NAMES.length);
    const token =
      (await page.getByRole('button', { name: /^Copy token\s*: walker$/ }).getAttribute('data-copy')) ?? '';
    const { body } = await demo.local.call('GET', '/v1/community/events/kl-wellness-expo', { token });
    expect(body.event.membership).toBeDefined();

    const states = await page.locator('.walls .state').allTextContents();
    expect(new Set(states)).toEqual(new Set(['Live', 'Announced', 'Over']));
    const time = String.raw`(\d{1,2}\.\d\d [ap]m|12 noon|12 midnight)`;
    const when = new RegExp(String.raw`^(from|until) (\d{1,2} [A-Z][a-z]+, )?${time}$`);
    expect(await page.locator('.walls .when').allTextContents()).toEqual(
      states.map(() => expect.stringMatching(when)),
    );
    expect(await page.locator('.where').innerText()).toMatch(
      new RegExp(String.raw`\d{1,2} [A-Z][a-z]+ 20\d\d, ${time} in Malaysia$`),
    );
    await demo.local.call('POST', '/local/clock', { body: { advanceSeconds: 120 } });
    await eventually('the sweep has run', async () => {
      await page.reload();
      return (
        (await page.locator('tr', { hasText: 'sweepLapsedLeases' }).textContent())?.includes('not yet') ===
        false
      );
    });
    expect(errors).toEqual([]);
    for (const url of requests) expect(new URL(url).origin).toBe(demo.local.url);
  });

  it('fits on a phone, and shows texts to copy where the browser gives it no clipboard, as on plain HTTP', async () => {
    const { page, errors } = await openPage(demo.browser, PHONE);
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto(demo.local.url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport?.width);
    const shown: string[] = [];
    page.on('dialog', async (dialog) => {
      shown.push(dialog.defaultValue());
      await dialog.dismiss();
    });
    await page.getByText('More below, in the names of people').click();
    await page.locator('#requests button').first().click();
    expect(shown[0]).toContain(`API=${demo.local.url}\n`);
    expect(errors).toEqual([]);
  });

  it('shows the exhibitions of an empty world as soon as there are some, and no people', async () => {
    const empty = await startInProcess();
    const text = await (await fetch(empty.url)).text();
    expect(text).toContain('There is no published exhibition.');
    expect(text).not.toContain('Copy token');
    await empty.stop();
  });
});
