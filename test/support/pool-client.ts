import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  COGNITO_GROUP as GROUP,
  multiplierOf,
  power,
  privateKeyOf,
  scramblerOf,
  toBigInt,
  withSignBit,
} from '../../local/user-pool/srp.ts';

/** A client of a user pool that costs far less processor time than a library. The tests of the libraries do not use it. */

export interface PoolAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON the answer holds
  readonly body: any;
}
export type AskPool = (operation: string, body: object) => Promise<PoolAnswer>;

/** The headers of a request. */
export const headersFor = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
});

/** Asks a pool that is served at this address. */
export const poolAt =
  ({ endpoint, clientId }: { readonly endpoint: string; readonly clientId: string }): AskPool =>
  async (operation, body) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headersFor(operation),
      body: JSON.stringify({ ClientId: clientId, ...body }),
    });
    return { status: response.status, body: await response.json() };
  };

/** The parameters of the challenge `PASSWORD_VERIFIER`. */
export type SrpChallenge = Readonly<Record<'SALT' | 'SRP_B' | 'SECRET_BLOCK' | 'USER_ID_FOR_SRP', string>>;

/** The client's half of a sign-in by SRP, as `docs/api.md` describes it. */
export function srpClient(userPoolId: string, password: string) {
  const { N, g } = GROUP;
  const pool = userPoolId.split('_')[1] ?? '';
  const a = toBigInt(randomBytes(32));
  const A = power(g, a, N);
  return {
    SRP_A: A.toString(16),
    /** @returns the fields of the proof in `ChallengeResponses` */
    prove({ SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP }: SrpChallenge) {
      const [salt, B] = [BigInt(`0x${SALT}`), BigInt(`0x${SRP_B}`)];
      const x = privateKeyOf(GROUP, withSignBit(salt), pool + USER_ID_FOR_SRP, password);
      const u = scramblerOf(GROUP, A, B);
      const base = (B + N - ((multiplierOf(GROUP) * power(g, x, N)) % N)) % N;
      const S = power(base, a + u * x, N);
      const key = hkdfSync('sha256', withSignBit(S), withSignBit(u), 'Caldera Derived Key', 16);
      const TIMESTAMP = timestampOf(new Date());
      const signature = createHmac('sha256', Buffer.from(key))
        .update(pool)
        .update(USER_ID_FOR_SRP)
        .update(Buffer.from(SECRET_BLOCK, 'base64'))
        .update(TIMESTAMP)
        .digest('base64');
      return {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP,
      };
    },
  };
}

/** Signs in by SRP. @returns the answer of the pool to the proof */
export async function signInBySrp(
  ask: AskPool,
  { userPoolId, mail, password }: Readonly<Record<'userPoolId' | 'mail' | 'password', string>>,
): Promise<PoolAnswer> {
  const { SRP_A, prove } = srpClient(userPoolId, password);
  const AuthParameters = { USERNAME: mail, SRP_A };
  const { body } = await ask('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters });
  const ChallengeResponses = prove(body.ChallengeParameters);
  return ask('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
}

/** `Tue Nov 3 04:05:06 UTC 2026` */
function timestampOf(at: Date): string {
  const [, weekday, day, month, year, time] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
