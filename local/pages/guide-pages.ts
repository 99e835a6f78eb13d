import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { Clock } from '../../shared/values/clock.ts';
import { sideLinks } from '../../web/documents/frame.ts';
import type { Picture } from '../../web/documents/markdown.ts';
import { type Html, html } from '../../web/markup.ts';
import { addressesOfReference } from '../../web/reference/addresses.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import { originOf, type Received } from '../http/requests.ts';
import { page } from './html.ts';

/** Serves the documents of the project under `/guide/`, so that they can be read without an editor. */
const ROOT = join(import.meta.dirname, '../..');
const START = 'README.md';
const DOCUMENT =
  /^([A-Z]+|docs\/[\w/-]+|test\/aws-emulator\/README|web\/client\/[A-Z]+|\.github\/pull_request_template)\.md$/;

/** The other files to which documents lead, with their types. */
const FILES: readonly (readonly [name: RegExp, contentType: string])[] = [
  [/^docs\/[\w/-]+\.png$/, 'image/png'],
  [/^docs\/[\w/-]+\.svg$/, 'image/svg+xml'],
  [/^LICENSE$/, 'text/plain; charset=utf-8'],
  [/^openapi\.json$/, 'application/json'],
];

/** The documents in the list at the side. The architecture lists the decisions. */
const LISTED: Readonly<Record<string, readonly (readonly [name: string, title: string])[]>> = {
  Begin: [
    [START, 'Read me'],
    ['docs/api.md', 'API conventions'],
    ['docs/refusals.md', 'Refusals'],
    ['web/client/README.md', 'The client package'],
    ['docs/desk.md', 'The desk'],
    ['docs/display.md', 'The display'],
  ],
  'Run it': [
    ['docs/administration.md', 'Administration'],
    ['docs/operations/deploying.md', 'Deploying'],
    ['docs/operations/runbook.md', 'Runbook'],
    ['docs/operations/restoring.md', 'Restoring'],
    ['docs/operations/cost.md', 'Cost'],
    ['docs/reliability.md', 'Reliability'],
    ['docs/performance.md', 'Performance'],
    ['docs/privacy.md', 'Privacy'],
    ['docs/visibility.md', 'Visibility'],
    ['SECURITY.md', 'Security policy'],
  ],
  'Change it': [
    ['docs/architecture.md', 'Architecture'],
    ['docs/data-model.md', 'Data model'],
    ['docs/testing.md', 'Testing'],
    ['CONTRIBUTING.md', 'Contributing'],
    ['CHANGELOG.md', 'Changelog'],
  ],
};

/** The address of a local platform in the documents. Pages show the one at which they were requested instead. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:3000';

export function guidePages(clock: Pick<Clock, 'now'>) {
  return async (request: Received): Promise<HandlerAnswer | undefined> => {
    const { method, path } = request;
    if (method !== 'GET' || !path.startsWith('/guide')) return undefined;
    const name = path.replace(/^\/guide\/?/, '') || START;
    const [, contentType] = FILES.find(([pattern]) => pattern.test(name)) ?? [];
    const isDocument = DOCUMENT.test(name);
    if (!isDocument && !contentType) return undefined;
    const file = await readFile(join(ROOT, name)).catch(() => undefined);
    if (!file) return undefined;
    if (contentType)
      return {
        statusCode: 200,
        headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' },
        body: file.toString('base64'),
        isBase64Encoded: true,
      };
    const markdown = file.toString('utf8').replaceAll(DOCUMENTED_ORIGIN, originOf(request));
    const { title, main } = await rendered(name, markdown);
    return {
      statusCode: 200,
      ...page({ title: `${title} · Sihat guide`, open: '/guide/', now: clock.now(), main }),
    };
  };
}

/** The addresses of operations and codes, which all documents share. */
let addresses: ReturnType<typeof readAddresses> | undefined;
const readAddresses = async () =>
  addressesOfReference(JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')));

/** The libraries are loaded when somebody reads a document, so that the platform starts faster. */
async function rendered(name: string, markdown: string): Promise<{ title: string; main: Html }> {
  const [{ renderedDocument }, { imageSize }] = await Promise.all([
    import('../../web/documents/markdown.ts'),
    import('image-size'),
  ]);
  const pictureOf = (target: string): Picture => {
    const { width, height } = imageSize(readFileSync(join(ROOT, dirname(name), target)));
    return { address: addressOf(target, name), width, height };
  };
  addresses ??= readAddresses();
  const known = await addresses;
  const { title, heading, body, sections } = renderedDocument(markdown, {
    addressOf: (target) => addressOf(target, name),
    pictureOf,
    meaningOf: (code) => known.get(code),
  });
  const lists = Object.entries(LISTED).map(
    ([heading, documents]) =>
      html`<h2>${heading}</h2><ul>${documents.map(
        ([document, shown]) =>
          html`<li><a href="/guide/${document === START ? '' : document}"${document === name ? html` aria-current="page"` : ''}>${shown}</a></li>`,
      )}</ul>`,
  );
  const contents = html`<h2>On this page</h2><ul>${sections.map(
    (section) => html`<li><a href="#${section.id}">${section.title}</a></li>`,
  )}</ul>`;
  const main = html`<main class="docs guide">${sideLinks('side', 'All documents', lists)}
${sections.length > 0 ? sideLinks('toc', 'On this page', contents) : ''}<article id="work">${heading}${body}</article></main>`;
  return { title, main };
}

/** The address of what a document links to. The targets of relative links are also under `/guide/`. */
const addressOf = (target: string, name: string): string =>
  /^([a-z]+:|#|\/)/.test(target) ? target : `/guide/${posix.join(dirname(name), target)}`;
