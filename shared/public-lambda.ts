import type { Endpoint } from './endpoint.ts';
import type { Environment } from './environment.ts';
import { RefusedRequest } from './http/refusals.ts';
import { endpointHandler } from './runtime/endpoint-handler.ts';
import type { HttpHandler } from './runtime/http-handler.ts';

/** The Lambda handler of an endpoint that never asks who calls: its bundle holds no token verification. */
export function publicLambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(
    endpoint,
    environment,
    () => () => Promise.reject(new RefusedRequest('invalid_token')),
  );
}
