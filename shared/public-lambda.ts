import type { Endpoint } from './endpoint.ts';
import type { Environment } from './environment.ts';
import { RefusedRequest } from './http/refusals.ts';
import { endpointHandler } from './runtime/endpoint-handler.ts';
import type { HttpHandler } from './runtime/http-handler.ts';

/** Builds the Lambda handler of an endpoint without a caller. Its bundle contains no token verification. */
export function publicLambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(
    endpoint,
    environment,
    () => () => Promise.reject(new RefusedRequest('invalid_token')),
  );
}
