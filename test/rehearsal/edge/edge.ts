import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { runInNewContext } from 'node:vm';
import * as z from 'zod/mini';
import type { Usage } from '../services/principals.ts';
import type { Bucket } from './bucket.ts';
import type { Behaviour, Distribution } from './distribution.ts';

/**
 * CloudFront in front of the API and the bucket, as its distribution says. It holds nothing: what a cache would answer is
 * what its origin would. Neither the firewall nor TLS is played.
 */
export interface Edge {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface EdgeOptions {
  readonly port: number;
  readonly distribution: Distribution;
  readonly buckets: readonly Bucket[];
  /** Where the API is, and the names that it answers to. */
  readonly api: { readonly url: string; readonly names: readonly string[] };
  readonly usage: Usage;
}

interface Viewed {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Of one connection alone. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'upgrade'];
const Rewritten = z.object({ uri: z.string() });

export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const server = createServer((incoming, response) => {
    respond(incoming, response, options).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: EdgeOptions,
): Promise<void> {
  const viewed = await read(incoming);
  const { status, headers, body } = await answerTo(viewed, options);
  for (const name of HOP_BY_HOP) headers.delete(name);
  response.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length });
  response.end(viewed.method === 'HEAD' ? undefined : body);
}

async function read(incoming: IncomingMessage): Promise<Viewed> {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const [path = '/', ...query] = url.split('?');
  const headers = new Headers(
    Object.entries(headersDistinct)
      .filter(([name]) => !HOP_BY_HOP.includes(name))
      .map(([name, values = []]): [string, string] => [name, values.join(', ')]),
  );
  return { method, path, query: query.join('?'), headers, body: Buffer.concat(chunks) };
}

async function answerTo(viewed: Viewed, options: EdgeOptions): Promise<Answered> {
  // What belongs to this machine lies outside of everything that is deployed.
  if (viewed.path.startsWith('/local/')) return ask(options.api.url, viewed);
  const { method, headers } = viewed;
  const behaviour = options.distribution.behaviourOf(viewed.path);
  const answered = behaviour.methods.includes(method)
    ? await fromOrigin(rewritten(viewed, behaviour), behaviour, options)
    : refusal(403);
  behaviour.responsePolicy(answered.headers, { method, origin: headers.get('origin') ?? undefined });
  answered.headers.set('via', '1.1 rehearsal.cloudfront.net (CloudFront)');
  answered.headers.set('x-cache', 'Miss from cloudfront');
  return unlessKnown(answered, headers.get('if-none-match'));
}

function rewritten(viewed: Viewed, { viewerRequest }: Behaviour): Viewed {
  if (viewerRequest === undefined) return viewed;
  const { method, path } = viewed;
  const event = JSON.stringify({
    version: '1.0',
    context: { eventType: 'viewer-request' },
    request: { method, uri: path, querystring: {}, headers: {}, cookies: {} },
  });
  const { uri } = Rewritten.parse(runInNewContext(`${viewerRequest}\n;handler(${event})`));
  return { ...viewed, path: uri };
}

async function fromOrigin(
  viewed: Viewed,
  { origin, passes }: Behaviour,
  { distribution, buckets, api, usage }: EdgeOptions,
): Promise<Answered> {
  const bucket = buckets.find(({ domainName }) => domainName === origin.domainName);
  if (bucket) {
    const file = bucket.read(viewed.path, distribution.arn);
    return file ? { status: 200, headers: new Headers(file.headers), body: file.body } : refusal(403);
  }
  if (!api.names.includes(origin.domainName)) {
    usage.deny(`nothing of the templates answers as ${origin.domainName}, where the edge asks`);
    return refusal(502);
  }
  const all = passes === 'all';
  const headers = new Headers([...viewed.headers].filter(([name]) => all || passes.includes(name)));
  for (const [name, value] of Object.entries(origin.headers)) headers.set(name, value);
  headers.set('user-agent', 'Amazon CloudFront');
  headers.set('x-forwarded-for', '127.0.0.1');
  headers.set('host', origin.domainName);
  return ask(api.url, { ...viewed, headers, query: all ? viewed.query : '' });
}

function ask(url: string, { method, path, query, headers, body }: Viewed): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const target = query === '' ? path : `${path}?${query}`;
    const sent = request(
      `${url}${target}`,
      { method, headers: { ...Object.fromEntries(headers), 'content-length': body.length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 502,
            headers: new Headers(
              Object.entries(answer.headersDistinct).map(([name, values = []]): [string, string] => [
                name,
                values.join(', '),
              ]),
            ),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.once('error', reject).end(body);
  });
}

/** What CloudFront says itself. */
function refusal(status: number): Answered {
  const headers = new Headers({ 'content-type': 'text/html', server: 'CloudFront' });
  return { status, headers, body: Buffer.from(`<html>${status}</html>`) };
}

/** Whoever has this very answer is told so, as by a cache that holds it. */
function unlessKnown(answered: Answered, known: string | null): Answered {
  const tag = answered.headers.get('etag');
  if (!tag || !known || answered.status !== 200) return answered;
  const same = known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  return same ? { ...answered, status: 304, body: Buffer.alloc(0) } : answered;
}
