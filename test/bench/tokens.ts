import { tokenIssuer } from '../../local/http/issuer.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import type { AccountId } from '../../shared/values/resources.ts';

/** Tokens of an issuer for the requests of the benchmark, signed in at the time of a world, and their verification. */
export async function benchTokens(issuer: string, now: Date) {
  const { sign, jwks, clientId } = await tokenIssuer(issuer, () => new Date());
  const authTime = Math.floor(now.getTime() / 1000);
  // The verifier reads the real clock and the world's.
  const expiresIn = Math.max(0, authTime - Math.floor(Date.now() / 1000)) + 3_600;
  const verify = tokenVerifier({
    issuer,
    clientId,
    jwksUri: `${issuer}/jwks.json`,
    fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify(jwks)).buffer as ArrayBuffer },
  });
  const tokenFor = async (as: AccountId | undefined) =>
    as && (await sign({ accountId: as, authTime, expiresIn }));
  return { tokenFor, verify, jwks, clientId };
}
