import { readFileSync } from 'node:fs';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STEP_SECONDS, totp } from '../../../local/user-pool/totp.ts';
import { later } from '../../../shared/values/clock.ts';
import { fromBase32 } from '../../support/base32.ts';
import { srpClient } from '../../support/pool-client.ts';
import { startUserPool } from '../../support/user-pool.ts';

/**
 * Every request of the table in `docs/api.md`, sent to the user pool of `npm start` by the SDK of AWS, which checks requests and responses
 * against the model of Cognito.
 */

const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const rows = [...document.matchAll(/^\| ([a-z ]+) \| `(\w+)` \| `(\{.*\})` \|/gm)];
const requests = new Map(
  rows.map(([, step = '', operation = '', body = '']) => [step, { operation, body }] as const),
);
const used = new Set<string>();

const USER_POOL_ID = 'ap-southeast-5_AbCdEfGhI';
let pool: Awaited<ReturnType<typeof startUserPool>>;
let client: cognito.CognitoIdentityProviderClient;
let authenticatorTime = new Date('2026-01-01T00:00:00.000Z');
beforeAll(async () => {
  let issued = 0;
  pool = await startUserPool({
    userPoolId: USER_POOL_ID,
    clientId: 'app',
    users: [],
    issue: async () => `token-${issued++}`,
    authenticatorNow: () => authenticatorTime,
  });
  client = new cognito.CognitoIdentityProviderClient({ region: 'ap-southeast-5', endpoint: pool.url });
});
afterAll(async () => {
  client?.destroy();
  await pool?.stop();
});

/** What the app knows, by the names in the document. */
const known: Record<string, string> = {
  CLIENT: 'app',
  MAIL: 'nurul@example.my',
  NEW_MAIL: 'izzah@example.my',
  PASSWORD: 'a long Passw0rd! of Nurul',
  NEW_PASSWORD: 'another Passw0rd! of Nurul',
};

/** Sends the request of a step, as it is documented. */
// biome-ignore lint/suspicious/noExplicitAny: the response depends on the operation, which comes from the document
async function send(step: string): Promise<any> {
  const { operation, body } = requests.get(step) ?? { operation: '', body: '{}' };
  used.add(step);
  const filled = body.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => known[name] ?? `unknown ${name}`);
  const commands: Readonly<Record<string, unknown>> = { ...cognito };
  const Command = commands[`${operation}Command`] as typeof cognito.GetUserCommand;
  return client.send(new Command(JSON.parse(filled)));
}

function enterMailedCode(to: string): void {
  const [mail] = pool.mails();
  expect(mail?.to).toBe(to);
  known['CODE'] = mail?.code ?? '';
}

/** Signs in up to the response to the password. */
async function provePassword() {
  const { SRP_A, prove } = srpClient(USER_POOL_ID, known['PASSWORD'] ?? '');
  known['A'] = SRP_A;
  const { ChallengeName, ChallengeParameters } = await send('begin to sign in');
  expect(ChallengeName).toBe('PASSWORD_VERIFIER');
  const proof = prove(ChallengeParameters);
  known['USER_ID'] = proof.USERNAME;
  known['SECRET_BLOCK'] = proof.PASSWORD_CLAIM_SECRET_BLOCK;
  known['SIGNATURE'] = proof.PASSWORD_CLAIM_SIGNATURE;
  known['TIMESTAMP'] = proof.TIMESTAMP;
  return send('prove the password');
}
function keepTokens({ AuthenticationResult: tokens }: cognito.InitiateAuthResponse): void {
  expect(tokens).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer', IdToken: expect.any(String) });
  known['ACCESS_TOKEN'] = tokens?.AccessToken ?? '';
  known['REFRESH_TOKEN'] = tokens?.RefreshToken ?? known['REFRESH_TOKEN'] ?? '';
}
const signIn = async () => keepTokens(await provePassword());

