import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import { type Html, html } from '../markup.ts';

/** The colours of the page: its background and its text. */
const LIGHT = { bg: '#ffffff', fg: '#06231f' };
const DARK = { bg: '#0a1f1c', fg: '#fff4df' };

/**
 * Draws a chart that a document contains as Mermaid code, as a picture in the colours of the page. Its arrows are its alternative text.
 * @returns `undefined` for code that the library does not draw
 */
export function chartOf(code: string): Html | undefined {
  try {
    const light = renderMermaidSVG(code, LIGHT);
    const [width, height] = (SIZE.exec(light) ?? []).slice(1).map((length) => Math.round(Number(length)));
    if (!width || !height) return undefined;
    return html`<picture><source srcset="${addressOf(renderMermaidSVG(code, DARK))}" media="(prefers-color-scheme: dark)"><img src="${addressOf(light)}" alt="${arrowsOf(code)}" width="${width}" height="${height}"></picture>`;
  } catch {
    return undefined;
  }
}

const SIZE = /<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"/;

const addressOf = (picture: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;

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
