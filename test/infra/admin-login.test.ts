import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refreshed } from '../../infra/admin/cognito.ts';
import { administer } from '../../infra/admin/program.ts';
import { processTerminal } from '../../infra/admin/terminal.ts';
import type { PoolUser } from '../../local/user-pool/people.ts';
import { STEP_SECONDS, totp } from '../../local/user-pool/totp.ts';
import { days, later } from '../../shared/values/clock.ts';
import { REFRESH_TOKEN_DAYS } from '../../shared/values/limits.ts';
import { startInProcess } from '../support/running.ts';
import { startUserPool } from '../support/user-pool.ts';
import { newAccount } from '../support/world.ts';

/** Signing in on the command line, at the user pool of `npm start`. */

const PASSWORD = 'a long Passw0rd! of somebody';
const secret = Buffer.from('12345678901234567890');
const plain: PoolUser = { mail: 'plain@example.my', sub: newAccount(), password: PASSWORD };
const careful: PoolUser = { mail: 'careful@example.my', sub: newAccount(), password: PASSWORD, secret };
const invited: PoolUser = {
  mail: 'invited@example.my',
  sub: newAccount(),
  password: PASSWORD,
  mustChangePassword: true,
};
const ids = ['--user-pool', 'ap-southeast-5_AbCdEfGhI', '--app-client', 'client-of-the-app'];

let local: Awaited<ReturnType<typeof startInProcess>>;
let pool: Awaited<ReturnType<typeof startUserPool>>;
/** The claims of the next access tokens, to let time pass. */
let claims = {};
/** The pool's clock is this much ahead. */
let ahead = 0;
/** The authenticator app shows another code each time that somebody looks. */
let authenticatorTime = new Date('2026-01-01T00:00:00.000Z');
const issued = new Set<string>();
beforeAll(async () => {
  local = await startInProcess();
  pool = await startUserPool({
    userPoolId: 'ap-southeast-5_AbCdEfGhI',
    clientId: 'client-of-the-app',
    users: [plain, careful, invited],
    now: () => later(new Date(), ahead),
    authenticatorNow: () => authenticatorTime,
    issue: async ({ accountId, signIn }) => {
      const token = await local.tokenOf({ accountId, signIn: signIn ?? undefined, ...claims });
      issued.add(token);
      return token;
    },
  });
  for (const { sub } of [plain]) await run(['first-admin', sub, '--local']);
  for (const { sub } of [careful]) await run(['--as', plain.sub, 'grant-admin', sub, '--yes']);
});
afterAll(async () => {
  await pool?.stop();
  await local?.stop();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
  claims = {};
  ahead = 0;
  printed = '';
});
afterEach(() => {
  // Nothing that a command prints contains a secret.
  for (const hidden of [PASSWORD, ...issued, ...refreshTokens()]) expect(printed).not.toContain(hidden);
  rmSync(folder, { recursive: true });
});
let printed = '';
const refreshTokens = () =>
  [...pool.sent.join().matchAll(/"RefreshToken":"([^"]+)"/g)].map(([, token = '']) => token);

