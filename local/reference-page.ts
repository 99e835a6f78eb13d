import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { HandlerAnswer } from './gateway.ts';
import type { Received } from './requests.ts';

/** Serves the API reference under `/docs`: Swagger UI from its npm package, without external resources. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sihat: API reference</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
});
`;

const root = join(import.meta.dirname, '..');
const swagger = (file: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`);

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, readonly [contentType: string, body: () => Promise<string>]>> = {
  '/docs': [HTML, async () => PAGE],
  '/docs/': [HTML, async () => PAGE],
  '/docs/start.js': [SCRIPT, async () => START],
  '/docs/swagger-ui-bundle.js': [SCRIPT, () => readFile(swagger('swagger-ui-bundle.js'), 'utf8')],
  '/docs/swagger-ui.css': ['text/css; charset=utf-8', () => readFile(swagger('swagger-ui.css'), 'utf8')],
  '/docs/openapi.json': ['application/json', ownDocument],
};

/** The OpenAPI document with this server as its only server. */
async function ownDocument(): Promise<string> {
  const document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'));
  return JSON.stringify({ ...document, servers: [{ url: '/' }] });
}

/** Swagger UI needs inline styles and data URLs for images. Everything else comes from this server. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
};

export async function referencePage({ method, path }: Received): Promise<HandlerAnswer | undefined> {
  const file = method === 'GET' ? files[path] : undefined;
  if (!file) return undefined;
  const [contentType, body] = file;
  return { statusCode: 200, headers: { ...HEADERS, 'content-type': contentType }, body: await body() };
}
