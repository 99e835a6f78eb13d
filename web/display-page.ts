import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';
import { fingerprint } from '../shared/values/clock.ts';

/** A built file of the pages, which CloudFront's bucket and the local server serve. */
export interface PageFile {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** Addresses that differ between stages. */
export interface PageSettings {
  /** The address in the QR code, with `{code}`. By default the page `/join/<code>` of the same origin. */
  readonly joinUrl?: `https://${string}{code}${string}`;
  /** Where visitors get the app. */
  readonly appUrl?: `https://${string}`;
}

type Files = ReadonlyMap<string, PageFile>;

const SOURCE = join(import.meta.dirname, 'display');
const LOGOS = join(import.meta.dirname, 'logos');
const JOIN = join(import.meta.dirname, 'join');

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Stylesheets of the font packages. Each divides its font into files by `unicode-range`. */
const FONTS = [
  '@fontsource-variable/instrument-sans/wdth.css',
  '@fontsource-variable/noto-sans-tamil/wdth.css',
  '@fontsource-variable/noto-sans-sc/wght.css',
] as const;

/** Builds the display page and the join page. The keys are paths. `fileOf` names the path that serves an address. */
export async function displayPage(settings: PageSettings = {}): Promise<Files> {
  const [html, css, script, fonts, logos, join] = await Promise.all([
    readFile(`${SOURCE}/index.html`, 'utf8'),
    bundled(`${SOURCE}/display.css`),
    bundled(`${SOURCE}/display.ts`),
    fontFiles(),
    logoFiles(),
    joinPage(settings),
  ]);
  const logoNames = [...logos.keys()].map((path) => path.slice(LOGO_FOLDER.length)).join(' ');
  const page = filled(html, { joinUrl: settings.joinUrl ?? '', logos: logoNames });
  const shell = new Map<string, PageFile>([
    ['/display/index.html', { contentType: HTML, body: page }],
    ['/display/assets/display.css', { contentType: CSS, body: css }],
    ['/display/assets/fonts.css', { contentType: CSS, body: fonts.css }],
    ['/display/assets/display.js', { contentType: SCRIPT, body: script }],
    ...logos,
  ]);
  const kept = [...shell.keys(), ...fonts.basic];
  const version = fingerprint([...shell.values()].map(({ body }) => body.toString('base64')).join('\n'));
  const define = { VERSION: JSON.stringify(version.slice(0, 12)), SHELL: JSON.stringify(kept) };
  const worker = await bundled(`${SOURCE}/worker.ts`, { define });
  return new Map([
    ...shell,
    ['/display/worker.js', { contentType: SCRIPT, body: worker }],
    ...fonts.files,
    ...join,
  ]);
}

/** `/join/<code>`: what the QR code leads to. */
async function joinPage({ appUrl }: PageSettings): Promise<Files> {
  const [html, css, script] = await Promise.all([
    readFile(`${JOIN}/index.html`, 'utf8'),
    bundled(`${JOIN}/join.css`),
    bundled(`${JOIN}/join.ts`),
  ]);
  return new Map([
    ['/join/index.html', { contentType: HTML, body: filled(html, { appUrl: appUrl ?? '' }) }],
    ['/join/assets/join.css', { contentType: CSS, body: css }],
    ['/join/assets/join.js', { contentType: SCRIPT, body: script }],
  ]);
}

/** Replaces `{name}` in the HTML by an escaped value. */
function filled(html: string, values: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`"{${name}}"`, () => `"${escaped(value)}"`),
    html,
  );
}

/** What a browser needs in no declaration: the page waits for its fonts, and every browser knows the format. */
const DEFAULTS = /font-(style: normal|display: swap);|format\('woff2[^']*'\)/g;

const ASSETS = '/display/assets/';
const LOGO_FOLDER = `${ASSETS}logos/`;

interface Fonts {
  readonly css: string;
  readonly files: Files;
  /** The files for Latin text, which every screen needs. */
  readonly basic: readonly string[];
}

/** The path of a font includes the version of its package, so a browser never mixes two versions. */
async function fontFiles(): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map<string, PageFile>();
  const sheets = await Promise.all(
    FONTS.map(async (name) => {
      const sheet = resolve(name);
      const folder = dirname(sheet);
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const css = await readFile(sheet, 'utf8');
      const address = (file: string) => `fonts/${version}/${shortened(file)}`;
      await Promise.all(
        [...css.matchAll(/\.\/files\/([^)]+)/g)].map(async ([, file = '']) =>
          files.set(`${ASSETS}${address(file)}`, {
            contentType: 'font/woff2',
            body: await readFile(join(folder, 'files', file)),
          }),
        ),
      );
      return css
        .replaceAll(/\.\/files\/([^)]+)/g, (_, file) => address(file))
        .replaceAll(DEFAULTS, '')
        .replaceAll(" Variable'", "'");
    }),
  );
  const { code } = await transform(sheets.join('\n'), { loader: 'css', minify: true });
  const basic = [...files.keys()].filter((path) => path.endsWith('/instrument-sans-latin.woff2'));
  return { css: code, files, basic };
}

/** The stylesheet names about a hundred files, so short names make it smaller. */
const shortened = (file: string) => file.replace(/^noto-sans-/, '').replace(/-(wght|wdth)-normal/, '');

/** The organizers' logos: PNG and SVG files of `web/logos/`. */
async function logoFiles(): Promise<Files> {
  const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };
  const names = (await readdir(LOGOS)).filter((name) => /^[a-z0-9-]{1,40}\.(png|svg)$/.test(name)).sort();
  return new Map(
    await Promise.all(
      names.map(
        async (name): Promise<[string, PageFile]> => [
          LOGO_FOLDER + name,
          { contentType: types[extname(name)] ?? '', body: await readFile(join(LOGOS, name)) },
        ],
      ),
    ),
  );
}

async function bundled(file: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles?.[0]?.text ?? '';
}

/** Returns the file that serves a path of the pages, or `undefined` for other paths. */
export function fileOf(path: string): string | undefined {
  if (/^\/(display|join)\/assets\//.test(path) || path === '/display/worker.js') return path;
  const page = /^\/(display|join)(\/[^/]*)?$/.exec(path)?.[1];
  return page && `/${page}/index.html`;
}

/**
 * Headers of every response: the page may connect only to its own origin and cannot execute injected text. Its one policy
 * for trusted types names the service worker.
 */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types display",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** Browsers revalidate the page at each load, because screens stay open for days. */
export const PAGE_CACHE_CONTROL = 'no-cache';