/** Runs a command with a person at the terminal who gives these answers, or in a script. */
async function run(args: readonly string[], answers?: readonly string[], environment = {}) {
  const left = [...(answers ?? [])];
  const asked: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    return left.shift() ?? '';
  };
  const output = { stdout: '', stderr: '' };
  const atPool = args.includes('--user-pool') && !args.includes('--endpoint') ? ['--endpoint', pool.url] : [];
  const code = await administer(['--api', local.url, ...args, ...atPool], {
    environment: { XDG_CONFIG_HOME: folder, ...environment },
    terminal: answers && { ask: answer, askSecret: answer },
    write: (text) => {
      output.stdout += text;
    },
    writeError: (text) => {
      output.stderr += text;
    },
  });
  printed += output.stdout + output.stderr;
  return { code, ...output, asked };
}
const login = (user: PoolUser, ...answers: string[]) => run(['login', ...ids, '--user', user.mail], answers);
/** The file that the first `givenLogin` wrote. Later ones copy it, because SRP takes a third of a second of processor time. */
let earlier: { readonly name: string; readonly text: string } | undefined;
async function givenLogin(): Promise<void> {
  if (!earlier) {
    await login(plain, PASSWORD);
    earlier = { name: files()[0] ?? '', text: readFileSync(file(), 'utf8') };
  } else {
    mkdirSync(join(folder, 'sihat'));
    writeFileSync(join(folder, 'sihat', earlier.name), earlier.text, { mode: 0o600 });
  }
}
const code = () => {
  authenticatorTime = later(authenticatorTime, STEP_SECONDS * 1000);
  return totp(secret, authenticatorTime.getTime() / 1000);
};
const files = () => readdirSync(join(folder, 'sihat'));
const file = () => join(folder, 'sihat', files()[0] ?? '');
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('an administrator signs in', () => {
  it('with the password, which is never sent, and then uses commands without a token', async () => {
    const { code, stdout, asked } = await run(['login', ...ids], [plain.mail, PASSWORD]);
    expect([code, stdout]).toEqual([0, `Signed in at ${local.url} as ${plain.mail}.\n`]);
    expect(asked).toEqual(['Email address: ', `Password of ${plain.mail}: `]);
    expect(pool.received.join()).not.toContain(PASSWORD);
    expect(await run(['list-admins'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(plain.sub),
      asked: [],
    });
  });

  it('with the code of the second factor', async () => {
    const { code: exit, asked } = await login(careful, PASSWORD, ` ${code()} `);
    expect([exit, asked]).toEqual([0, [`Password of ${careful.mail}: `, 'Code of the second factor: ']]);
    expect((await run(['list-admins'])).code).toBe(0);
  });

  it('not with a wrong password, a wrong code, as somebody unknown, or at another client', async () => {
    const wrong = 'Cannot sign in: Incorrect username or password.\n';
    expect(await login(plain, 'another Passw0rd!')).toMatchObject({ code: 1, stdout: '', stderr: wrong });
    expect(await login({ ...plain, mail: 'nobody@example.my' }, PASSWORD)).toMatchObject({ stderr: wrong });
    expect(await login(plain, '')).toMatchObject({ code: 1, stderr: wrong });
    const guess = code() === '000000' ? '000001' : '000000';
    expect(await login(careful, PASSWORD, guess)).toMatchObject({
      code: 1,
      stderr: 'Cannot sign in: Invalid code received for user\n',
    });
    const elsewhere = ['login', ...ids.slice(0, 3), 'another-client', '--user', plain.mail];
    expect((await run(elsewhere, [PASSWORD])).stderr).toBe('Cannot sign in: No such app client\n');
    expect(readdirSync(folder)).toEqual([]);
    expect((await run(['list-admins'])).code).toBe(2);
  });

  it('only after an account that was invited has got a password of its own', async () => {
    const { code, stderr } = await login(invited, PASSWORD);
    expect([code, stderr]).toEqual([
      1,
      'The account needs a new password. Complete that in the app, then log in again.\n',
    ]);
  });

  it('with every missing option named at once, and only at a terminal', async () => {
    const { code, stderr } = await run(['login'], []);
    expect([code, stderr]).toEqual([
      2,
      'error: missing options: --user-pool, --app-client; on a local platform, use --as <who> instead\n(use --help for more information)\n',
    ]);
    expect(await run(['login', ...ids])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('`login` needs a terminal. Scripts can set SIHAT_TOKEN instead.\n'),
    });
    const typo = await run(['login', '--user-pool', 'https://evil.example/_x', ...ids.slice(2)], []);
    expect([typo.code, typo.asked]).toEqual([2, []]);
  });

  it('again without naming the pool, the client and the account', async () => {
    await givenLogin();
    const { code, asked } = await run(['login'], [PASSWORD]);
    expect([code, asked]).toEqual([0, [`Password of ${plain.mail}: `]]);
  });
});

