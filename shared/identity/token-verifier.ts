import { JwtVerifier } from 'aws-jwt-verify';
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier';
import { FetchError, JwksValidationError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as z from 'zod/mini';
import { RefusedRequest } from '../contract/refusals.ts';
import { TryAgain } from '../table/attempts.ts';
import { AccountId } from '../values/resources.ts';
import type { VerifyToken } from './caller.ts';
import { tokenProblem } from './token-problem.ts';

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

/**
 * Verifies Cognito's access tokens: signature, issuer, expiry, client and use. Each process needs only one, because it
 * caches the keys.
 */
export function tokenVerifier({ issuer, clientId, jwksUri, fetcher }: Issuer): VerifyToken {
  const verifier = JwtVerifier.create(
    {
      issuer,
      jwksUri,
      audience: null, // Cognito's access tokens have no audience. The client is checked below.
      customJwtCheck: ({ header, payload }) => {
        validateCognitoJwtFields(payload, { tokenUse: 'access', clientId });
        // The library ignores critical extensions (RFC 7515, 4.1.11), and none is supported.
        if ('crit' in header) throw new Error('crit');
      },
    },
    { jwksCache: new SimpleJwksCache(fetcher && { fetcher: failingAsFetch(fetcher) }) },
  );

  return async (token, now) => {
    const refused = () =>
      new RefusedRequest('invalid_token', { message: tokenProblem(token, { issuer, clientId }, now) });
    const payload = await verifier.verify(token).catch((error: unknown) => {
      if (KEYS_OUT_OF_REACH.some((kind) => error instanceof kind))
        throw new TryAgain('keys', { cause: error });
      throw refused();
    });
    // The library accepts a token without `exp`, and reads the machine's clock instead of ours.
    const claims = Claims.safeParse(payload);
    if (!claims.success || claims.data.exp * 1000 <= now.getTime()) throw refused();
    const { sub, sign_in, auth_time } = claims.data;
    return { accountId: sub, signIn: sign_in, authTime: auth_time };
  };
}

/**
 * True when the keys could not be fetched, which is a server error. An unknown key id is an error of the token: the library
 * then fetches no keys for 10 s, and forged key ids must not cause server errors. Issuers publish a key before using it.
 */
const KEYS_OUT_OF_REACH = [FetchError, JwksValidationError];

/** Marks errors of the fetcher, because every other error of a verification is an error of the token. */
function failingAsFetch(fetcher: KeyFetcher): KeyFetcher {
  return {
    fetch: (uri) =>
      fetcher.fetch(uri).catch((error: unknown) => {
        throw new FetchError(uri, error);
      }),
  };
}
