import * as z from 'zod/mini';
import { jsonOf, send } from './client.ts';
import { CommandError } from './command-error.ts';

/**
 * Signs in at a Cognito user pool with SRP, which does not send the password, and refreshes and revokes tokens.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow.html
 */

export interface UserPoolClient {
  /** It begins with the region: `ap-southeast-5_AbCdEfGhI`. */
  readonly userPoolId: string;
  readonly clientId: string;
  /** The address of Cognito, by default the one of the region. */
  readonly endpoint?: string | undefined;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
  /** Asks for the code of the second factor, if the account has one. */
  readonly askCode: () => Promise<string>;
}

export const UserPoolId = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d+_[0-9A-Za-z]{1,55}$/));

/** @throws {CommandError} if Cognito refuses the sign-in or does not respond */
export async function signIn(
  pool: UserPoolClient,
  { user, password, askCode }: Credentials,
): Promise<Tokens> {
  // Only a sign-in needs the library, which is slow to load.
  const { AuthenticationDetails, CognitoUser, CognitoUserPool } = await import('amazon-cognito-identity-js');
  const kept = new Map<string, string>();
  const Storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  const { userPoolId: UserPoolId, clientId: ClientId } = pool;
  const data = {
    UserPoolId,
    ClientId,
    Storage,
    endpoint: endpointOf(pool),
    // The library has this option, but its types do not.
    fetchOptions: { redirect: 'error' },
    AdvancedSecurityDataCollectionFlag: false,
  };
  const account = new CognitoUser({ Username: user, Storage, Pool: new CognitoUserPool(data) });
  return new Promise((done, failed) => {
    const unsupported = (what: string) => () =>
      failed(new CommandError(`The account ${what}. Complete that in the app, then log in again.`));
    const results = {
      onSuccess: (session: import('amazon-cognito-identity-js').CognitoUserSession) =>
        done({
          accessToken: session.getAccessToken().getJwtToken(),
          refreshToken: session.getRefreshToken().getToken(),
        }),
      onFailure: (cause: unknown) =>
        failed(new CommandError(`Cannot sign in: ${reasonOf(cause)}`, { cause })),
    };
    account.authenticateUser(new AuthenticationDetails({ Username: user, Password: password }), {
      ...results,
      totpRequired: () => {
        askCode().then((code) => account.sendMFACode(code.trim(), results, 'SOFTWARE_TOKEN_MFA'), failed);
      },
      newPasswordRequired: unsupported('needs a new password'),
      mfaSetup: unsupported('must set up a second factor'),
      mfaRequired: unsupported('has a second factor that this command does not support'),
      selectMFAType: unsupported('has several second factors'),
    });
  });
}

const Refreshed = z.object({
  AuthenticationResult: z.object({ AccessToken: z.string(), RefreshToken: z.optional(z.string()) }),
});

/** @returns new tokens, or `undefined` if the refresh token has expired or was revoked. @throws {CommandError} */
export async function refreshed(pool: UserPoolClient, refreshToken: string): Promise<Tokens | undefined> {
  const { status, text } = await request(pool, 'InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: pool.clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken },
  });
  const answer = jsonOf(text);
  const { data } = Refreshed.safeParse(answer);
  if (status === 200 && data) {
    const { AccessToken: accessToken, RefreshToken = refreshToken } = data.AuthenticationResult;
    return { accessToken, refreshToken: RefreshToken };
  }
  const { data: refusal } = Refusal.safeParse(answer);
  if (status === 400 && refusal?.__type.split('#').at(-1) === 'NotAuthorizedException') return undefined;
  throw new CommandError(`Cannot refresh the login: ${refusal?.message ?? `Cognito returned ${status}`}`);
}

/** Revokes a refresh token. The platform accepts its last access token until that expires. @throws {CommandError} */
export async function revoke(pool: UserPoolClient, refreshToken: string): Promise<void> {
  const { status, text } = await request(pool, 'RevokeToken', {
    ClientId: pool.clientId,
    Token: refreshToken,
  });
  if (status === 200) return;
  const { data } = Refusal.safeParse(jsonOf(text));
  throw new CommandError(data?.message ?? `Cognito returned ${status}`);
}

const Refusal = z.object({ __type: z.string(), message: z.optional(z.string()) });

function request(pool: UserPoolClient, operation: string, body: object) {
  return send(endpointOf(pool), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
}

function endpointOf({ userPoolId, endpoint }: UserPoolClient): string {
  return endpoint ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`;
}

/** Messages of Cognito contain no secrets. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'unknown error';
}
