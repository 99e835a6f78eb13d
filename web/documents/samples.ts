import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { type Html, html, trusted } from '../markup.ts';

hljs.registerLanguage('sh', bash);
hljs.registerLanguage('json', json);
hljs.registerLanguage('ts', typescript);

/** Names of the languages in which documents have samples. */
const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  bash: 'Shell',
  ts: 'TypeScript',
  json: 'JSON',
  http: 'HTTP',
  swift: 'Swift',
  kotlin: 'Kotlin',
};

/** The title of a sample that has no other one. */
export const sampleTitle = (language = ''): string => NAMES[language] ?? 'Text';

/** A sample to read and to copy. It can be focused, because a long line may have to be scrolled. */
export function sampleBox(title: string, code: string, language = ''): Html {
  return html`<div class="sample"><p><span>${title}</span>${copyButton('Copy', title)}</p><pre tabindex="0" aria-label="${title}">${highlighted(code, language)}</pre></div>`;
}

/**
 * A button that copies the sample in its box, or a text of its own.
 * @param what tells the buttons of a page apart for people who do not see what is around them
 */
export const copyButton = (label: string, what: string, text?: string): Html =>
  text === undefined
    ? html`<button class="button" type="button" data-copy>${label}<span class="unseen">: ${what}</span></button>`
    : html`<button class="button" type="button" data-copy="${text}">${label}<span class="unseen">: ${what}</span></button>`;

const highlighted = (code: string, language: string): Html =>
  hljs.getLanguage(language) === undefined
    ? html`${code}`
    : trusted(hljs.highlight(code, { language }).value);
