import { Marked, Parser, type Tokens } from 'marked';
import { type Html, html, trusted } from '../../web/markup.ts';
import { chartOf } from './chart.ts';

/** A page with at least this many sections has a list of contents. */
const SECTIONS_OF_CONTENTS = 4;

/**
 * Renders a document as GitHub does, with a list of its sections below the title.
 * @param hrefOf returns the address to which a link or an image of the document leads
 */
export function renderedDocument(markdown: string, hrefOf: (target: string) => string): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ lang, text }) => lang === 'mermaid' && chartFigure(text).markup,
    },
  });
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') token.href = hrefOf(token.href);
  });
  const sections = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const afterTitle = tokens.findIndex(({ type }) => type === 'heading') + 1;
  return html`${trusted(marked.parser(tokens.slice(0, afterTitle)))}
${contents(sections.filter(({ depth }) => depth === 2))}
${trusted(marked.parser(tokens.slice(afterTitle)))}`;
}

/**
 * Returns the anchor of a heading by GitHub's rule. Every heading of a document must be different.
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links
 * @param heading the text in Markdown, without links
 */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function contents(sections: readonly Tokens.Heading[]): readonly Html[] {
  if (sections.length < SECTIONS_OF_CONTENTS) return [];
  const items = sections.map(
    ({ text, tokens }) =>
      html`<li><a href="#${anchorOf(text)}">${trusted(Parser.parseInline(tokens))}</a></li>`,
  );
  return [html`<nav aria-label="Contents"><ul>${items}</ul></nav>`];
}

function chartFigure(code: string): Html {
  const chart = chartOf(code);
  return chart
    ? html`<figure>${chart}</figure>`
    : html`<figure><pre>${code}</pre><figcaption>The code of a chart in Mermaid, which GitHub draws</figcaption></figure>`;
}
