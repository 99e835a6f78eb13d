import type { Environment } from '../contract/environment.ts';
import { RefusedRequest } from '../contract/refusals.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointHandler } from './endpoint-handler.ts';
import { functionTables } from './function-tables.ts';
import type { HttpHandler } from './http-handler.ts';

/** Builds the Lambda handler of an endpoint without a caller. Its bundle contains no token verification. */
export function publicLambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(endpoint, environment, () => ({
    tables: functionTables(endpoint.contract.touches, environment),
    verify: () => Promise.reject(new RefusedRequest('invalid_token')),
  }));
}
