import { type Html, html, trusted } from '../../web/markup.ts';

/** The frame of the pages that only the local platform serves. */

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: break-word; }
  h1 { margin-bottom: 0; } h2 { margin-top: 2rem; }
  img { max-width: 100%; height: auto; }
  nav ul { columns: 16rem; }
  figure { margin: 1rem 0; overflow-x: auto; }
  /* A wide table scrolls in its own box. */
  table { display: block; width: max-content; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
  th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; }
  code, pre { font: .85rem/1.4 ui-monospace, monospace; }
  pre { overflow-x: auto; padding: .6rem; background: #8881; border-radius: .4rem; }
  button { font: inherit; cursor: pointer; white-space: nowrap; }
`;

/** A whole page. Its scripts and styles are its own, so that it works without a network. */
export function page(
  title: string,
  body: Html,
  script = '',
): { headers: Record<string, string>; body: string } {
  const nonce = crypto.randomUUID();
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${trusted(STYLE)}</style>
</head>
<body>
${body}
<script nonce="${nonce}">${trusted(script)}</script>
</body>
</html>
`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: document.markup,
  };
}
