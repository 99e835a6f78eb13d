import { type Environment, issuerEnvironment } from '../contract/environment.ts';
import { tokenVerifier } from '../identity/token-verifier.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointHandler } from './endpoint-handler.ts';
import { functionTables } from './function-tables.ts';
import type { HttpHandler } from './http-handler.ts';

/** Builds the Lambda handler of an endpoint with a required or optional caller from the environment. */
export function lambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(endpoint, environment, () => {
    const { TOKEN_ISSUER, TOKEN_CLIENT_ID, TOKEN_JWKS_URI } = issuerEnvironment(environment);
    return {
      tables: functionTables(endpoint.contract.touches, environment),
      verify: tokenVerifier({ issuer: TOKEN_ISSUER, clientId: TOKEN_CLIENT_ID, jwksUri: TOKEN_JWKS_URI }),
    };
  });
}
