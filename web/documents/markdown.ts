import { Marked, type Tokens } from 'marked';
import { type Html, html, trusted } from '../markup.ts';
import { chartOf } from './chart.ts';
import { anchorLink } from './frame.ts';
import { sampleBox, sampleTitle } from './samples.ts';
import { stackedTable } from './tables.ts';

export interface Picture {
  readonly address: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a document leads to. */
export interface Targets {
  /** The address of a link. */
  readonly addressOf: (target: string) => string;
  readonly pictureOf: (target: string) => Picture;
  /** The address of what a text in code font names, such as an operation. */
  readonly meaningOf: (code: string) => string | undefined;
  /** The anchor of a row of a table by its first cell. */
  readonly rowIdOf?: (cell: string) => string | undefined;
}

export interface Section {
  readonly id: string;
  readonly title: Html;
}

export interface RenderedDocument {
  readonly title: string;
  /** The title as the heading of the page. */
  readonly heading: Html;
  readonly body: Html;
  /** The headings below the title. */
  readonly sections: readonly Section[];
}

/** Renders a document in the style of the family, with the anchors that GitHub gives to its headings. */
export function renderedDocument(markdown: string, targets: Targets): RenderedDocument {
  const sections: Section[] = [];
  let isInLink = false;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const title = trusted(this.parser.parseInline(tokens));
        const id = anchorOf(text);
        if (depth === 1) return html`<h1 id="${id}">${title}</h1>\n`.markup;
        if (depth === 2) sections.push({ id, title: trusted(withoutLinks(title.markup)) });
        const heading = html`${title}${anchorLink(id, text.replaceAll('`', ''))}`;
        return `<h${depth} id="${id}">${heading.markup}</h${depth}>\n`;
      },
      code: ({ lang = '', text }) =>
        lang === 'mermaid' ? chartFigure(text).markup : sampleBox(sampleTitle(lang), text, lang).markup,
      codespan({ text }) {
        const address = isInLink ? undefined : targets.meaningOf(text);
        const code = html`<code>${text}</code>`;
        return (address === undefined ? code : html`<a href="${address}">${code}</a>`).markup;
      },
      link({ href, tokens }) {
        isInLink = true;
        const text = trusted(this.parser.parseInline(tokens));
        isInLink = false;
        return html`<a href="${targets.addressOf(href)}">${text}</a>`.markup;
      },
      image({ href, text }) {
        const { address, width, height } = targets.pictureOf(href);
        return html`<img src="${address}" alt="${text}" width="${width}" height="${height}" loading="lazy">`
          .markup;
      },
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
      table({ header, rows }) {
        if (rows.every((cells) => cells.every(isPicture)))
          return html`<div class="pictures">${rows.flatMap((cells) =>
            cells.map(
              ({ tokens }, n) =>
                html`<figure>${trusted(this.parser.parseInline(tokens))}<figcaption>${header[n]?.text ?? ''}</figcaption></figure>`,
            ),
          )}</div>`.markup;
        const cellOf = ({ tokens }: Tokens.TableCell) => trusted(this.parser.parseInline(tokens));
        return stackedTable(
          header.map(({ text }) => text),
          rows.map((cells) => {
            const id = targets.rowIdOf?.(cells[0]?.text ?? '');
            return { cells: cells.map(cellOf), ...(id && { id }) };
          }),
        ).markup;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  const others = tokens.filter((token) => token !== title);
  return {
    title: title?.text ?? '',
    heading: trusted(title ? marked.parser([title]) : ''),
    body: trusted(marked.parser(others)),
    sections,
  };
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

/** Whether a cell has nothing but a picture. */
const isPicture = ({ tokens }: Tokens.TableCell): boolean =>
  tokens.length > 0 && tokens.every(({ type }) => type === 'image');

const withoutLinks = (markup: string): string => markup.replaceAll(/<\/?a\b[^>]*>/g, '');

function chartFigure(code: string): Html {
  const chart = chartOf(code);
  return chart
    ? html`<figure>${chart}</figure>`
    : html`<figure><pre tabindex="0">${code}</pre><figcaption>The code of a chart in Mermaid, which GitHub draws</figcaption></figure>`;
}
