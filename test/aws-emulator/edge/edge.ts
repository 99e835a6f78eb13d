import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { runInNewContext } from 'node:vm';
import * as z from 'zod/mini';
import type { CertifiedKey } from '../../../infra/origin-certificate/authority.ts';
import { listening } from '../../support/listening.ts';
import type { Usage } from '../services/principals.ts';
import type { Bucket } from './bucket.ts';
import { type EdgeCache, edgeCache } from './cache.ts';
import type { Behaviour, Distribution, Origin } from './distribution.ts';
import type { Answered, Viewed } from './exchange.ts';
import type { Firewall } from './firewall.ts';

/** A custom domain of the API, served on this machine. */
export interface ApiOrigin {
  readonly name: string;
  readonly url: string;
  /** The CA with which a client verifies the server. */
  readonly serverAuthority: string;
}

/**
 * CloudFront in front of the API and the bucket, with the distribution's behaviours, cache, firewall and client certificate.
 * Callers use HTTP.
 */
export interface Edge {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface EdgeOptions {
  readonly port: number;
  readonly distribution: Distribution;
  readonly buckets: readonly Bucket[];
  readonly firewall: Firewall;
  /** The API, reached over TLS. */
  readonly origin: ApiOrigin;
  /** The client certificates by ARN. */
  readonly certificates: ReadonlyMap<string, CertifiedKey>;
  /** The address that handles requests under `/local/`. */
  readonly besideUrl: string;
  readonly usage: Usage;
  readonly now: () => Date;
}

/** Headers of a single connection. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'upgrade'];
/** What a function at the edge returns: the request to continue with, or a response. */
const Returned = z.union([
  z.object({ uri: z.string() }),
  z.object({ statusCode: z.number(), headers: z.record(z.string(), z.object({ value: z.string() })) }),
]);

export async function openEdge(options: EdgeOptions): Promise<Edge> {
  // Connections are reused, because a handshake costs more than a request.
  const agent = new Agent({ keepAlive: true });
  const cache = edgeCache(options.now, options.distribution.errorSeconds);
  const server = createServer((incoming, response) => {
    respond(incoming, response, { ...options, cache, agent }).catch(() => response.destroy());
  });
  const port = await listening(server, options.port);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An edge that is open. */
interface Running extends EdgeOptions {
  readonly cache: EdgeCache;
  readonly agent: Agent;
}

async function respond(incoming: IncomingMessage, response: ServerResponse, running: Running): Promise<void> {
  const viewed = await read(incoming);
  const { status, headers, body } = await answerTo(viewed, running);
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
  const address = incoming.socket.remoteAddress ?? '';
  return { method, path, query: query.join('?'), headers, body: Buffer.concat(chunks), address };
}

async function answerTo(viewed: Viewed, running: Running): Promise<Answered> {
  // The control routes are not deployed.
  if (viewed.path.startsWith('/local/')) return ask(requestHttp, running.besideUrl, viewed);
  const { method, headers, path, address } = viewed;
  const blocked = running.firewall({ path, address, at: running.now() });
  if (blocked) {
    return { status: blocked.status, headers: new Headers(blocked.headers), body: Buffer.from(blocked.body) };
  }
  const behaviour = running.distribution.behaviourOf(viewed.path);
  const answered = behaviour.methods.includes(method)
    ? await byFunction(viewed, behaviour, running)
    : refusal(403);
  behaviour.responsePolicy(answered.headers, { method, origin: headers.get('origin') ?? undefined });
  answered.headers.set('via', '1.1 emulator.cloudfront.net (CloudFront)');
  return unlessKnown(answered, headers.get('if-none-match'));
}

async function byFunction(viewed: Viewed, behaviour: Behaviour, running: Running): Promise<Answered> {
  const { viewerRequest } = behaviour;
  if (viewerRequest === undefined) return fromCache(viewed, behaviour, running);
  const { method, path } = viewed;
  const event = JSON.stringify({
    version: '1.0',
    context: { eventType: 'viewer-request' },
    request: { method, uri: path, querystring: {}, headers: {}, cookies: {} },
  });
  const returned = Returned.parse(runInNewContext(`${viewerRequest}\n;handler(${event})`));
  if ('uri' in returned) return fromCache({ ...viewed, path: returned.uri }, behaviour, running);
  const headers = Object.entries(returned.headers).map(([name, { value }]): [string, string] => [
    name,
    value,
  ]);
  return { status: returned.statusCode, headers: new Headers(headers), body: Buffer.alloc(0) };
}

const fromCache = (viewed: Viewed, behaviour: Behaviour, running: Running): Promise<Answered> =>
  running.cache(viewed, behaviour, () => fromOrigin(viewed, behaviour, running));

async function fromOrigin(
  viewed: Viewed,
  { origin, passes }: Behaviour,
  { distribution, buckets, origin: api, certificates, usage, agent }: Running,
): Promise<Answered> {
  const bucket = buckets.find(({ domainName }) => domainName === origin.domainName);
  if (bucket) {
    const file = bucket.read(viewed.path, distribution.arn);
    return file ? { status: 200, headers: new Headers(file.headers), body: file.body } : refusal(403);
  }
  if (api.name !== origin.domainName) {
    usage.deny(`nothing of the templates answers as ${origin.domainName}, where the edge asks`);
    return refusal(502);
  }
  const all = passes === 'all';
  const headers = new Headers([...viewed.headers].filter(([name]) => all || passes.includes(name)));
  headers.set('user-agent', 'Amazon CloudFront');
  headers.set('x-forwarded-for', '127.0.0.1');
  headers.set('host', origin.domainName);
  try {
    const tls = { agent, ca: api.serverAuthority, servername: api.name, ...presented(origin, certificates) };
    return await ask(requestHttps, api.url, { ...viewed, headers, query: all ? viewed.query : '' }, tls);
  } catch (error) {
    usage.deny(`the edge does not reach ${api.name}: ${error instanceof Error ? error.message : error}`);
    return refusal(502);
  }
}

/** @throws {Error} for an unknown certificate. */
function presented({ clientCertificateArn }: Origin, certificates: EdgeOptions['certificates']) {
  if (clientCertificateArn === undefined) return {};
  const found = certificates.get(clientCertificateArn);
  if (!found) throw new Error(`ACM has no certificate ${clientCertificateArn}`);
  return { cert: found.certificate, key: found.privateKey };
}

function ask(
  request: typeof requestHttp | typeof requestHttps,
  url: string,
  { method, path, query, headers, body }: Omit<Viewed, 'address'>,
  tls: object = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const target = query === '' ? path : `${path}?${query}`;
    const sent = request(
      `${url}${target}`,
      { method, headers: { ...Object.fromEntries(headers), 'content-length': body.length }, ...tls },
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

/** A response of CloudFront itself. */
function refusal(status: number): Answered {
  const headers = new Headers({ 'content-type': 'text/html', server: 'CloudFront' });
  return { status, headers, body: Buffer.from(`<html>${status}</html>`) };
}

/** Answers 304 when the ETag matches, as a cache does. */
function unlessKnown(answered: Answered, known: string | null): Answered {
  const tag = answered.headers.get('etag');
  if (!tag || !known || answered.status !== 200) return answered;
  const same = known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
  return same ? { ...answered, status: 304, body: Buffer.alloc(0) } : answered;
}
