import { type Html, html } from '../markup.ts';

/**
 * The frame of the pages that are read: the API reference, and at `npm start` the guide and the landing page. Their style and their script
 * are files of the reference.
 */

export interface Tab {
  readonly text: string;
  /** The end of the text, which narrow screens leave out. */
  readonly rest?: string;
  readonly address: string;
  /** A page with another frame opens in a tab of the browser. */
  readonly isApart?: true;
}

export interface DocumentPage {
  readonly title: string;
  /** The two lines of the bar. */
  readonly where: readonly [name: string, line: string];
  readonly tabs: readonly Tab[];
  /** The address of the tab that is open. */
  readonly open: string;
  /** The element `main`. The text in it has the id `work`. */
  readonly main: Html;
  /** Further scripts. */
  readonly scripts?: readonly string[];
}

export const DOCUMENT_ASSETS = '/docs/assets/';

const ELSEWHERE = html`<svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2.5" d="M14 3h7v7M21 3 10 14M18 14v7H3V6h7"/></svg>`;

/** @returns the markup of the whole page */
export function documentPage({ title, where, tabs, open, main, scripts = [] }: DocumentPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${DOCUMENT_ASSETS}documents.css">
<noscript><link rel="stylesheet" href="${DOCUMENT_ASSETS}no-script.css"></noscript>
${['documents', ...scripts].map((name) => html`<script type="module" src="${DOCUMENT_ASSETS}${name}.js"></script>`)}
</head>
<body>
<a class="skip" href="#work">Skip to the text</a>
<header class="bar"><p class="where"><b>${where[0]}</b><span>${where[1]}</span></p></header>
<nav class="tabs" aria-label="Pages"><ul>${tabs.map((tab) => tabItem(tab, tab.address === open))}</ul></nav>
${main}
</body>
</html>
`.markup;
}

function tabItem({ text, rest, address, isApart }: Tab, isOpen: boolean): Html {
  const name = rest ? html`<span>${text}<span class="wide-only"> ${rest}</span></span>` : html`${text}`;
  if (isApart)
    return html`<li><a href="${address}" target="_blank">${name}<span class="wide-only">${ELSEWHERE}</span><span class="unseen"> in a new tab</span></a></li>`;
  return isOpen
    ? html`<li><a href="${address}" aria-current="page">${name}</a></li>`
    : html`<li><a href="${address}">${name}</a></li>`;
}

/**
 * Links beside the text. On narrow screens they stand above it, and `details` folds them. They are outside of that element, so that the
 * stylesheet can show them on wide screens without a script.
 */
export const sideLinks = (className: 'side' | 'toc', name: string, content: Html | readonly Html[]): Html =>
  html`<nav class="${className}" aria-label="${name}"><details><summary>${name}</summary></details><div>${content}</div></nav>`;

/** The mark behind a heading, which is a link to it. */
export const anchorLink = (id: string, name: string): Html =>
  html`<a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a>`;
