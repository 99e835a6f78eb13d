/** Builds HTML from templates. Pages on Node.js and in a browser use it, so it needs neither a DOM nor Node.js. */

/** Markup that needs no escaping. Only `html` and `trusted` make it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters, and characters that change the direction of text, which make a text look like another one. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A text as markup, in an element or in an attribute with double quotes. */
export const escaped = (text: string): string =>
  text.replace(INVISIBLE, '\ufffd').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Takes a text of the program as markup as it is. Never pass it a text of a person. */
export const trusted = (markup: string): Html => new Html(markup);

const markupOf = (value: Value): string =>
  value instanceof Html
    ? value.markup
    : typeof value === 'object'
      ? value.map(({ markup }) => markup).join('')
      : escaped(String(value));

/** A template in which all values are escaped, except markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return trusted(parts.reduce((before, part, n) => before + markupOf(values[n - 1] ?? '') + part));
}
