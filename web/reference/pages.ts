import { anchorLink, type DocumentPage, sideLinks, type Tab } from '../documents/frame.ts';
import { sampleBox } from '../documents/samples.ts';
import { stackedTable } from '../documents/tables.ts';
import { type Html, html } from '../markup.ts';
import { addressOfArea, addressOfCode, REFERENCE } from './addresses.ts';
import {
  type Area,
  areasOf,
  type OpenApiDocument,
  type Operation,
  type Schema,
  type Success,
  schemasOf,
} from './document.ts';
import { breakable, cellsOf, type Field, fieldReader } from './fields.ts';
import { inline } from './inline.ts';
import { curlOf, sampleRequest, typescriptOf } from './samples.ts';

/** How the reference differs between a stage and `npm start`. */
export interface ReferenceSite {
  /** The bar of all its pages. */
  readonly where: DocumentPage['where'];
  readonly tabs: readonly Tab[];
  /** The origin of the platform in samples. */
  readonly origin: string;
  /** Whether the samples can be sent from the page. */
  readonly sends: boolean;
}

const FIELD_COLUMNS = ['Field', 'Type', 'Meaning'];
const PARAMETERS = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers of the request'],
] as const;

/**
 * The pages of the reference by their addresses: one for each area, the first one with all of them, and the table of refusals.
 * @param refusals the rendered table of all codes
 */
export function referencePages(
  document: OpenApiDocument,
  refusals: { readonly title: string; readonly heading: Html; readonly body: Html },
  site: ReferenceSite,
): ReadonlyMap<string, DocumentPage> {
  const areas = areasOf(document);
  const page = (title: string, open: string, content: Html): DocumentPage => ({
    title: `${title} · Sihat API reference`,
    where: site.where,
    tabs: site.tabs,
    open: REFERENCE,
    main: html`<main class="docs reference">${sideOf(areas, open)}<div class="text" id="work">${content}</div></main>`,
    ...(site.sends && { scripts: ['send'] }),
  });
  const search = searchForm(areas);
  return new Map([
    [`${REFERENCE}/index.html`, page('Overview', 'index', overview(document, areas, search))],
    ...areas.map(
      (area) =>
        [
          addressOfArea(area.name),
          page(area.title, area.name, areaContent(document, area, site, search)),
        ] as const,
    ),
    [
      addressOfArea('refusals'),
      page(
        refusals.title,
        'refusals',
        html`<div class="lead">${refusals.heading}</div>${search}<article>${refusals.body}</article>`,
      ),
    ],
  ]);
}

function sideOf(areas: readonly Area[], open: string): Html {
  const current = (isOpen: boolean) => (isOpen ? html` aria-current="page"` : '');
  const item = (name: string, title: string) =>
    html`<li><a href="${name === 'index' ? REFERENCE : addressOfArea(name)}"${current(name === open)}>${title}</a></li>`;
  const subItem = (id: string, text: string) => html`<li class="sub"><a href="#${id}">${text}</a></li>`;
  return sideLinks(
    'side',
    'Areas and operations',
    html`<h2>Areas</h2><ul>${areas.map(
      ({ name, title, operations }) =>
        html`${item(name, title)}${
          name === open ? [...operations.map(({ id }) => subItem(id, id)), subItem('types', 'Types')] : ''
        }`,
    )}</ul>
<h2>All areas</h2><ul>${item('index', 'Overview')}${item('refusals', 'Refusals')}<li><a href="/v1/openapi.json">OpenAPI document</a></li></ul>`,
  );
}

function searchForm(areas: readonly Area[]): Html {
  const count = areas.reduce((sum, { operations }) => sum + operations.length, 0);
  return html`<form class="find" role="search"><div class="field"><label for="q">Search all ${count} operations, fields and error codes</label>
<div class="searchbox"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2.5" d="M10.5 3a7.5 7.5 0 1 0 .01 0ZM16 16l6 6"/></svg><input id="q" type="search" autocomplete="off" spellcheck="false"></div></div>
<p class="hint" role="status"></p><ol class="found"></ol></form>`;
}

function overview({ info }: OpenApiDocument, areas: readonly Area[], search: Html): Html {
  return html`<div class="lead"><h1>API reference</h1></div>${search}
${areas.map(
  ({ name, title, description, operations }) => html`<section class="area" aria-labelledby="${name}">
<h2 id="${name}"><a href="${addressOfArea(name)}">${title}</a></h2><p>${inline(description)}</p>
${stackedTable(
  ['Operation', 'What it does'],
  operations.map(({ id, summary }) => ({
    cells: [html`<a href="${addressOfArea(name)}#${id}"><code>${breakable(id)}</code></a>`, inline(summary)],
  })),
  { label: `Operations of ${title}`, className: 'operations' },
)}</section>`,
)}
<section class="area conventions" aria-labelledby="conventions"><h2 id="conventions">What all operations share</h2>
${info.description.split('\n\n').map((text) => html`<p>${inline(text)}</p>`)}</section>`;
}

