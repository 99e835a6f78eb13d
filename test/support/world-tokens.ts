import { tokenIssuer } from '../../local/http/issuer.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { Sent } from './requests.ts';

const issuer = tokenIssuer('https://issuer.test/sihat', () => new Date());
const JWKS_URI = 'https://issuer.test/sihat/.well-known/jwks.json';

/** Real access tokens of a world, and what verifies them. @param now the time of the world. */
export async function worldTokens(now: () => Date) {
  const { sign, jwks, clientId, issuer: issuerName } = await issuer;
  const verify = tokenVerifier({
    issuer: issuerName,
    clientId,
    jwksUri: JWKS_URI,
    fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify(jwks)).buffer as ArrayBuffer },
  });

  /** Signing is slow, so a token is reused while the clock stands still. */
  const tokens = new Map<string, Promise<string>>();
  function tokenFor(accountId: AccountId, overrides: Sent['token'] = {}): Promise<string> {
    const key = JSON.stringify([accountId, overrides, now()]);
    const token = tokens.get(key) ?? newTokenFor(accountId, overrides);
    tokens.set(key, token);
    return token;
  }

  async function newTokenFor(accountId: AccountId, overrides: NonNullable<Sent['token']>): Promise<string> {
    // The verifier also reads the real clock, so the token must be valid by both.
    const left = Math.max(0, Math.ceil((now().getTime() - Date.now()) / 1000));
    return sign({
      accountId,
      authTime: Math.floor(now().getTime() / 1000),
      ...overrides,
      expiresIn: (overrides.expiresIn ?? 3600) + (overrides.expiresIn === undefined ? left : 0),
    });
  }
  return { verify, tokenFor };
}
