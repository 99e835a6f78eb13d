import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tab } from './documents/frame.ts';
import { bundled, CSS, type Files, HTML, JSON_TYPE, type PageFile, SCRIPT } from './page-files.ts';
import type { OpenApiDocument } from './reference/document.ts';
import type { ReferenceSite } from './reference/pages.ts';

/**
 * The API reference: static pages, built from the OpenAPI document and the table of refusals. The deployed pages are only for reading.
 * Those of a local platform also send requests, in the name of a demo person.
 */
export type ReferenceKind = 'deployed' | 'local';

const ROOT = join(import.meta.dirname, '..');
const SCRIPTS = join(import.meta.dirname, 'documents/browser');

/** The addresses of the documents to which the table of refusals links. A stage serves no documents, but its overview has the conventions. */
const addressOfDocument = {
  local: (target) => `/guide/docs/${target}`,
  deployed: () => '/docs#conventions',
} as const satisfies Record<ReferenceKind, (target: string) => string>;

/** Where the document is, as a static file. */
const DOCUMENT = '/v1/openapi.json';

/** The tabs of a local platform. */
export const LOCAL_TABS: readonly Tab[] = [
  { text: 'Start', address: '/' },
  { text: 'Guide', address: '/guide/' },
  { text: 'API', rest: 'reference', address: '/docs' },
  { text: 'Desk', address: '/desk', isApart: true },
  { text: 'Demo phone', address: '/local/phone', isApart: true },
];
const DEPLOYED_TABS: readonly Tab[] = [
  { text: 'API', rest: 'reference', address: '/docs' },
  { text: 'Desk', address: '/desk', isApart: true },
];

/** Builds the pages. The keys are paths. */
export async function referencePage(kind: ReferenceKind): Promise<Files> {
  const text = (path: string) => readFile(join(ROOT, path), 'utf8');
  // The libraries that render documents are loaded when somebody reads them, so that a local platform starts faster.
  const [{ documentPage, DOCUMENT_ASSETS }, { renderedRefusals }, { referencePages }, { searchIndex }] =
    await Promise.all([
      import('./documents/frame.ts'),
      import('./reference/refusals.ts'),
      import('./reference/pages.ts'),
      import('./reference/search-index.ts'),
    ]);
  const [source, refusals, css, noScriptCss, ...scripts] = await Promise.all([
    text('openapi.json'),
    text('docs/refusals.md'),
    bundled(join(import.meta.dirname, 'documents/documents.css'), { external: ['*.woff2'] }),
    bundled(join(import.meta.dirname, 'documents/no-script.css')),
    ...scriptNames(kind).map(
      async (name): Promise<[string, PageFile]> => [
        `${DOCUMENT_ASSETS}${name}.js`,
        { contentType: SCRIPT, body: await bundled(join(SCRIPTS, `${name}.ts`)) },
      ],
    ),
  ]);
  const document: OpenApiDocument = JSON.parse(source);
  const pages = referencePages(
    document,
    renderedRefusals(refusals, document, addressOfDocument[kind]),
    siteOf(kind, document),
  );
  const json = (value: unknown): PageFile => ({ contentType: JSON_TYPE, body: JSON.stringify(value) });
  return new Map([
    ...[...pages].map(([path, page]) => [path, { contentType: HTML, body: documentPage(page) }] as const),
    [`${DOCUMENT_ASSETS}documents.css`, { contentType: CSS, body: css }],
    [`${DOCUMENT_ASSETS}no-script.css`, { contentType: CSS, body: noScriptCss }],
    ...scripts,
    [`${DOCUMENT_ASSETS}search.json`, json(searchIndex(document))],
    [DOCUMENT, json(published(document, kind))],
  ]);
}

const scriptNames = (kind: ReferenceKind) => [
  'documents',
  'search',
  ...(kind === 'local' ? (['send'] as const) : []),
];

function siteOf(kind: ReferenceKind, { info, servers }: OpenApiDocument): ReferenceSite {
  const isLocal = kind === 'local';
  const server = servers.find(({ url }) => url.startsWith(isLocal ? 'http:' : 'https:'));
  return {
    where: [isLocal ? 'Sihat on this machine' : 'Sihat', `API version ${info.version}`],
    tabs: isLocal ? LOCAL_TABS : DEPLOYED_TABS,
    origin: server?.url ?? '',
    sends: isLocal,
  };
}

/** The published document has no local server, and that of a local platform no other one. */
function published(document: OpenApiDocument, kind: ReferenceKind): OpenApiDocument {
  const servers =
    kind === 'local' ? [{ url: '/' }] : document.servers.filter(({ url }) => url.startsWith('https:'));
  return { ...document, servers };
}
