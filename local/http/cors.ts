import { cors } from '../../functions/cors.ts';

/**
 * Imitates CORS of API Gateway HTTP APIs: the gateway answers preflights itself and ignores CORS headers of integrations. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export interface CorsSettings {
  /** Exact origins. `http://localhost:*` allows any port, which the real service does not support. */
  readonly allowOrigins: readonly string[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** Seconds. */
  readonly maxAge: number;
}

/** The settings of a local platform, for web pages on this machine. @param addresses further IPv4 addresses of this machine */
export const corsOf = (addresses: readonly string[]): CorsSettings => ({
  ...cors,
  allowOrigins: ['localhost', '127.0.0.1', ...addresses].map((host) => `http://${host}:*`),
});

type Headers = Readonly<Record<string, string>>;

interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Returns true for a preflight, which the gateway answers with 204 on any path. */
export function isPreflight({ method, headers }: RequestHead): boolean {
  return (
    method === 'OPTIONS' &&
    headers['origin'] !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Returns the CORS headers for a request, or none if it has no origin or its origin is not allowed. */
export function corsHeaders(settings: CorsSettings, request: RequestHead): Headers {
  const origin = request.headers['origin'];
  if (origin === undefined || !settings.allowOrigins.some((allowed) => matches(allowed, origin))) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': settings.exposeHeaders.join(','),
    ...(isPreflight(request) && {
      'access-control-allow-methods': settings.allowMethods.join(','),
      'access-control-allow-headers': settings.allowHeaders.join(','),
      'access-control-max-age': String(settings.maxAge),
    }),
  };
}

/** Removes CORS headers from the response of a handler. */
export function withoutCors(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('access-control-')),
  );
}

function matches(allowed: string, origin: string): boolean {
  if (!allowed.endsWith(':*')) return allowed === origin;
  const host = allowed.slice(0, -2);
  return (
    origin === host || (origin.startsWith(`${host}:`) && /^\d{1,5}$/.test(origin.slice(host.length + 1)))
  );
}
