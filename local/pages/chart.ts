import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import { type Html, html } from '../../web/markup.ts';

/** The colours of the page: its background and its text. */
const LIGHT = { bg: '#ffffff', fg: '#06231f' };
const DARK = { bg: '#121212', fg: '#f2f2f2' };

/**
 * Draws a chart that a document contains as Mermaid code, as a picture in the colours of the page. Its arrows are its alternative text.
 * @returns `undefined` for code that the library does not draw
 */
export function chartOf(code: string): Html | undefined {
  try {
    return html`<picture><source srcset="${pictureOf(code, DARK)}" media="(prefers-color-scheme: dark)"><img src="${pictureOf(code, LIGHT)}" alt="${arrowsOf(code)}"></picture>`;
  } catch {
    return undefined;
  }
}

const pictureOf = (code: string, colors: typeof LIGHT): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderMermaidSVG(code, colors)).toString('base64')}`;

function arrowsOf(code: string): string {
  const { nodes, edges } = parseMermaid(code);
  const nameOf = (id: string) => nodes.get(id)?.label || 'start';
  return edges
    .map(({ source, target, label }) => {
      const arrow = `${nameOf(source)} to ${nameOf(target)}`;
      return label ? `${arrow}, ${label}` : arrow;
    })
    .join('; ');
}
