import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** The claims of a token. The defaults describe a password sign-in a moment ago. `null` omits a claim. */
export interface TokenRequest {
  readonly accountId: string;
  readonly signIn?: string | null | undefined;
  /** The time of the sign-in, in seconds since 1970. */
  readonly authTime?: number | null | undefined;
  /** Seconds from now; negative for an expired token. */
  readonly expiresIn?: number | undefined;
  readonly clientId?: string | undefined;
  readonly tokenUse?: string | undefined;
  /** Further claims, which no function reads. */
  readonly claims?: object | undefined;
}

/** A token issuer that replaces Cognito, with the same claims and real RS256 signatures. The keys exist only in this process. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly sign: (request: TokenRequest) => Promise<string>;
}

export const LOCAL_CLIENT_ID = 'sihat-local-app';

export interface IssuerOptions {
  readonly clientId?: string;
  /** Returns the claims that the token trigger adds. */
  readonly claimsOf?: (request: TokenRequest) => Promise<object> | object;
}

let keys: ReturnType<typeof generateKeyPair> | undefined;

export async function tokenIssuer(
  issuer: string,
  now: () => Date,
  { clientId: ownClient = LOCAL_CLIENT_ID, claimsOf = signInClaim }: IssuerOptions = {},
): Promise<TokenIssuer> {
  keys ??= generateKeyPair('RS256'); // Generating keys is slower than a request, so each process does it once.
  const { publicKey, privateKey } = await keys;
  const kid = `local-${now().getTime()}`;
  return {
    issuer,
    clientId: ownClient,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
    sign: async (request) => {
      const { accountId, authTime, expiresIn = 3600, clientId, tokenUse, claims } = request;
      const at = Math.floor(now().getTime() / 1000);
      const use = tokenUse ?? 'access';
      return new SignJWT({
        ...claims,
        token_use: use,
        ...(await claimsOf(request)),
        ...(authTime !== null && { auth_time: authTime ?? at }),
        // In an ID token, the client is the audience.
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

/** In AWS, the trigger of the user pool adds this claim. */
function signInClaim({ signIn = 'password' }: TokenRequest): object {
  return signIn === null ? {} : { sign_in: signIn };
}
