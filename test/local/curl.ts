import { request } from 'node:http';
import { parseArgs } from 'node:util';

/**
 * `curl` on a machine that has none: as much of it as the README and the banner of `npm start` use. Anything else is an
 * error, so that a line that works here works with curl.
 */
const { values, positionals } = parseArgs({
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
  },
  allowPositionals: true,
});
const [url, ...more] = positionals;
const { silent, header = [], data } = values;
if (!silent || !url?.startsWith('http://') || more.length > 0 || data?.startsWith('@'))
  throw new Error(`this curl does not know ${process.argv.slice(2).join(' ')}`);

const headers = new Headers(header.map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*:\s*/, '')]));
if (data !== undefined && !headers.has('content-type'))
  headers.set('content-type', 'application/x-www-form-urlencoded');
request(
  url,
  {
    method: values.request ?? (data === undefined ? 'GET' : 'POST'),
    headers: {
      ...Object.fromEntries(headers),
      ...(data !== undefined && { 'content-length': Buffer.byteLength(data) }),
    },
  },
  (response) => response.pipe(process.stdout),
)
  .on('error', () => process.exit(7))
  .end(data);
