import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Found {
  readonly violations: readonly Violation[];
}
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

declare global {
  var axe: { readonly run: (context: object, options: object) => Promise<Found> } | undefined;
}

/** Long tables have rows of one kind. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 9)';

/** Expects axe to find nothing. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  expect((await violationsIn(page, FURTHER_ROWS)).map((violation) => `${what}: ${violation}`)).toEqual([]);
}

/**
 * What axe finds outside of the excluded elements. A page that is audited many times gets axe only once, because loading it takes
 * longer than an audit.
 */
export async function violationsIn(page: Page, excluded?: string): Promise<string[]> {
  // The page answers only with what axe found, because the rest of its result is large.
  const again = await page.evaluate(
    async (exclude) => (await globalThis.axe?.run({ exclude }, { resultTypes: ['violations'] }))?.violations,
    excluded === undefined ? [] : [excluded],
  );
  const first = async () => {
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    return (await (excluded === undefined ? axe : axe.exclude(excluded)).analyze()).violations;
  };
  const violations: readonly Violation[] = again ?? (await first());
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en-MY' | 'ms-MY' | 'zh-Hans-MY';
}

const USUAL: Look = { width: 390, colorScheme: 'light', language: 'en-MY' };
/** `npm run test:desk`, which leaves a picture of every state in every look. */
const IS_LONG = process.env['SIHAT_SCANS'] !== undefined;
/** Neighbours differ in language, and in size or theme. */
const LOOKS: readonly Look[] = ([320, 390, 1280, 1920] as const).flatMap((width) =>
  (['dark', 'light'] as const).flatMap((colorScheme) =>
    (['zh-Hans-MY', 'ms-MY', 'en-MY'] as const).map((language) => ({ width, colorScheme, language })),
  ),
);
/** Coprime to the number of looks, so that a test with 24 audits has each of them. */
const STEP = 5;
let audits = 0;
const PICTURES = join('test-artifacts', 'desk');

/**
 * Audits what the desk shows, and expects it to fit: on phones or laptops, light or dark, in one of three languages, with its menu
 * open in every second call, and with each call in another of these 24 looks; `npm run test:desk` takes all of them each time. The
 * page changes without being loaded again, and at the end it looks as before.
 */
export async function auditLooks(page: Page, what: string): Promise<void> {
  const next = LOOKS[(audits * STEP) % LOOKS.length] ?? USUAL;
  const ways = IS_LONG ? [true, false] : [audits % 2 === 0];
  audits += 1;
  for (const look of IS_LONG ? LOOKS : [next])
    for (const isOpen of ways) {
      await show(page, look);
      const opened = isOpen ? await openDetails(page) : undefined;
      const where = [what, ...Object.values(look), ...(isOpen ? ['open'] : [])].join(', ');
      await expectAccessible(page, where);
      expect(await wideElements(page, look.width), where).toEqual([]);
      if (IS_LONG)
        await page.screenshot({
          path: join(PICTURES, `${where.replaceAll(/[^\w]+/g, '-')}.png`),
          fullPage: true,
        });
      await opened?.close();
    }
  await show(page, USUAL);
}

const WIDTHS = [360, 390, 768, 1280, 1920];

/**
 * Expects a page in English to fit at every width, and axe to find nothing in it on a phone in the light and on a laptop in the dark.
 * What is folded is opened.
 */
export async function auditPage(page: Page, what: string): Promise<void> {
  // axe reports wrong contrasts for elements that the browser has not laid out.
  await page.locator('.op').evaluateAll((all) => {
    for (const section of all as HTMLElement[]) section.style.contentVisibility = 'visible';
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect(await wideElements(page, width), `${what}, ${width}`).toEqual([]);
  }
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    const opened = await openDetails(page);
    await expectAccessible(page, `${what}, ${width}, ${colorScheme}`);
    expect(await wideElements(page, width), `${what}, ${width}, open`).toEqual([]);
    await opened.close();
  }
}

async function show(page: Page, { width, colorScheme, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme });
  const button = page.locator(`button[lang=${language}]`).first();
  await button.evaluate((element) => (element as HTMLElement).click());
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** Opens everything that is folded, such as the menu. */
async function openDetails(page: Page) {
  const toggle = (selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      for (const element of all) element.toggleAttribute('open');
      for (const element of all) element.toggleAttribute('data-audited');
    });
  await toggle('details:not([open])');
  return { close: () => toggle('details[data-audited]') };
}

/** The elements that make a page wider than the screen. */
export const wideElements = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit) return [];
    // A text can be wider than its element.
    const range = document.createRange();
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      range.selectNodeContents(element);
      return Math.max(element.getBoundingClientRect().right, range.getBoundingClientRect().right) > limit;
    });
    return ['The page is too wide:', ...wide.map(({ outerHTML }) => outerHTML.slice(0, 100))];
  }, width);
