import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** What a token says; the defaults are those of a password sign-in a moment ago. `null` leaves a claim out. */
export interface TokenRequest {
  readonly accountId: string;
  readonly signIn?: string | null | undefined;
  /** Seconds since 1970 of the sign-in. */
  readonly authTime?: number | null | undefined;
  /** Seconds from now; negative for one that has expired. */
  readonly expiresIn?: number | undefined;
  readonly clientId?: string | undefined;
  readonly tokenUse?: string | undefined;
}

/** A token issuer that stands in for Cognito: the same claims, a real RS256 signature, keys of this process alone. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly sign: (wish: TokenRequest) => Promise<string>;
}

export const LOCAL_CLIENT_ID = 'sihat-local-app';

export interface IssuerOptions {
  readonly clientId?: string;
  /** What a sign-in adds to the claims of its access token. */
  readonly claimsOf?: (wish: TokenRequest) => Promise<object> | object;
}

let keys: ReturnType<typeof generateKeyPair> | undefined;

export async function tokenIssuer(
  issuer: string,
  now: () => Date,
  { clientId: ownClient = LOCAL_CLIENT_ID, claimsOf = signInClaim }: IssuerOptions = {},
): Promise<TokenIssuer> {
  keys ??= generateKeyPair('RS256'); // once in a process: to make them takes a processor longer than a request
  const { publicKey, privateKey } = await keys;
  const kid = `local-${now().getTime()}`;
  return {
    issuer,
    clientId: ownClient,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
    sign: async (wish) => {
      const { accountId, authTime, expiresIn = 3600, clientId, tokenUse } = wish;
      const at = Math.floor(now().getTime() / 1000);
      const use = tokenUse ?? 'access';
      return new SignJWT({
        token_use: use,
        ...(await claimsOf(wish)),
        ...(authTime !== null && { auth_time: authTime ?? at }),
        // An ID token names its client as its audience
        [use === 'id' ? 'aud' : 'client_id']: clientId ?? ownClient,
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setSubject(accountId)
        .setIssuer(issuer)
        .setIssuedAt(at)
        .setExpirationTime(at + expiresIn)
        .sign(privateKey);
    },
  };
}

/** In AWS the user pool's own trigger says so. */
function signInClaim({ signIn = 'password' }: TokenRequest): object {
  return signIn === null ? {} : { sign_in: signIn };
}