function areaContent(document: OpenApiDocument, area: Area, site: ReferenceSite, search: Html): Html {
  const reader = fieldReader(document);
  return html`<div class="lead"><h1>${area.title}</h1><p>${inline(area.description)}</p></div>${search}
${area.operations.map((operation) => operationSection(operation, reader, site))}
<section class="schemas" aria-labelledby="types"><h2 id="types">Types</h2>
${reader.shownApart(area.operations.flatMap(schemasOf)).map((name) => schemaSection(name, document.components.schemas[name] ?? {}, reader))}</section>`;
}

type Reader = ReturnType<typeof fieldReader>;

function operationSection(operation: Operation, reader: Reader, site: ReferenceSite): Html {
  const { id, method, path, summary, callers, paragraphs, parameters, body, successes, refusals } = operation;
  return html`
<section class="op" aria-labelledby="${id}"><div><h2 id="${id}">${inline(summary)}${anchorLink(id, id)}</h2>
<p class="route"><b>${method}</b><span>${path}</span></p>
<p class="badges"><span class="tag">${id}</span>${callers.map((text) => html`<span class="tag">${text}</span>`)}</p>
${paragraphs.map((text) => html`<p>${inline(text)}</p>`)}
${PARAMETERS.map(([place, title]) => {
  const alike = parameters.filter((parameter) => parameter.in === place);
  const fields = alike.map(({ name, schema, description, required }) => ({
    name,
    type: reader.typeOf(schema),
    isOptional: !required,
    meaning: reader.meaningOf({ ...schema, description }),
  }));
  return fields.length > 0 ? fieldsSection(title, fields) : html``;
})}
${body ? bodySection('Body', body.schema, reader) : ''}
${successes.map((success) => successSection(success, reader))}
<section><h3>Errors</h3>${stackedTable(
    ['Status', 'Code', 'What it says'],
    refusals.map(({ status, code, message }) => ({
      cells: [
        html`${status}`,
        html`<a href="${addressOfCode(code)}"><code>${breakable(code)}</code></a>`,
        html`${message}`,
      ],
    })),
    { label: `Errors of ${id}`, className: 'errors', hasRowHeadings: false },
  )}<p class="hint">A gateway error (404, 413, 429, 500, 503) has only a <code>message</code>.</p></section></div>
${examples(operation, reader, site)}</section>`;
}

function examples(operation: Operation, reader: Reader, { origin, sends }: ReferenceSite): Html {
  const shown = operation.successes.find(({ schema }) => schema);
  const request = sends ? html` data-request="${JSON.stringify(sampleRequest(operation))}"` : '';
  return html`<div class="example"${request}>${sampleBox('curl', curlOf(operation, origin), 'sh')}
${sampleBox('TypeScript', typescriptOf(operation), 'ts')}
${
  shown?.schema
    ? sampleBox(
        titleOf(shown),
        JSON.stringify(shown.example ?? reader.exampleOf(shown.schema), null, 2),
        'json',
      )
    : ''
}</div>`;
}

const titleOf = ({ statuses }: Success): string => `Response ${statuses.join(' or ')}`;

function successSection(success: Success, reader: Reader): Html {
  const title = titleOf(success);
  const headers =
    success.headers.length > 0
      ? html`<p class="hint">Headers: ${success.headers.map(([name, meaning]) => html`<code>${name}</code>: ${inline(meaning)} `)}</p>`
      : '';
  if (success.schema) return html`${bodySection(title, success.schema, reader)}${headers}`;
  return html`<section><h3>${title}</h3><p>${inline(success.description)}.</p></section>`;
}

function bodySection(title: string, schema: Schema, reader: Reader): Html {
  const fields = reader.fieldsOf(schema);
  return fields.length > 0
    ? fieldsSection(title, fields, reader.meaningOf(schema))
    : html`<section><h3>${title}</h3><p>${reader.typeOf(schema)}</p></section>`;
}

const fieldsSection = (title: string, fields: readonly Field[], meaning = ''): Html =>
  html`<section><h3>${title}</h3>${meaning === '' ? '' : html`<p>${inline(meaning)}</p>`}${fieldsTable(title, fields)}</section>`;

const fieldsTable = (label: string, fields: readonly Field[]): Html =>
  stackedTable(
    FIELD_COLUMNS,
    fields.map((field) => ({ cells: cellsOf(field) })),
    { label, className: 'fields' },
  );

function schemaSection(name: string, schema: Schema, reader: Reader): Html {
  const { description, oneOf, discriminator } = schema;
  return html`
<section aria-labelledby="${name}"><h3 id="${name}">${name}${anchorLink(name, name)}</h3>
${description === undefined ? '' : html`<p>${inline(description)}</p>`}
${
  oneOf
    ? html`<p>By <code>${discriminator?.propertyName ?? ''}</code>, one of ${oneOf.map((kind) => html`${reader.typeOf(kind)} `)}</p>`
    : fieldsTable(name, reader.fieldsOf(schema))
}</section>`;
}
