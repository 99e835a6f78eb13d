import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { totp } from '../../../local/user-pool/totp.ts';
import { codeMailText } from '../../../shared/identity/code-mail.ts';
import { hours, minutes, seconds } from '../../../shared/values/clock.ts';
import { dataOf, sihatClient } from '../../../web/client/client.ts';
import { signInAt } from '../../../web/client/example/sign-in.ts';
import { fromBase32 } from '../../support/base32.ts';
import { memoryStorage } from '../../support/memory-storage.ts';
import { poolAt } from '../../support/pool-client.ts';
import { startInProcess } from '../../support/running.ts';

/** An app signs in at `npm start` with the code of `docs/api.md`, which uses a library of AWS, and calls the API. */

const MAIL = 'nurul@example.my';
const NEW_MAIL = 'izzah@example.my';
const PASSWORD = 'a long Passw0rd! of Nurul';
const OTHER = 'another Passw0rd! of Nurul';

let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  // The time stands still between the steps, so that no code or token expires because the machine is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  local = await startInProcess();
});
afterAll(async () => {
  await local?.stop();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const latestMail = async () => (await local.call('GET', '/local/mails')).body.mails[0];
const codeFor = async (to: string): Promise<string> => {
  const mail = await latestMail();
  expect(mail).toMatchObject({ to, text: codeMailText(mail.code) });
  return mail.code;
};
const noCode = async (): Promise<string> => {
  throw new Error('nobody has a second factor here');
};

const source = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const [, section = ''] = /^## Signing in from an app\n(.*?)^## /ms.exec(source('docs/api.md')) ?? [];
/** The file to copy, and the lines that use it. */
const [file, sample] = [...section.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
const lines = sample?.replaceAll(/^import .*\n/gm, '');

/** Runs the documented lines. They read the settings of the platform, as an app does. */
const connect: (...given: unknown[]) => Promise<{
  readonly person: ReturnType<typeof signInAt>;
  readonly api: ReturnType<typeof sihatClient>;
}> = Object.getPrototypeOf(async () => {}).constructor(
  ...['sihatClient', 'dataOf', 'signInAt', 'baseUrl', 'storage'],
  `${lines}; return { person, api };`,
);

/** A phone or a browser with storage of its own. */
async function device() {
  const { storage, kept } = memoryStorage();
  const { person, api } = await connect(sihatClient, dataOf, signInAt, local.url, storage);
  /** Reads the own account, and returns its id or the code of the error. */
  const whoAmI = async () => {
    const { data, error } = await api.GET('/v1/account');
    return data?.id ?? (error && 'code' in error ? error.code : undefined);
  };
  const refreshToken = () => [...kept].find(([key]) => key.endsWith('.refreshToken'))?.[1];
  return { person, api, whoAmI, refreshToken };
}
/** Whether a refresh token is still valid. The library would repeat a refused refresh for six seconds. */
const isRefreshed = async (token: string | undefined): Promise<boolean> => {
  const settings = (await local.call('GET', '/local/user-pool')).body;
  const body = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } };
  return (await poolAt(settings)('InitiateAuth', body)).status === 200;
};

it('is described with the code that these tests run', () => {
  expect(file).toBe(source('web/client/example/sign-in.ts'));
});

describe('a person with an app', { shuffle: false }, () => {
  let phone: Awaited<ReturnType<typeof device>>;
  let tablet: Awaited<ReturnType<typeof device>>;
  let id: string | undefined;
  beforeAll(async () => {
    phone = await device();
    tablet = await device();
  });

  it('signs up, confirms the address with the second code, and signs in, with spaces around the address but not the password (report 18)', async () => {
    const { signUp, resendCode, confirmSignUp, signIn } = phone.person;
    await expect(signUp(MAIL, 'too short')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await expect(signUp(MAIL, ` ${PASSWORD}`)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await signUp(` ${MAIL} `, PASSWORD);
    await codeFor(MAIL);
    await resendCode(MAIL);
    const code = await codeFor(MAIL);
    await expect(confirmSignUp(MAIL, 'no code')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirmSignUp(MAIL, code);
    await expect(signUp(MAIL, PASSWORD)).rejects.toMatchObject({ name: 'UsernameExistsException' });

    expect(await phone.whoAmI()).toBe('not_signed_in');
    await expect(signIn(MAIL, ` ${PASSWORD}`, noCode)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    const session = await signIn(` ${MAIL} `, PASSWORD, noCode);
    id = session.getIdToken().payload['sub'];
    expect(session.getIdToken().payload).toMatchObject({
      email: MAIL,
      token_use: 'id',
      'cognito:username': id,
    });
    expect(await phone.whoAmI()).toBe(id);
  });

  it('refreshes the tokens, which is no fresh sign-in, also when the access token has expired', async () => {
    const ownData = async () => {
      const { error, response } = await phone.api.GET('/v1/account/data');
      return error && 'code' in error ? error.code : response.status;
    };
    expect(await ownData()).toBe(200);
    const first = await phone.person.accessToken();
    await phone.person.refresh();
    const second = await phone.person.accessToken();
    expect(second).not.toBe(first);
    expect(await ownData()).toBe('fresh_session_required');

    pass(hours(1));
    expect((await local.call('GET', '/v1/account', { token: second ?? '' })).body.code).toBe('invalid_token');
    expect(await phone.whoAmI()).toBe(id);
    expect(await phone.person.accessToken()).not.toBe(second);
  });

  it('sets up a second factor, with which another device signs in', async () => {
    const secret = fromBase32(await phone.person.newSecondFactor());
    const code = () => totp(secret, Date.now() / 1000);
    await expect(phone.person.enableSecondFactor('no code')).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    await phone.person.enableSecondFactor(code());
    pass(seconds(30));
    const typed = ['no code', code()];
    await tablet.person.signIn(MAIL, PASSWORD, async () => typed.shift() ?? '');
    expect([typed, await tablet.whoAmI()]).toEqual([[], id]);
    await phone.person.disableSecondFactor();
  });

  it('replaces a forgotten password by a code, and changes it', async () => {
    const { forgotPassword, newPassword, changePassword, signIn } = phone.person;
    await forgotPassword(MAIL);
    await expect(newPassword(MAIL, 'no code', OTHER)).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await newPassword(MAIL, await codeFor(MAIL), OTHER);
    await signIn(MAIL, OTHER, noCode);
    await changePassword(OTHER, `${OTHER} 2`);
    await expect(changePassword(OTHER, `${OTHER} 3`)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  it('changes the email address, which the code of the new one completes', async () => {
    await phone.person.changeMail(NEW_MAIL);
    await expect(phone.person.confirmMail('no code')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await phone.person.confirmMail(await codeFor(NEW_MAIL));
    await phone.person.refresh();
    await phone.person.forgotPassword(NEW_MAIL);
    await codeFor(NEW_MAIL);
  });

  it('signs out on this device, and on all devices', async () => {
    const ofPhone = phone.refreshToken();
    expect(await isRefreshed(ofPhone)).toBe(true);
    await phone.person.signOut();
    expect([await phone.whoAmI(), phone.refreshToken()]).toEqual(['not_signed_in', undefined]);
    expect([await isRefreshed(ofPhone), await isRefreshed(tablet.refreshToken())]).toEqual([false, true]);

    const [ofTablet, token] = [tablet.refreshToken(), await tablet.person.accessToken()];
    await tablet.person.signOutEverywhere();
    expect([await tablet.whoAmI(), await isRefreshed(ofTablet)]).toEqual(['not_signed_in', false]);
    // The API does not ask the user pool.
    expect((await local.call('GET', '/v1/account', { token: token ?? '' })).status).toBe(200);
  });

  it('closes the account, and can sign in until the erasure', async () => {
    await phone.person.signIn(NEW_MAIL, `${OTHER} 2`, noCode);
    const { data } = await phone.api.POST('/v1/account/deletion');
    expect(await phone.whoAmI()).toBe('account_closed');
    const receiptToken = data?.receiptToken ?? '';
    const refreshToken = phone.refreshToken();
    expect(await isRefreshed(refreshToken)).toBe(true);
    pass(minutes(5));
    const receipt = async () =>
      (await phone.api.POST('/v1/account/deletion/receipt', { body: { receiptToken } })).data?.status;
    await expect.poll(receipt).toBe('completed');
    expect(await isRefreshed(refreshToken)).toBe(false);
    await expect(tablet.person.signIn(NEW_MAIL, `${OTHER} 2`, noCode)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });
});
