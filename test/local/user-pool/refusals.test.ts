import { beforeEach, describe, expect, it } from 'vitest';
import { lockouts } from '../../../local/user-pool/limits.ts';
import { peopleOf, setPassword } from '../../../local/user-pool/people.ts';
import { STEP_SECONDS, totp } from '../../../local/user-pool/totp.ts';
import { type UserPool, userPool } from '../../../local/user-pool/user-pool.ts';
import { days, hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import { type AskPool, headersFor, signInBySrp, srpClient } from '../../support/pool-client.ts';
import { newAccount } from '../../support/world.ts';

/** What the user pool of `npm start` refuses, with the errors and the limits of Cognito. */

const USER_POOL_ID = 'ap-southeast-5_AbCdEfGhI';
const PASSWORD = 'a long Passw0rd! of somebody';
const OTHER = 'another Passw0rd! of somebody';
const secret = Buffer.from('12345678901234567890');
const plain = { mail: 'plain@example.my', sub: newAccount(), password: PASSWORD };
const careful = { mail: 'careful@example.my', sub: newAccount(), password: PASSWORD, secret };
const invited = {
  mail: 'invited@example.my',
  sub: newAccount(),
  password: PASSWORD,
  mustChangePassword: true,
} as const;

let now: Date;
let pool: UserPool;
let issued = 0;
beforeEach(() => {
  now = new Date('2026-11-03T04:05:06.000Z');
  pool = userPool({
    userPoolId: USER_POOL_ID,
    clientId: 'app',
    users: [plain, careful, invited],
    issue: async () => `token-${issued++}`,
    now: () => now,
  });
});

/** Sends a body as it is. */
async function send(operation: string, body: string) {
  const {
    statusCode,
    headers,
    body: answer = '',
  } = await pool.answer({
    headers: headersFor(operation),
    body: Buffer.from(body),
  });
  return { status: statusCode, headers, body: JSON.parse(answer) };
}
const ask: AskPool = (operation, body) => send(operation, JSON.stringify({ ClientId: 'app', ...body }));

/** The type and the message of an error, or `undefined` for a success. */
const errorOf = ({ status, body }: Awaited<ReturnType<AskPool>>) =>
  status === 200 ? undefined : `${body.__type}: ${body.message}`;
const refused = async (operation: string, body: object) => errorOf(await ask(operation, body));

const signIn = ({ mail, password = PASSWORD }: { readonly mail: string; readonly password?: string }) =>
  signInBySrp(ask, { userPoolId: USER_POOL_ID, mail, password });
const tokensOf = async (user: Parameters<typeof signIn>[0]) => (await signIn(user)).body.AuthenticationResult;
const latestCode = () => pool.mails()[0]?.code ?? '';
const anotherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const pass = (milliseconds: number) => {
  now = later(now, milliseconds);
};

const WRONG = 'NotAuthorizedException: Incorrect username or password.';
const LOCKED = 'NotAuthorizedException: Password attempts exceeded';
const EXPIRED = 'ExpiredCodeException: Invalid code provided, please request a code again.';
const MISMATCH = 'CodeMismatchException: Invalid verification code provided, please try again.';
const LIMIT = 'LimitExceededException: Attempt limit exceeded, please try after some time.';

/** A wrong proof, which takes less time than the proof of a wrong password. */
async function fail(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { body } = await ask('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: plain.mail, SRP_A: 'ab' },
    });
    const ChallengeResponses = {
      PASSWORD_CLAIM_SECRET_BLOCK: body.ChallengeParameters.SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: 'wrong',
      TIMESTAMP: 'Tue Nov 3 04:05:06 UTC 2026',
    };
    expect(
      await refused('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses }),
    ).toBe(WRONG);
  }
}

