import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import { JWKS_PATH } from './control-routes.ts';
import type { TokenIssuer } from './issuer.ts';

/** Verifies the tokens of a local issuer, whose keys the gateway with this URL serves. */
export function localVerifier({ issuer, clientId }: TokenIssuer, url: string) {
  return tokenVerifier({ issuer, clientId, jwksUri: url + JWKS_PATH, fetcher: { fetch: fetchKeys } });
}

/** The default fetcher of the library supports only HTTPS. */
async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  const response = await fetch(uri, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(`Fetching the issuer's keys returned ${response.status}.`);
  return response.arrayBuffer();
}
