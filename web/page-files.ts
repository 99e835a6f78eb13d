import { readFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';
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
}

export const HTML = 'text/html; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
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
export function withNoScript(html: string, textIn: (language: PageLanguage) => string): string {
  const texts = PAGE_LANGUAGES.map((language) => `<p lang="${language}">${textIn(language)}</p>`);
  return html.replace('<noscript>', () => `<noscript>${texts.join('')}`);
}

/**
 * Packs a page's `words.json` without the notes for translators and without `noScript…`, the texts for browsers that run no scripts,
 * and with the tags of the languages once.
 */
const packedWords: Plugin = {
  name: 'packed-words',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]words\.json$/ }, async ({ path }) => {
      const words: Record<string, Record<string, string>> = JSON.parse(await readFile(path, 'utf8'));
      const texts = Object.entries(words)
        .filter(([name]) => !name.startsWith('noScript'))
        .map(([name, text]) => [name, ...PAGE_LANGUAGES.map((language) => text[language])]);
      const unpacked = `([name, ...texts]) => [name, Object.fromEntries(languages.map((tag, n) => [tag, texts[n]]))]`;
      return {
        contents: `const languages = ${JSON.stringify(PAGE_LANGUAGES)};
          export default Object.fromEntries(${JSON.stringify(texts)}.map(${unpacked}));`,
      };
    });
  },
};

/** Bundles a script or a stylesheet for browsers. */
export async function bundled(file: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    plugins: [packedWords],
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles?.[0]?.text ?? '';
}
