import { JwtVerifier } from 'aws-jwt-verify';
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier';
import { FetchError, JwksValidationError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as z from 'zod/mini';
import { RefusedRequest } from '../http/refusals.ts';
import { AccountId } from '../resources.ts';
import { TryAgain } from '../table/attempts.ts';
import type { VerifyToken } from './caller.ts';

/** Fetches the issuer's keys; the library's own fetcher speaks HTTPS only. */
export interface KeyFetcher {
  fetch(uri: string): Promise<ArrayBuffer>;
}

export interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwksUri: string;
  readonly fetcher?: KeyFetcher;
}

const Claims = z.object({
  sub: AccountId,
  exp: z.number(),
  sign_in: z.optional(z.string()),
  auth_time: z.optional(z.number()),
});

/** Verifies Cognito's access tokens: signature, issuer, expiry, client and use. One per process: it holds the keys. */
export function tokenVerifier({ issuer, clientId, jwksUri, fetcher }: Issuer): VerifyToken {
  const verifier = JwtVerifier.create(
    {
      issuer,
      jwksUri,
      audience: null, // an access token of Cognito's has none; its client is checked below
      customJwtCheck: ({ header, payload }) => {
        validateCognitoJwtFields(payload, { tokenUse: 'access', clientId });
        // An extension that must be understood (RFC 7515, 4.1.11): the library does not look, and we know of none.
        if ('crit' in header) throw new Error('crit');
      },
    },
    { jwksCache: new SimpleJwksCache(fetcher && { fetcher: failingAsFetch(fetcher) }) },
  );

  return async (token, now) => {
    const payload = await verifier.verify(token).catch((error: unknown) => {
      if (KEYS_OUT_OF_REACH.some((kind) => error instanceof kind))
        throw new TryAgain('keys', { cause: error });
      throw new RefusedRequest('invalid_token');
    });
    // The library accepts a token without `exp`, and reads the machine's clock instead of ours.
    const claims = Claims.safeParse(payload);
    if (!claims.success || claims.data.exp * 1000 <= now.getTime()) throw new RefusedRequest('invalid_token');
    const { sub, sign_in, auth_time } = claims.data;
    return { accountId: sub, signIn: sign_in, authTime: auth_time };
  };
}

/**
 * Our trouble. A key that the issuer did not have is the token's: the library fetches no keys for 10 s after one such, and
 * whoever forges key ids must not make server errors of them. Issuers publish a key before they sign with it.
 */
const KEYS_OUT_OF_REACH = [FetchError, JwksValidationError];

/** Whatever a fetcher throws is a failed fetch, and so our trouble: any other error of a verification is the token's. */
function failingAsFetch(fetcher: KeyFetcher): KeyFetcher {
  return {
    fetch: (uri) =>
      fetcher.fetch(uri).catch((error: unknown) => {
        throw new FetchError(uri, error);
      }),
  };
}