describe('the documented requests', { shuffle: false }, () => {
  it('sign up and confirm the address', async () => {
    const { UserSub, UserConfirmed } = await send('sign up');
    expect(UserConfirmed).toBe(false);
    await expect(provePassword()).rejects.toThrow(cognito.UserNotConfirmedException);
    const { CodeDeliveryDetails } = await send('mail another code');
    expect(CodeDeliveryDetails).toMatchObject({ Destination: 'n***@e***' });
    enterMailedCode('nurul@example.my');
    await send('confirm the address');
    await signIn();
    expect(known['USER_ID']).toBe(UserSub);
  });

  it('refresh the tokens', async () => {
    const before = known['ACCESS_TOKEN'];
    const refreshed = await send('refresh the tokens');
    expect(refreshed.AuthenticationResult.RefreshToken).toBeUndefined();
    keepTokens(refreshed);
    expect(known['ACCESS_TOKEN']).not.toBe(before);
    const { REFRESH_TOKEN: RefreshToken } = known;
    keepTokens(
      await client.send(new cognito.GetTokensFromRefreshTokenCommand({ ClientId: 'app', RefreshToken })),
    );
  });

  it('set up a second factor, use it and turn it off', async () => {
    const secret = fromBase32((await send('set up a second factor')).SecretCode);
    const nextCode = () => {
      authenticatorTime = later(authenticatorTime, STEP_SECONDS * 1000);
      known['CODE'] = totp(secret, authenticatorTime.getTime() / 1000);
    };
    nextCode();
    expect(await send('enter its first code')).toMatchObject({ Status: 'SUCCESS' });
    await send('require it from now on');
    expect(await send('read the own address')).toMatchObject({ UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] });

    const { ChallengeName, Session } = await provePassword();
    expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    known['SESSION'] = Session;
    known['CODE'] = 'no code';
    await expect(send('answer with the second factor')).rejects.toThrow(cognito.CodeMismatchException);
    nextCode();
    keepTokens(await send('answer with the second factor'));
    await send('stop requiring it');
    await signIn();
  });

  it('replace a forgotten password, and change it', async () => {
    await send('forget the password');
    enterMailedCode('nurul@example.my');
    await send('choose a new password');
    await expect(signIn()).rejects.toThrow(cognito.NotAuthorizedException);
    known['PASSWORD'] = known['NEW_PASSWORD'] ?? '';
    await signIn();
    known['NEW_PASSWORD'] = 'one more Passw0rd! of Nurul';
    await send('change the password');
    known['PASSWORD'] = known['NEW_PASSWORD'];
  });

  it('change the email address', async () => {
    const address = async () =>
      Object.fromEntries(
        (await send('read the own address')).UserAttributes.map(({ Name, Value }: cognito.AttributeType) => [
          Name,
          Value,
        ]),
      ).email;
    const { CodeDeliveryDetailsList } = await send('change the address');
    expect(CodeDeliveryDetailsList).toMatchObject([{ Destination: 'i***@e***' }]);
    expect(await address()).toBe('nurul@example.my');
    await send('mail another code to it');
    enterMailedCode('izzah@example.my');
    await send('confirm the new address');
    expect(await address()).toBe('izzah@example.my');
    known['MAIL'] = 'izzah@example.my';
  });

  it('sign out on this device and on all devices', async () => {
    await signIn();
    await send('sign out on this device');
    await expect(send('refresh the tokens')).rejects.toThrow(cognito.NotAuthorizedException);
    await expect(send('sign out on all devices')).rejects.toThrow(cognito.NotAuthorizedException);
    await signIn();
    const { REFRESH_TOKEN: first = '' } = known;
    await signIn();
    await send('sign out on all devices');
    for (const token of [first, known['REFRESH_TOKEN'] ?? '']) {
      known['REFRESH_TOKEN'] = token;
      await expect(send('refresh the tokens')).rejects.toThrow('Refresh Token has been revoked');
    }
  });

  it('are all those of the document', () => {
    expect([...used].toSorted()).toEqual([...requests.keys()].toSorted());
    expect(used.size).toBeGreaterThan(15);
  });
});
