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

type Rules = 'all' | readonly string[];

/** The rules whose result depends on the size or the theme. */
const RULES_OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'target-size'];

/**
 * Expects axe to find nothing. A page that is audited many times gets axe only once, because loading it takes longer than an audit.
 * @param rules by default, all that axe applies
 */
export async function expectAccessible(page: Page, what: string, rules: Rules = 'all'): Promise<void> {
  const options = { resultTypes: ['violations'], ...(rules !== 'all' && { runOnly: rules }) };
  // The page answers only with what axe found, because the rest of its result is large.
  const again = await page.evaluate(
    async ({ exclude, chosen }) => (await globalThis.axe?.run({ exclude }, chosen))?.violations,
    { exclude: [FURTHER_ROWS], chosen: options },
  );
  const violations: readonly Violation[] =
    again ?? (await new AxeBuilder({ page }).setLegacyMode(true).exclude(FURTHER_ROWS).analyze()).violations;
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en-MY' | 'ms-MY' | 'zh-Hans-MY';
  /** Without rules, the page must only fit. */
  readonly rules?: Rules;
}

/** Each size, theme and language. Phones are where long words do not fit. */
const LOOKS: readonly Look[] = [
  { width: 1280, colorScheme: 'dark', language: 'zh-Hans-MY', rules: RULES_OF_LOOKS },
  { width: 390, colorScheme: 'light', language: 'zh-Hans-MY' },
  { width: 390, colorScheme: 'light', language: 'ms-MY' },
  { width: 390, colorScheme: 'light', language: 'en-MY', rules: 'all' },
];
/** `npm run test:desk` */
const IS_LONG = process.env['SIHAT_SCANS'] !== undefined;
const ALL_LOOKS: readonly Look[] = (['zh-Hans-MY', 'ms-MY', 'en-MY'] as const).flatMap((language) =>
  ([1280, 390] as const).flatMap((width) =>
    (['dark', 'light'] as const).map(
      (colorScheme) => ({ width, colorScheme, language, rules: 'all' }) as const,
    ),
  ),
);

/**
 * Audits what the desk shows on a phone and on a laptop, light and dark, in three languages, and expects it to fit. The page changes
 * without being loaded again. At the end it is English, light and of the size of a phone. `npm run test:desk` plays
 * every combination of the three.
 */
export async function auditLooks(page: Page, what: string): Promise<void> {
  for (const { width, colorScheme, language, rules } of IS_LONG ? ALL_LOOKS : LOOKS) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page
      .locator(`button[lang=${language}]`)
      .first()
      .evaluate((button) => (button as HTMLElement).click());
    await page.locator(`html[lang=${language}]`).waitFor();
    const where = `${what}, ${width} px, ${colorScheme}, ${language}`;
    if (rules) await expectAccessible(page, where, rules);
    expect(await wideElements(page, width), where).toEqual([]);
  }
}

/** The elements that make a page wider than the screen. */
const wideElements = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > limit,
    );
    return ['The page is too wide:', ...wide.map(({ outerHTML }) => outerHTML.slice(0, 100))];
  }, width);
