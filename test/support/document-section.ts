/** A section of a Markdown document: its heading of the second level, and everything up to the next one. */

const HEADING = '\n## ';

/** Finds a section with its heading, without blank lines around it; `undefined` if there is none. */
export function sectionOf(document: string, heading: string): string | undefined {
  return sectionsOf(document)
    .find((section) => section.startsWith(`## ${heading}\n`))
    ?.trim();
}

/** Replaces a section of a document, or adds it at the end. @param body has no heading. */
export function withSection(document: string, heading: string, body: string): string {
  const section = `## ${heading}\n\n${body.trim()}\n`;
  const others = sectionsOf(document);
  const at = others.findIndex((other) => other.startsWith(`## ${heading}\n`));
  if (at < 0) return `${document.trimEnd()}\n\n${section}`;
  return `${others
    .with(at, section)
    .map((part) => part.trim())
    .join('\n\n')}\n`;
}

const sectionsOf = (document: string): string[] =>
  document.split(HEADING).map((part, n) => (n === 0 ? part : `## ${part}`));
