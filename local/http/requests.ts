import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '../../shared/http/gateway.ts';

/**
 * The event that an API Gateway HTTP API passes to a function, in payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export interface HttpEvent extends HttpRequest {
  readonly cookies?: readonly string[];
  readonly requestContext: HttpRequest['requestContext'] & {
    readonly accountId: string;
    readonly apiId: string;
    readonly domainName: string;
    readonly domainPrefix: string;
    readonly http: {
      readonly method: string;
      readonly path: string;
      readonly protocol: string;
      readonly sourceIp: string;
      readonly userAgent: string;
    };
    readonly routeKey: string;
    readonly stage: '$default';
    readonly time: string;
    readonly timeEpoch: number;
  };
}

/** A received request with its path decoded. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names are in lower case. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly body: Buffer;
}

/** Returns the origin under which a client has reached the platform, or the usual one if its `Host` header is unusual. */
export function originOf({ headers }: Pick<Received, 'headers'>): string {
  const host = headers['host'] ?? '';
  return `http://${/^[\w.-]+(:\d+)?$/.test(host) ? host : '127.0.0.1:3000'}`;
}

/** API Gateway does not pass these headers to functions. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
]);

export function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => !CONNECTION_HEADERS.has(name))
      .map(([name, values = []]) => [name, values.join(',')]),
  );
}

export function eventOf(
  { method, path, query, headers, sourceIp, protocol, body }: Received,
  routeKey: string,
  parameters: Readonly<Record<string, string>>,
  at: Date,
): HttpEvent {
  const { cookie, ...others } = headers;
  const domainName = headers['host'] ?? 'localhost';
  const isBase64Encoded = body.length > 0 && !isText(headers);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/; */).filter(Boolean) }),
    headers: others,
    ...(query !== '' && { queryStringParameters: parametersOf(query) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split(/[.:]/)[0] ?? domainName,
      http: { method, path, protocol, sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: commonLogTime(at),
      timeEpoch: at.getTime(),
    },
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** API Gateway passes every other type in base64, including forms and bodies without a content type. */
function isText(headers: Readonly<Record<string, string>>): boolean {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (headers['content-encoding'] !== undefined) return false;
  return (
    type.startsWith('text/') ||
    ['application/json', 'application/javascript', 'application/xml'].includes(type)
  );
}

/** Decodes the query. Repeated parameters are joined with commas. */
function parametersOf(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

/** `14/Mar/2031:04:00:00 +0000` */
function commonLogTime(at: Date): string {
  const [, , day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