describe('a request', () => {
  it('gets its error in the body and in two headers, with the status 400', async () => {
    const { status, headers, body } = await send('SignUp', '{"ClientId":"another"}');
    expect([status, body]).toEqual([
      400,
      { __type: 'ResourceNotFoundException', message: 'No such app client' },
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-errortype': 'ResourceNotFoundException:',
      'x-amzn-errormessage': 'No such app client',
    });
  });

  it('names the operation and every required field', async () => {
    expect(await refused('AdminDeleteUser', {})).toMatch(/^UnknownOperationException/);
    expect(await refused('constructor', {})).toMatch(/^UnknownOperationException/);
    for (const body of ['{', '[]', '""'])
      expect(errorOf(await send('SignUp', body))).toMatch(/^SerializationException/);
    expect(await refused('SignUp', { Username: plain.mail })).toBe(
      "InvalidParameterException: 1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null",
    );
    expect(await refused('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })).toBe(
      'InvalidParameterException: Missing required parameter USERNAME',
    );
    expect(await refused('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH' })).toBe(
      'InvalidParameterException: USER_PASSWORD_AUTH flow not enabled for this client',
    );
  });
});

describe('a password', () => {
  it.each([
    ['Sh0rt!', 'Password not long enough'],
    ['NO LOWER CASE 1!', 'Password must have lowercase characters'],
    ['no upper case 1!', 'Password must have uppercase characters'],
    ['No digit at all!', 'Password must have numeric characters'],
    ['NoSymbolAtAll123', 'Password must have symbol characters'],
  ])('must follow the rules: %s', async (Password, rule) => {
    expect(await refused('SignUp', { Username: 'new@example.my', Password })).toBe(
      `InvalidPasswordException: Password did not conform with policy: ${rule}`,
    );
  });

  it('with a space at its beginning or end is refused, before its code is used', async () => {
    await ask('ForgotPassword', { Username: plain.mail });
    const reset = { Username: plain.mail, ConfirmationCode: latestCode() };
    const { AccessToken } = await tokensOf(plain);
    const change = { AccessToken, PreviousPassword: PASSWORD };
    const refusalOf = (field: string) =>
      `InvalidParameterException: 1 validation error detected: Value at '${field}' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$`;
    for (const spaced of [` ${OTHER}`, `${OTHER} `]) {
      const signUp = { Username: 'new@example.my', Password: spaced };
      expect(await refused('SignUp', signUp)).toBe(refusalOf('password'));
      expect(await refused('ConfirmForgotPassword', { ...reset, Password: spaced })).toBe(
        refusalOf('password'),
      );
      expect(await refused('ChangePassword', { ...change, ProposedPassword: spaced })).toBe(
        refusalOf('proposedPassword'),
      );
    }
    expect(await refused('ConfirmForgotPassword', { ...reset, Password: OTHER })).toBeUndefined();
    // The new password of the first sign-in is no field of its own.
    const person = peopleOf([plain]).find(plain.mail);
    expect(() => person && setPassword(person, ` ${OTHER}`)).toThrow('must not begin or end with a space');
  });

  it('differs from the latest five', async () => {
    const { AccessToken } = await tokensOf(plain);
    const reused = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: PASSWORD };
    const USED = 'Password has previously been used';
    expect(await refused('ChangePassword', reused)).toBe(`PasswordHistoryPolicyViolationException: ${USED}`);

    const person = peopleOf([plain]).find(plain.mail);
    if (!person) throw new Error('not in the pool');
    for (const n of [1, 2, 3, 4]) setPassword(person, `${OTHER} ${n}`);
    expect(() => setPassword(person, PASSWORD)).toThrow(USED);
    setPassword(person, `${OTHER} 5`);
    setPassword(person, PASSWORD);
    expect(person.passwords).toHaveLength(5);
  });

  it('is changed only by somebody who knows it', async () => {
    const { AccessToken } = await tokensOf(plain);
    const guessed = { AccessToken, PreviousPassword: OTHER, ProposedPassword: `${OTHER} 1` };
    expect(await refused('ChangePassword', guessed)).toBe(WRONG);
    expect(errorOf(await signIn(plain))).toBeUndefined();
  });
});

