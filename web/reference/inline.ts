import { type Html, html } from '../markup.ts';

/** A text of the document, whose only marks are backticks. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
