import { JwtVerifier } from 'aws-jwt-verify';
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier';
import { FetchError, JwksValidationError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as z from 'zod/mini';
import { minutes } from './clock.ts';
import type { Contract } from './contract.ts';
import { Refused } from './http/refusals.ts';
import { accountStanding } from './items/account.ts';
import { AccountId } from './resources.ts';
import { TryAgain } from './table/attempts.ts';
import type { Reads } from './table/client.ts';

/** The signed-in account: nothing else in a token grants anything. */
export interface Caller {
  readonly accountId: AccountId;
}

/** A verified access token: whose it is, and how and when its owner signed in. */
export interface Identity extends Caller {
  readonly signIn: string | undefined;
  /** Seconds since 1970. */
  readonly authTime: number | undefined;
}

/** @throws {Refused} invalid_token. @throws {TryAgain} when the issuer's keys cannot be fetched. */
export type VerifyToken = (token: string, now: Date) => Promise<Identity>;

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

/** How old a password sign-in may be where a fresh one is asked for. */
const FRESH_SESSION = minutes(15);
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;

/** Verifies Cognito's access tokens: signature, issuer, expiry, client and use. One per process: it holds the keys. */
export function tokenVerifier({ issuer, clientId, jwksUri, fetcher }: Issuer): VerifyToken {
  const verifier = JwtVerifier.create(
    {
      issuer,
      jwksUri,
      audience: null, // an access token of Cognito's has none; its client is checked below
      customJwtCheck: ({ payload }) => validateCognitoJwtFields(payload, { tokenUse: 'access', clientId }),
    },
    { jwksCache: new SimpleJwksCache(fetcher && { fetcher: failingAsFetch(fetcher) }) },
  );

  return async (token, now) => {
    const payload = await verifier.verify(token).catch((error: unknown) => {
      if (error instanceof FetchError || error instanceof JwksValidationError) {
        throw new TryAgain('keys', { cause: error });
      }
      throw new Refused('invalid_token');
    });
    // The library accepts a token without `exp`, and reads the machine's clock instead of ours.
    const claims = Claims.safeParse(payload);
    if (!claims.success || claims.data.exp * 1000 <= now.getTime()) throw new Refused('invalid_token');
    const { sub, sign_in, auth_time } = claims.data;
    return { accountId: sub, signIn: sign_in, authTime: auth_time };
  };
}

/** Whatever a fetcher throws is a failed fetch, and so our trouble: any other error of a verification is the token's. */
function failingAsFetch(fetcher: KeyFetcher): KeyFetcher {
  return {
    fetch: (uri) =>
      fetcher.fetch(uri).catch((error: unknown) => {
        throw new FetchError(uri, error);
      }),
  };
}

/** Who sends a request, as far as its token tells. @throws {Refused} not_signed_in, invalid_token, fresh_session_required. */
export async function authenticated(
  contract: Contract,
  header: string | undefined,
  verify: VerifyToken,
  now: Date,
): Promise<Caller | undefined> {
  if (contract.caller === 'nobody') return undefined;
  if (header === undefined) {
    if (contract.caller === 'optional') return undefined;
    throw new Refused('not_signed_in');
  }
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new Refused('invalid_token');
  const { accountId, signIn, authTime = 0 } = await verify(token, now);
  const age = now.getTime() - authTime * 1000;
  if (contract.session && (signIn !== 'password' || age > FRESH_SESSION)) {
    throw new Refused('fresh_session_required');
  }
  return { accountId };
}

/** Asks the table, now, whether the caller's account is open and holds the role. @throws {Refused} account_closed, not_platform_admin. */
export async function cleared(contract: Contract, caller: Caller | undefined, reads: Reads): Promise<void> {
  if (!caller || contract.admitsClosedAccounts) return;
  const standing = accountStanding.parseIfAny(await reads.get(accountStanding.key(caller)));
  if (standing?.closedAt) throw new Refused('account_closed');
  if (contract.caller === 'platform_admin' && !standing?.platformAdmin)
    throw new Refused('not_platform_admin');
}
