import { describe, expect, it } from 'vitest';
import { deskPage } from '../../../web/desk-page.ts';
import { displayPage } from '../../../web/display-page.ts';
import { joinPage } from '../../../web/join-page.ts';

/**
 * What Chromium 87 or Safari 15.4 lack, as a page would use it. `npm run test:old-browsers` runs the pages in old Chromiums; no Safari
 * is tested. The versions are those of https://github.com/mdn/browser-compat-data.
 */
const LACKING = {
  'Object.hasOwn (Chromium 93)': /\bObject\.hasOwn\(/,
  'AbortSignal.timeout (103) and any (116)': /\bAbortSignal\.(?:timeout|any)\(/,
  'throwIfAborted (100)': /\.throwIfAborted\(\)/,
  'at (92)': /\.at\(-?\d/,
  'toSorted, toReversed, toSpliced (110)': /\.to(?:Sorted|Reversed|Spliced)\(/,
  'findLast (97)': /\.findLast(?:Index)?\(/,
  'structuredClone (98)': /\bstructuredClone\(/,
  'withResolvers (119)': /\.withResolvers\(/,
  'groupBy (117)': /\b(?:Object|Map)\.groupBy\(/,
  'fromAsync (121)': /\.fromAsync\(/,
  'well-formed strings (111)': /\.(?:is|to)WellFormed\(/,
  'lookbehind (Safari 16.4)': /\(\?<[=!]/,
  'the flag v (112)': /\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/,
} as const;
const LACKING_STYLES = {
  ':has (105)': /:has\(/,
  ':is (88)': /:is\(/,
  'container queries (105)': /@container/,
  'layers (99)': /@layer/,
} as const;

const pages = [...(await displayPage()), ...(await joinPage()), ...(await deskPage())];
const textOf = (end: string) =>
  pages.flatMap(([path, { body }]) => (path.endsWith(end) ? [[path, String(body)] as const] : []));

describe('the pages use nothing that browsers at the floor lack', () => {
  it.each(Object.entries(LACKING))('in scripts: %s', (_, pattern) => {
    const found = textOf('.js').flatMap(([path, text]) => (pattern.test(text) ? [path] : []));
    expect(found).toEqual([]);
  });

  it.each(Object.entries(LACKING_STYLES))('in styles: %s', (_, pattern) => {
    const found = textOf('.css').flatMap(([path, text]) => (pattern.test(text) ? [path] : []));
    expect(found).toEqual([]);
  });

  it('has scripts and styles to look at', () => {
    expect([textOf('.js').length, textOf('.css').length]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(textOf('.js').length).toBeGreaterThan(10);
    expect(textOf('.css').length).toBeGreaterThan(3);
  });
});