describe('tokens', () => {
  it('are stored in a file and a folder that only the user can read, also if they were open before', async () => {
    await login(plain, PASSWORD);
    expect([modeOf(join(folder, 'sihat')), modeOf(file())]).toEqual(['700', '600']);
    chmodSync(join(folder, 'sihat'), 0o755);
    chmodSync(file(), 0o644);
    await login(plain, PASSWORD);
    expect([modeOf(join(folder, 'sihat')), modeOf(file())]).toEqual(['700', '600']);
    expect(files()).toHaveLength(1);
    expect(readFileSync(file(), 'utf8')).not.toContain(PASSWORD);
  });

  it('are used only for the API they were obtained for', async () => {
    await givenLogin();
    for (const other of ['http://127.0.0.1:1', `${local.url}/elsewhere`, 'https://api.example.com']) {
      const { code, stderr } = await run(['--api', other, 'list-admins']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Log in with `login`')]);
    }
    expect(await run(['--api', 'http://api.example.com', 'list-admins'])).toMatchObject({ code: 2 });
  });

  it('are not taken from a file that is damaged or belongs to another API', async () => {
    await givenLogin();
    const whole = readFileSync(file(), 'utf8');
    for (const text of ['{', whole.replace(local.url, 'https://api.example.com')]) {
      writeFileSync(file(), text);
      const { code, stderr } = await run(['list-admins']);
      expect([code, stderr]).toEqual([1, `${file()} is damaged. Delete it and log in again.\n`]);
    }
  });

  it('are not printed if they are malformed', async () => {
    await givenLogin();
    const { accessToken, ...stored } = JSON.parse(readFileSync(file(), 'utf8'));
    writeFileSync(file(), JSON.stringify({ ...stored, accessToken: `${accessToken}\nmore` }));
    expect(await run(['list-admins'])).toMatchObject({ code: 1, stderr: 'The access token is malformed.\n' });
  });

  it('are refreshed before they expire, without a question', async () => {
    claims = { expiresIn: 30 };
    await login(plain, PASSWORD);
    claims = {};
    const before = readFileSync(file(), 'utf8');
    const count = pool.received.length;
    expect(await run(['list-admins'])).toMatchObject({ code: 0, asked: [] });
    expect(readFileSync(file(), 'utf8')).not.toBe(before);
    expect((await run(['list-admins'])).code).toBe(0);
    expect(pool.received.length - count).toBe(1);
  });

  it('are refreshed if the API refuses them, once', async () => {
    await givenLogin();
    const { accessToken, ...stored } = JSON.parse(readFileSync(file(), 'utf8'));
    const [head, payload] = accessToken.split('.');
    writeFileSync(file(), JSON.stringify({ ...stored, accessToken: `${head}.${payload}.AAAA` }));
    const count = pool.received.length;
    expect(await run(['list-admins'])).toMatchObject({ code: 0, asked: [], stderr: '' });
    expect(pool.received.length - count).toBe(1);
    expect(JSON.parse(readFileSync(file(), 'utf8')).accessToken).not.toMatch(/AAAA$/);
  });

  it('are not refreshed with an expired refresh token: the command asks a person for the password, and fails in a script', async () => {
    claims = { expiresIn: -60 };
    await login(plain, PASSWORD);
    claims = {};
    ahead = days(REFRESH_TOKEN_DAYS);
    expect(await run(['list-admins'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The login has expired. Run `login` again.\n',
    });
    expect(await run(['list-admins'], ['not the password'])).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['list-admins'], [PASSWORD])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['list-admins'])).toMatchObject({ code: 0, asked: [] });
  });

  it('of the environment come before the login, and those of --as before both', async () => {
    await givenLogin();
    const token = await local.tokenOf({ accountId: newAccount() });
    const refused = await run(['list-admins'], undefined, { SIHAT_TOKEN: token });
    expect(refused.stderr).toMatch(/^not_platform_admin: [^\n]*\n$/);
    const asked = await run(['--as', plain.sub, 'list-admins'], undefined, { SIHAT_TOKEN: token });
    expect(asked.code).toBe(0);
    const other = newAccount();
    expect((await run(['--as', other, 'list-admins'])).stderr).toContain(`You are signed in as ${other}. `);
  });
});

describe('a command that needs a fresh password session', () => {
  const grant = () => ['grant-admin', newAccount(), '--yes'];
  const longAgo = () => Math.floor(Date.now() / 1000) - 16 * 60;

  it('asks for the password and the code again, and is then done', async () => {
    claims = { authTime: longAgo() };
    await login(careful, PASSWORD, code());
    claims = {};
    const { code: exit, asked } = await run(grant(), [PASSWORD, code()]);
    expect(exit).toBe(0);
    expect(asked).toEqual([`Password of ${careful.mail}: `, 'Code of the second factor: ']);
    expect(await run(grant(), [])).toMatchObject({ code: 0, asked: [] });
  });

  it('asks again too if the token was only refreshed', async () => {
    claims = { expiresIn: 30 };
    await login(plain, PASSWORD);
    claims = {};
    expect(await run(grant(), [PASSWORD])).toMatchObject({ code: 0, asked: [`Password of ${plain.mail}: `] });
  });

  it('fails with a wrong password, and in a script, and changes nothing', async () => {
    claims = { authTime: longAgo() };
    await login(plain, PASSWORD);
    const { stdout: before } = await run(['list-admins']);
    expect(await run(grant(), ['not the password'])).toMatchObject({ code: 1, stdout: '' });
    const { code, stderr } = await run(grant());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^fresh_session_required: .*\nRun `login` at/m),
    ]);
    expect((await run(['list-admins'])).stdout).toBe(before);
  });
});

