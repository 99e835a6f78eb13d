import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_RESPONSE_BYTES } from '../../shared/http/response-size.ts';
import { CannotStart } from '../engine/engine.ts';
import { type CorsSettings, corsHeaders, isPreflight, withoutCors } from './cors.ts';
import { eventOf, type HttpEvent, headersOf, type Received } from './requests.ts';
import { decodedPath, findRoute, hintFor } from './routes.ts';

/**
 * Imitates an API Gateway HTTP API. Requests that the service rejects itself get the same status and the same `message`
 * here, and reach no handler.
 */
export interface HandlerAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly handle: (event: HttpEvent, context: object) => Promise<HandlerAnswer>;
}

export interface GatewayOptions {
  /** The address to listen on: only this machine's own one by default, and every one with `0.0.0.0`. */
  readonly host?: '127.0.0.1' | '0.0.0.0';
  readonly cors: CorsSettings;
  /** Returns other CORS rules for a path outside the API. */
  readonly corsAt?: (path: string) => CorsSettings | undefined;
  readonly now: () => Date;
  /** Handles paths outside the API, such as `/local/`. Returns `undefined` for an unknown path. */
  readonly otherPaths?: (request: Received) => Promise<HandlerAnswer | undefined>;
  /** Explains a 404 to the developer of an app. API Gateway itself does not. */
  readonly explains404?: true;
  /** Serves HTTPS as a custom domain does, instead of HTTP. */
  readonly tls?: TlsOptions;
}

export interface Gateway {
  /** The address on this machine. */
  readonly url: string;
  /** Sets the routes. Before that, every request gets 503. */
  readonly open: (routes: readonly Route[]) => void;
  /** Rejects new connections, answers requests in flight, and resolves when every connection is closed. */
  readonly close: () => Promise<void>;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;
const KEEP_ALIVE_MS = 60_000;
/** When the gateway closes, connections that are still open after this time are cut. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Listens on a port. Port 0 selects a free one. @throws {CannotStart} if the port is in use */
export async function openGateway(port: number, options: GatewayOptions): Promise<Gateway> {
  let routes: readonly Route[] | undefined;
  let closing = false;
  const idle = new Set<Socket>();
  const { tls } = options;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    response.once('close', () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
    respond(request, response, routes, options).catch(() => response.destroy());
  };
  const maxHeaderSize = 2 * MAX_HEADER_BYTES;
  const server = tls
    ? createTlsServer({ ...tls, maxHeaderSize }, serve)
    : createServer({ maxHeaderSize }, serve);
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  // With the default of five seconds, a client that computes for a while would send its next request to a closed connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', refuseMalformed);
  await listen(server, port, options.host ?? '127.0.0.1');
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${actual}`,
    open: (opened) => {
      routes = opened;
    },
    close: () => {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node.js would wait for idle connections, including those without any request so far.
      for (const socket of idle) socket.destroy();
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      return closed.finally(() => clearTimeout(cut));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      reject(new CannotStart(`Port ${port} of ${host} ${why}. Choose another one with PORT=…`));
    });
    server.listen(port, host, resolve);
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  routes: readonly Route[] | undefined,
  options: GatewayOptions,
): Promise<void> {
  const headers = headersOf(request);
  const method = request.method ?? 'GET';
  const answer = await answerTo(request, { method, headers }, routes, options);
  const { statusCode, cookies = [], body = '', isBase64Encoded = false } = answer;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(statusCode, {
    date: options.now().toUTCString(), // so that the display follows a clock that was moved
    ...(bytes.length > 0 && { 'content-type': 'text/plain;charset=UTF-8' }),
    ...lowerCased(withoutCors(answer.headers ?? {})),
    ...corsHeaders(corsFor(request, options), { method, headers }),
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    ...(statusCode !== 204 && statusCode !== 304 && { 'content-length': bytes.length }),
  });
  response.end(bytes);
}

function corsFor({ url = '' }: IncomingMessage, { cors, corsAt }: GatewayOptions): CorsSettings {
  return corsAt?.(url.split('?')[0] ?? '') ?? cors;
}

async function answerTo(
  request: IncomingMessage,
  { method, headers }: Pick<Received, 'method' | 'headers'>,
  routes: readonly Route[] | undefined,
  { now, otherPaths: besides, explains404 }: GatewayOptions,
): Promise<HandlerAnswer> {
  const target = request.url ?? '/';
  const body = await bodyOf(request);
  if (headerBytes(request) > MAX_HEADER_BYTES) return refusal(431);
  if (body === undefined) return refusal(413, 'Request Entity Too Large');
  const [rawPath = '', ...rest] = target.split('?');
  const path = decodedPath(rawPath);
  if (path === undefined || !path.startsWith('/')) return refusal(400);
  if (isPreflight({ method, headers })) return { statusCode: 204 };
  if (!routes) return refusal(503);

  const protocol = `HTTP/${request.httpVersion}`;
  const sourceIp = request.socket.remoteAddress ?? '';
  const received: Received = { method, path, query: rest.join('?'), headers, sourceIp, protocol, body };
  const other = await besides?.(received);
  if (other) return other;
  const match = findRoute(routes, method, path);
  if (!match) return refusal(404, STATUS_CODES[404], explains404 && hintFor(routes, method, path));
  const { route, parameters } = match;
  try {
    const answer = await route.handle(
      eventOf(received, `${route.method} ${route.path}`, parameters, now()),
      {},
    );
    // Lambda rejects such a response as an error of the function.
    const isTooLarge = Buffer.byteLength(JSON.stringify(answer)) > MAX_RESPONSE_BYTES;
    if (!Number.isInteger(answer.statusCode) || isTooLarge) return refusal(500);
    return answer;
  } catch {
    return refusal(500);
  }
}

/** An error response of the service itself. */
function refusal(statusCode: number, message = STATUS_CODES[statusCode] ?? '', hint?: string): HandlerAnswer {
  const headers = { 'content-type': 'application/json', ...(statusCode === 503 && { 'retry-after': '1' }) };
  return { statusCode, headers, body: JSON.stringify({ message, hint }) };
}

/** Reads the body; `undefined` if it is too large. It is read to the end even then, or the client would not get the response. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** The total size of the request line and the header values. */
function headerBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const line = `${method} ${url} HTTP/${httpVersion}`.length;
  return rawHeaders.reduce((sum, text, n) => (n % 2 === 1 ? sum + text.length : sum), line);
}

/** Responds to a request that Node.js cannot parse. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const { statusCode, body = '' } = refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  const status = `${statusCode} ${STATUS_CODES[statusCode]}`;
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