describe('wrong passwords', () => {
  it('lock out for a second after the fifth, and twice as long after each further one', async () => {
    await fail(5);
    expect(errorOf(await signIn(plain))).toBe(LOCKED);
    pass(seconds(1));
    await fail(1);
    pass(seconds(2) - 1);
    expect(errorOf(await signIn(plain))).toBe(LOCKED);
    pass(1);
    expect(errorOf(await signIn(plain))).toBeUndefined();
    await fail(4);
    expect(errorOf(await signIn(plain))).toBeUndefined();
  });

  it('lock out for 15 minutes at most, after which counting begins again', () => {
    const { assertNone, fail: failure } = lockouts(() => now);
    const isLockedOut = () => {
      try {
        assertNone(plain.sub);
        return false;
      } catch {
        return true;
      }
    };
    for (let n = 0; n < 4; n++) failure(plain.sub);
    // The lockouts last 1 s, 2 s and so on.
    for (let lockout = seconds(1); lockout < minutes(15); lockout *= 2) {
      expect(isLockedOut()).toBe(false);
      failure(plain.sub);
      pass(lockout - 1);
      expect(isLockedOut()).toBe(true);
      pass(1);
    }
    failure(plain.sub);
    pass(minutes(15) - 1);
    expect(isLockedOut()).toBe(true);
    pass(1);
    expect(isLockedOut()).toBe(false);
    for (let n = 0; n < 4; n++) failure(plain.sub);
    expect(isLockedOut()).toBe(false);
  });

  it('look like unknown people, who get no mail', async () => {
    const start = (USERNAME: string) =>
      ask('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'ab' } });
    const [known, unknown, again] = [
      await start(plain.mail),
      await start('nobody@example.my'),
      await start('nobody@example.my'),
    ].map(({ status, body }) => ({ status, ...body.ChallengeParameters }));
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect([unknown.SALT, unknown.USERNAME]).toEqual([again.SALT, again.USERNAME]);
    expect(unknown.USERNAME).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(errorOf(await signIn({ mail: 'nobody@example.my' }))).toBe(WRONG);
    expect(errorOf(await signIn({ ...plain, password: OTHER }))).toBe(WRONG);

    for (const operation of ['ForgotPassword', 'ResendConfirmationCode'])
      expect((await ask(operation, { Username: 'nobody@example.my' })).body).toEqual({
        CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'n***@e***' },
      });
    expect(pool.mails()).toEqual([]);
    const code = { Username: 'nobody@example.my', ConfirmationCode: '123456' };
    expect(await refused('ConfirmSignUp', code)).toBe(EXPIRED);
    expect(await refused('ConfirmForgotPassword', { ...code, Password: OTHER })).toBe(MISMATCH);
  });

  it('cannot be replaced by a number that makes the proof independent of the password, or by an old proof', async () => {
    const { SRP_A, prove } = srpClient(USER_POOL_ID, PASSWORD);
    const start = (A: string) =>
      ask('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: plain.mail, SRP_A: A } });
    expect(errorOf(await start('0'))).toBe(WRONG);
    expect(errorOf(await start('not a number'))).toMatch(/^InvalidParameterException/);
    const { body } = await start(SRP_A);
    const ChallengeResponses = prove(body.ChallengeParameters);
    const respond = () =>
      ask('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
    expect(errorOf(await respond())).toBeUndefined();
    expect(errorOf(await respond())).toBe(WRONG);
  });

  it.each(['Tue Nov 03 04:05:06 UTC 2026', '2026-11-03T04:05:06Z'])(
    'are not blamed for a time in another format: %s',
    async (TIMESTAMP) => {
      const { SRP_A, prove } = srpClient(USER_POOL_ID, PASSWORD);
      const AuthParameters = { USERNAME: plain.mail, SRP_A };
      const { body } = await ask('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters });
      const ChallengeResponses = { ...prove(body.ChallengeParameters), TIMESTAMP };
      expect(
        await refused('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses }),
      ).toBe('InvalidParameterException: TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
    },
  );
});

describe('a mailed code', () => {
  const Username = 'new@example.my';
  const signUp = () => ask('SignUp', { Username, Password: PASSWORD });
  const confirm = (ConfirmationCode: string) => refused('ConfirmSignUp', { Username, ConfirmationCode });

  it('confirms an address once, within a day, and is replaced by the next one', async () => {
    await signUp();
    expect(errorOf(await signIn({ mail: Username }))).toBe(
      'UserNotConfirmedException: User is not confirmed.',
    );
    expect(await confirm(anotherThan(latestCode()))).toBe(MISMATCH);
    pass(hours(24));
    expect(await confirm(latestCode())).toBe(EXPIRED);
    await ask('ResendConfirmationCode', { Username });
    const first = latestCode();
    do await ask('ResendConfirmationCode', { Username });
    while (latestCode() === first);
    expect(await confirm(first)).toBe(MISMATCH);
    pass(hours(24) - 1);
    expect(await confirm(latestCode())).toBeUndefined();
    expect(await confirm(latestCode())).toBe(
      'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
    );
    expect(await refused('ResendConfirmationCode', { Username })).toBe(
      'InvalidParameterException: User is already confirmed.',
    );
  });

  it('is for one purpose', async () => {
    await ask('ForgotPassword', { Username: plain.mail });
    const { AccessToken } = await tokensOf(plain);
    const verify = { AccessToken, AttributeName: 'email', Code: latestCode() };
    expect(await refused('VerifyUserAttribute', verify)).toBe(EXPIRED);
  });

  it('sets a new password within an hour, and ends a lockout', async () => {
    await fail(5);
    await ask('ForgotPassword', { Username: plain.mail.toUpperCase() });
    const reset = (ConfirmationCode: string, Password = OTHER) =>
      refused('ConfirmForgotPassword', { Username: plain.mail, ConfirmationCode, Password });
    expect(await reset(anotherThan(latestCode()))).toBe(MISMATCH);
    expect(await reset(latestCode(), 'short')).toMatch(/^InvalidPasswordException/);
    expect(await reset(latestCode())).toBe(EXPIRED); // because a code is used once
    await ask('ForgotPassword', { Username: plain.mail });
    expect(await reset(latestCode())).toBeUndefined();
    expect(errorOf(await signIn({ ...plain, password: OTHER }))).toBeUndefined();
    await ask('ForgotPassword', { Username: plain.mail });
    pass(hours(1));
    expect(await reset(latestCode(), `${OTHER} 2`)).toBe(EXPIRED);
  });

  it('is not mailed to an address that was never confirmed, and not for a new password', async () => {
    await signUp();
    const count = pool.mails().length;
    expect((await ask('ForgotPassword', { Username })).status).toBe(200);
    expect(pool.mails()).toHaveLength(count);
  });

  it.each([
    ['ForgotPassword', 5, { Username: plain.mail }],
    ['ConfirmForgotPassword', 5, { Username: plain.mail, ConfirmationCode: '0', Password: OTHER }],
    ['ResendConfirmationCode', 5, { Username: plain.mail }],
    ['ConfirmSignUp', 15, { Username: plain.mail, ConfirmationCode: '0' }],
    ['ChangePassword', 5, { PreviousPassword: OTHER, ProposedPassword: OTHER }],
    ['GetUserAttributeVerificationCode', 5, { AttributeName: 'email' }],
    ['VerifyUserAttribute', 15, { AttributeName: 'email', Code: '0' }],
  ])('can be asked for or entered a few times an hour: %s %i times', async (operation, limit, body) => {
    const ofUser = 'Username' in body ? {} : { AccessToken: (await tokensOf(plain)).AccessToken };
    const attempt = () => refused(operation, { ...body, ...ofUser });
    for (let n = 0; n < limit; n++) expect(await attempt()).not.toBe(LIMIT);
    expect(await attempt()).toBe(LIMIT);
  });

  it('is limited for each person, and an hour later no longer', async () => {
    const attempt = (Username: string) => refused('ForgotPassword', { Username });
    for (let n = 0; n < 5; n++) await attempt(plain.mail);
    expect([await attempt(plain.mail), await attempt(careful.mail)]).toEqual([LIMIT, undefined]);
    pass(hours(1) - 1);
    expect(await attempt(plain.mail)).toBe(LIMIT);
    pass(1);
    expect(await attempt(plain.mail)).toBeUndefined();
  });
});

describe('an email address', () => {
  it('belongs to one person, in any case', async () => {
    const taken = 'An account with the given email already exists.';
    expect(await refused('SignUp', { Username: 'PLAIN@example.my', Password: PASSWORD })).toBe(
      `UsernameExistsException: ${taken}`,
    );
    const { AccessToken } = await tokensOf(plain);
    const change = (Value: string) =>
      refused('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value }] });
    expect(await change('Careful@example.my')).toBe(`AliasExistsException: ${taken}`);
    expect(await change('free@example.my')).toBeUndefined();
    // Somebody else signs up with it before its code is entered.
    const Code = latestCode();
    await ask('SignUp', { Username: 'free@example.my', Password: PASSWORD });
    expect(await refused('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).toBe(
      `AliasExistsException: ${taken}`,
    );
    expect(await change('nonsense')).toBe('InvalidParameterException: Invalid email address format.');
    expect(await refused('SignUp', { Username: 'nonsense', Password: PASSWORD })).toBe(
      'InvalidParameterException: Username should be an email.',
    );
  });

  it('is the only attribute that an app can write', async () => {
    const unauthorized = 'NotAuthorizedException: A client attempted to write unauthorized attribute';
    const UserAttributes = [{ Name: 'name', Value: 'Somebody' }];
    const user = { Username: 'new@example.my', Password: PASSWORD, UserAttributes };
    expect(await refused('SignUp', user)).toBe(unauthorized);
    const { AccessToken } = await tokensOf(plain);
    expect(await refused('UpdateUserAttributes', { AccessToken, UserAttributes })).toBe(unauthorized);
  });
});

describe('a challenge', () => {
  const answer = (Session: string, SOFTWARE_TOKEN_MFA_CODE: string) =>
    refused('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: careful.sub, SOFTWARE_TOKEN_MFA_CODE },
    });
  const codeOf = (steps: number) => totp(secret, now.getTime() / 1000 + steps * STEP_SECONDS);
  const challenged = async () => (await signIn(careful)).body.Session;

  it('takes a wrong code and then the right one, each code once, and also codes of the steps beside', async () => {
    const session = await challenged();
    for (const steps of [-2, 2])
      expect(await answer(session, codeOf(steps))).toBe(
        'CodeMismatchException: Invalid code received for user',
      );
    for (const steps of [-1, 0, 1]) expect(await answer(await challenged(), codeOf(steps))).toBeUndefined();
    for (const steps of [-1, 0, 1])
      expect(await answer(session, codeOf(steps))).toBe(
        'ExpiredCodeException: Your software token has already been used once.',
      );
    pass(seconds(STEP_SECONDS));
    expect(await answer(session, codeOf(1))).toBeUndefined();
    pass(seconds(2 * STEP_SECONDS));
    expect(await answer(session, codeOf(0))).toBe('NotAuthorizedException: Invalid session for the user.');
  });

  it('can be answered for three minutes', async () => {
    const session = await challenged();
    pass(minutes(3));
    expect(await answer(session, codeOf(0))).toBe(
      'NotAuthorizedException: Invalid session for the user, session is expired.',
    );
    expect(await answer('another', codeOf(0))).toBe('NotAuthorizedException: Invalid session for the user.');
    expect(await refused('RespondToAuthChallenge', { ChallengeName: 'constructor' })).toMatch(
      /^InvalidParameterException/,
    );
  });

  it('asks for a password of the person, and is not answered by that of another challenge', async () => {
    const { body } = await signIn(invited);
    expect(body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) });
    expect(await answer(body.Session, '123456')).toMatch(/Invalid session/);
    const choose = (NEW_PASSWORD: string) =>
      ask('RespondToAuthChallenge', {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: body.Session,
        ChallengeResponses: { USERNAME: invited.sub, NEW_PASSWORD },
      });
    expect(errorOf(await choose('short'))).toMatch(/^InvalidPasswordException/);
    expect((await choose(OTHER)).body.AuthenticationResult.AccessToken).toEqual(expect.any(String));
    expect(errorOf(await signIn({ ...invited, password: OTHER }))).toBeUndefined();
  });

  it('needs a second factor of which a code was entered', async () => {
    const { AccessToken } = await tokensOf(plain);
    const prefer = () =>
      refused('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    const verify = (UserCode: string) => refused('VerifySoftwareToken', { AccessToken, UserCode });
    const NOT_VERIFIED = 'InvalidParameterException: User has not verified software token mfa';
    expect(await prefer()).toBe(NOT_VERIFIED);
    expect(await verify('123456')).toMatch(/^SoftwareTokenMFANotFoundException/);
    await ask('AssociateSoftwareToken', { AccessToken });
    expect(await verify('no code')).toBe(
      'EnableSoftwareTokenMFAException: Code mismatch and fail enable Software Token MFA',
    );
    expect(await prefer()).toBe(NOT_VERIFIED);
  });
});

describe('a token', () => {
  const refresh = (REFRESH_TOKEN: string) =>
    refused('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } });
  const read = (AccessToken: string) => refused('GetUser', { AccessToken });

  it('expires: an access token after an hour, and a refresh token 30 days after the sign-in', async () => {
    const { AccessToken, RefreshToken } = await tokensOf(plain);
    pass(hours(1) - 1);
    expect([await read(AccessToken), await refresh(RefreshToken)]).toEqual([undefined, undefined]);
    pass(1);
    expect(await read(AccessToken)).toBe('NotAuthorizedException: Access Token has expired');
    pass(days(30) - hours(1) - 1);
    expect(await refresh(RefreshToken)).toBeUndefined();
    pass(1);
    expect(await refresh(RefreshToken)).toBe('NotAuthorizedException: Refresh Token has expired');
    expect(await refresh('another')).toBe('NotAuthorizedException: Invalid Refresh Token');
    expect(await read('another')).toBe('NotAuthorizedException: Invalid Access Token');
  });

  it('is revoked with the sign-in it belongs to, or with all', async () => {
    const [first, second] = [await tokensOf(plain), await tokensOf(plain)];
    await ask('RevokeToken', { Token: first.RefreshToken });
    const REVOKED = 'NotAuthorizedException: Refresh Token has been revoked';
    expect([await refresh(first.RefreshToken), await refresh(second.RefreshToken)]).toEqual([
      REVOKED,
      undefined,
    ]);
    expect(await read(first.AccessToken)).toBe('NotAuthorizedException: Access Token has been revoked');
    const third = await tokensOf(plain);
    await ask('GlobalSignOut', { AccessToken: second.AccessToken });
    for (const { RefreshToken } of [second, third]) expect(await refresh(RefreshToken)).toBe(REVOKED);
  });

  it('is worth nothing after the account was erased, whose address is free again', async () => {
    const { RefreshToken } = await tokensOf(plain);
    pool.remove(plain.sub);
    expect(await refresh(RefreshToken)).toMatch(/^NotAuthorizedException/);
    expect(errorOf(await signIn(plain))).toBe(WRONG);
    const { body } = await ask('SignUp', { Username: plain.mail, Password: PASSWORD });
    expect(body.UserSub).not.toBe(plain.sub);
  });
});
