import { request } from 'node:http';
import { parseArgs } from 'node:util';

/**
 * A replacement for `curl` on machines without it. It supports only what the README and the banner of `npm start` use, and
 * rejects everything else, so that a line that works here works with curl.
 */
const { values, positionals } = parseArgs({
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    'write-out': { type: 'string', short: 'w' },
  },
  allowPositionals: true,
});
const [url, ...more] = positionals;
const { silent, header = [], data, 'write-out': after = '' } = values;
if (
  !silent ||
  !url?.startsWith('http://') ||
  more.length > 0 ||
  data?.startsWith('@') ||
  !/^(%\{http_code\})?$/.test(after)
)
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
  (response) =>
    response
      .on('end', () => process.stdout.write(after && String(response.statusCode)))
      .pipe(process.stdout, { end: false }),
)
  .on('error', () => process.exit(7))
  .end(data);
