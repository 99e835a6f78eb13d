import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';

/** The header has no `Bearer` scheme, or more than a token. */
export const NO_BEARER = 'The header must be: Authorization: Bearer <access token>.';

/**
 * Explains to the developer of an app why a token was rejected. The explanation comes only from the claims of the token,
 * which its sender can read, and not from the verification: it does not tell whether the signature is correct.
 */
export function tokenProblem(
  token: string,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  now: Date,
): string {
  const { iss, token_use, client_id, exp } = claimsOf(token) ?? {};
  if (iss === undefined) return 'The token is not a JSON Web Token of a user pool.';
  if (iss !== issuer) return 'The token is from another issuer.';
  if (token_use !== 'access')
    return 'This is not an access token. Send the access token instead of the ID token.';
  if (client_id !== clientId) return 'The token was issued to another client.';
  if (typeof exp === 'number' && exp * 1000 <= now.getTime())
    return 'The token has expired. Refresh it, or sign in again.';
  return 'The token was changed, or it was not issued by this platform.';
}

function claimsOf(token: string) {
  try {
    return decomposeUnverifiedJwt(token).payload;
  } catch {
    return undefined;
  }
}
