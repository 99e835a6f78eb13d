import { type RenderedDocument, renderedDocument } from '../documents/markdown.ts';
import { addressesOfOperations } from './addresses.ts';
import type { OpenApiDocument } from './document.ts';

/**
 * Renders the table of refusals, in which each code has an anchor and each operation leads to its place.
 * @param markdown `docs/refusals.md`
 */
export function renderedRefusals(
  markdown: string,
  document: OpenApiDocument,
  addressOf: (target: string) => string,
): RenderedDocument {
  const addresses = addressesOfOperations(document);
  return renderedDocument(markdown, {
    addressOf,
    pictureOf: (address) => ({ address, width: 0, height: 0 }),
    meaningOf: (code) => addresses.get(code),
    rowIdOf: (cell) => cell.replaceAll('`', ''),
  });
}
