import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';
import { PAGE_LANGUAGES, type PageLanguage } from '../shared/values/languages.ts';

/** A built file of the pages, which CloudFront's bucket and the local server serve. */
export interface PageFile {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** Built files by path. */
export type Files = ReadonlyMap<string, PageFile>;

/** Addresses that differ between stages. */
export interface PageSettings {
  /** The address in the QR code, with `{code}`. By default the page `/join/<code>` of the same origin. */
  readonly joinUrl?: `https://${string}{code}${string}`;
  /** Where visitors get the app. */
  readonly appUrl?: `https://${string}`;
  /** The apps that open the links of exhibitions and invitations in place of the pages. */
  readonly apps?: {
    /** The team and the bundle of each app for iOS, such as ABCDE12345.my.sihat.app. */
    readonly ios?: readonly `${string}.${string}`[];
    /** The package of each app for Android, and the SHA-256 fingerprints of its certificates, such as 14:6D:E9:…. */
    readonly android?: readonly { readonly package: string; readonly fingerprints: readonly string[] }[];
  };
}

/** The oldest browsers in which the pages work. The syntax is lowered to them; `web/too-old.js` asks for their features. */
export const FLOOR = ['chrome87', 'safari15.4'];

export const HTML = 'text/html; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const JSON_TYPE = 'application/json';
export const SCRIPT = 'text/javascript; charset=utf-8';

/** Replaces `{name}` in the HTML by an escaped value. */
export function filled(html: string, values: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`"{${name}}"`, () => `"${escaped(value)}"`),
    html,
  );
}

/** Adds what a browser without scripts shows, in every language because it cannot choose one. */
export function withNoScript(html: string, words: Readonly<Record<PageLanguage, string>>): string {
  const texts = PAGE_LANGUAGES.map((language) => `<p lang="${language}">${words[language]}</p>`);
  return html.replace('<noscript>', () => `<noscript>${texts.join('')}`);
}

/** The script that each page runs first. @returns the file of a page by its path */
export async function tooOldFile(assets: string): Promise<readonly [path: string, file: PageFile]> {
  const source = await readFile(join(import.meta.dirname, 'too-old.js'), 'utf8');
  const { code } = await transform(source, { minify: true, target: 'es5', charset: 'utf8' });
  return [`${assets}too-old.js`, { contentType: SCRIPT, body: code }];
}

/** Bundles a script or a stylesheet for browsers. */
export async function bundled(file: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    target: FLOOR,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles?.[0]?.text ?? '';
}

/**
 * Builds a page that phones open: its document, style and script are in the folder of its name. The keys are paths.
 * @param noScript says in each language that the page needs scripts.
 */
export async function phonePage(
  name: 'join' | 'invitation',
  { appUrl = '' }: { readonly appUrl?: string },
  noScript: Readonly<Record<PageLanguage, string>>,
): Promise<Files> {
  const source = join(import.meta.dirname, name);
  const assets = `/${name}/assets/`;
  const [html, css, script, tooOld] = await Promise.all([
    readFile(`${source}/index.html`, 'utf8'),
    bundled(`${source}/${name}.css`, { external: ['*.woff2'] }),
    bundled(`${source}/${name}.ts`),
    tooOldFile(assets),
  ]);
  return new Map([
    [`/${name}/index.html`, { contentType: HTML, body: withNoScript(filled(html, { appUrl }), noScript) }],
    [`${assets}${name}.css`, { contentType: CSS, body: css }],
    [`${assets}${name}.js`, { contentType: SCRIPT, body: script }],
    tooOld,
  ]);
}