describe('an administrator signs out', () => {
  it('which revokes the refresh token and deletes the file', async () => {
    await login(plain, PASSWORD);
    const { refreshToken } = JSON.parse(readFileSync(file(), 'utf8'));
    const client = { userPoolId: ids[1] ?? '', clientId: ids[3] ?? '', endpoint: pool.url };
    expect(await refreshed(client, refreshToken)).toBeDefined();
    expect(await run(['logout'])).toMatchObject({ code: 0, stdout: `Signed out at ${local.url}.\n` });
    expect([await refreshed(client, refreshToken), files()]).toEqual([undefined, []]);
    expect((await run(['list-admins'])).code).toBe(2);
    expect(await run(['logout'])).toMatchObject({ code: 0, stdout: `There is no login for ${local.url}.\n` });
  });

  it('and is told if the token could not be revoked', async () => {
    await givenLogin();
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('client-of-the-app', 'another-client'));
    const { code, stderr } = await run(['logout']);
    expect([code, stderr, files()]).toEqual([1, expect.stringMatching(/could not be revoked.*No such/), []]);
  });
});

describe('on a local platform', () => {
  it('login signs in at its user pool in the same way', async () => {
    const { endpoint, userPoolId, clientId } = (await local.call('GET', '/local/user-pool')).body;
    const askPool = async (operation: string, body: object) => {
      const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` };
      return (
        await local.call('POST', '/local/user-pool', { headers, body: { ClientId: clientId, ...body } })
      ).body;
    };
    const Username = 'somebody@example.my';
    const { UserSub } = await askPool('SignUp', { Username, Password: PASSWORD });
    const [{ code: ConfirmationCode }] = (await local.call('GET', '/local/mails')).body.mails;
    await askPool('ConfirmSignUp', { Username, ConfirmationCode });
    await run(['--as', plain.sub, 'grant-admin', UserSub, '--yes']);

    const at = ['--user-pool', userPoolId, '--app-client', clientId, '--endpoint', endpoint];
    expect(await run(['login', ...at, '--user', Username], [PASSWORD])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await run(['list-admins'])).toMatchObject({ code: 0, stdout: expect.stringContaining(UserSub) });
    expect((await run(['logout'])).code).toBe(0);
  });

  it('login --as keeps who it is, and no token', async () => {
    expect(await run(['--as', plain.sub, 'login'])).toMatchObject({
      code: 0,
      stdout: `Signed in at ${local.url} as ${plain.sub}.\n`,
    });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ api: local.url, as: plain.sub });
    expect(await run(['list-admins'])).toMatchObject({ code: 0, asked: [] });
    expect((await run(['logout'])).code).toBe(0);
    expect(files()).toEqual([]);
  });

  it('login --as refuses somebody unknown', async () => {
    expect(await run(['--as', 'nobody', 'login'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot sign in as nobody'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the terminal', () => {
  const streams = (isTTY: boolean) => {
    const stderr = new PassThrough();
    const shown: string[] = [];
    stderr.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
    return {
      shown,
      stdin: Object.assign(new PassThrough(), { isTTY }),
      stderr: Object.assign(stderr, { isTTY }),
    };
  };

  it('shows what is typed, but never a secret', async () => {
    const { stdin, stderr, shown } = streams(true);
    const terminal = processTerminal({ stdin, stderr });
    const typed = (answer: Promise<string> | undefined, text: string) => {
      stdin.write(`${text}\r`);
      return answer;
    };
    expect(await typed(terminal?.ask('Email address: '), plain.mail)).toBe(plain.mail);
    expect(await typed(terminal?.askSecret('Password: '), PASSWORD)).toBe(PASSWORD);
    expect(await typed(terminal?.askSecret('Code: '), '123456')).toBe('123456');
    expect(shown.join('')).toContain(plain.mail);
    expect(shown.join('')).toMatch(/Password: \nCode: \n$/);
  });

  it('is none if a script runs the command', () => {
    expect(processTerminal(streams(false))).toBeUndefined();
  });
});
