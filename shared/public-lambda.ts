import type { Endpoint } from './endpoint.ts';
import { endpointHandler } from './endpoint-handler.ts';
import type { Environment } from './environment.ts';
import { Refused } from './http/refusals.ts';
import type { HttpHandler } from './serve.ts';

/** The Lambda handler of an endpoint that never asks who calls: its bundle holds no token verification. */
export function publicLambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(endpoint, environment, () => () => Promise.reject(new Refused('invalid_token')));
}
