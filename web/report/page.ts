import { html, trusted } from '../markup.ts';
import type { RenderedReport } from './report.ts';

/** Nothing runs in the page of a report, and it loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** A report as one HTML document. */
export function page({ language, title, styles, body }: RenderedReport): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><link rel="icon" href="data:,"><title>${title}</title><style>
body{margin:0}
${trusted(styles)}</style></head><body><main>
${trusted(body)}
</main></body></html>
`.markup;
}
