import { issuerEnvironment } from '../../../shared/contract/environment.ts';
import type { VerifyToken } from '../../../shared/identity/caller.ts';
import { tokenVerifier } from '../../../shared/identity/token-verifier.ts';

/** The verification of tokens, for peers with routes that need a caller. */
export function verifierFromEnvironment(): VerifyToken {
  const { TOKEN_ISSUER, TOKEN_CLIENT_ID, TOKEN_JWKS_URI } = issuerEnvironment(process.env);
  return tokenVerifier({ issuer: TOKEN_ISSUER, clientId: TOKEN_CLIENT_ID, jwksUri: TOKEN_JWKS_URI });
}
