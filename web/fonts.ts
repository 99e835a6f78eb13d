import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import type { Files, PageFile } from './page-files.ts';

/** Stylesheets of the font packages. Each divides its font into files by `unicode-range`. */
const FONTS = [
  '@fontsource-variable/instrument-sans/wdth.css',
  '@fontsource-variable/noto-sans-tamil/wdth.css',
  '@fontsource-variable/noto-sans-sc/wght.css',
] as const;

/** Latin letters of the other fonts, which the first font has. */
const COVERED = /@font-face \{[^}]*noto-sans-(sc|tamil)-latin(-ext)?-[^}]*\}/g;

/** What a browser needs in no declaration: the page waits for its fonts, and every browser knows the format. */
const DEFAULTS = /font-(style: normal|display: swap);|format\('woff2[^']*'\)/g;

/** Of the code points in a range. */
const LEADING_ZEROS = /(?<=[+-])0+(?=[\da-f])/gi;

interface Fonts {
  readonly css: string;
  readonly files: Files;
  /** The files for Latin text, which every screen needs. */
  readonly basic: readonly string[];
}

/**
 * The path of a font includes the version of its package without its dots, so a browser never mixes two versions.
 * @param assets the path under which the stylesheet is served
 */
export async function fontFiles(assets: string): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map<string, PageFile>();
  const sheets = await Promise.all(
    FONTS.map(async (name) => {
      const sheet = resolve(name);
      const folder = dirname(sheet);
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const css = (await readFile(sheet, 'utf8')).replaceAll(COVERED, '');
      const address = (file: string) => `fonts/${version.replaceAll('.', '')}/${shortened(file)}`;
      await Promise.all(
        [...css.matchAll(/\.\/files\/([^)]+)/g)].map(async ([, file = '']) =>
          files.set(`${assets}${address(file)}`, {
            contentType: 'font/woff2',
            body: await readFile(join(folder, 'files', file)),
          }),
        ),
      );
      return css
        .replaceAll(/\.\/files\/([^)]+)/g, (_, file) => address(file))
        .replaceAll(DEFAULTS, '')
        .replaceAll(/unicode-range:[^;}]+/g, (ranges) => ranges.replaceAll(LEADING_ZEROS, ''))
        .replaceAll(/'(Noto Sans )?(\w+( Sans)?) Variable'/g, "'$2'");
    }),
  );
  const { code } = await transform(sheets.join('\n'), { loader: 'css', minify: true });
  const basic = [...files.keys()].filter((path) => path.endsWith('/instrument-sans-latin.woff2'));
  return { css: code, files, basic };
}

/** One file of a font package. */
export async function fontFile(name: string): Promise<PageFile> {
  const body = await readFile(createRequire(import.meta.url).resolve(name));
  return { contentType: 'font/woff2', body };
}

/** The stylesheet names about a hundred files, so short names make it smaller. Those of Chinese are numbers. */
const shortened = (file: string) => file.replace(/^noto-sans-(sc-)?/, '').replace(/-(wght|wdth)-normal/, '');
