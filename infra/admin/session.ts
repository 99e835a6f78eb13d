import * as z from 'zod/mini';
import { AccountId } from '../../shared/values/resources.ts';
import { type ApiClient, apiClient, BEARER_TOKEN, jsonOf, send } from './client.ts';
import { refreshed, signIn } from './cognito.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type LoginStore, loginStore, type PoolLogin } from './login-store.ts';
import { printable } from './print.ts';
import type { Terminal } from './terminal.ts';

/** The options of every command. */
export interface GlobalOptions {
  readonly api: string;
  /** A persona or an account on a local platform. */
  readonly as?: string;
  readonly json?: true;
}

/** The API client, the options, the terminal and the output of a command. */
export interface Session {
  readonly api: () => ApiClient;
  readonly options: () => GlobalOptions;
  readonly logins: LoginStore;
  readonly terminal: Terminal | undefined;
  /** Who the requests come from, as the login names them. Unknown for a token of the environment. */
  readonly account: () => string | undefined;
  /** Prints `words`, or the response as JSON with `--json`. */
  readonly show: (answer: unknown, words: string) => void;
  /** Prints a line to stderr, such as progress. */
  readonly note: (text: string) => void;
  /** Prints text exactly as it is. */
  readonly write: (text: string) => void;
  /**
   * Asks before something that cannot be undone, unless there is nothing to say.
   * @param effect what the command always does. It is not printed with `--yes`.
   * @param warning what was found out about this case. With `--yes`, it is printed to stderr.
   * @throws {UsageError} without a terminal and without `--yes`
   * @throws {CommandError} if the answer is no
   */
  readonly confirm: (
    effect: string | undefined,
    options: { readonly yes?: true },
    warning?: string,
  ) => Promise<void>;
  /** Signs in with the password, asks for it and for the second factor, and stores the tokens. */
  readonly signInAgain: (login: Omit<PoolLogin, keyof Tokens>, terminal: Terminal) => Promise<PoolLogin>;
}
type Tokens = Pick<PoolLogin, 'accessToken' | 'refreshToken'>;

interface SessionOptions {
  readonly options: () => GlobalOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal | undefined;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

export function newSession({ options, environment, terminal, write, writeError }: SessionOptions): Session {
  const logins = loginStore(environment);

  async function token(): Promise<string> {
    const { api, as } = options();
    if (as !== undefined) return keptLocalToken(api, as);
    if (environment['SIHAT_TOKEN']) return tokenOfEnvironment();
    const login = logins.read(api);
    if (!login) throw new UsageError(NO_LOGIN);
    if ('as' in login) return keptLocalToken(api, login.as);
    if (isValidFor(login.accessToken, LEAST_VALIDITY_MS)) return login.accessToken;
    return (await refreshedLogin(login)).accessToken;
  }

  async function refreshedLogin(login: PoolLogin): Promise<Tokens> {
    const tokens = await refreshed(login, login.refreshToken);
    if (tokens) {
      logins.save({ ...login, ...tokens });
      return tokens;
    }
    if (!terminal) throw new CommandError('The login has expired. Run `login` again.');
    return signInAgain(login, terminal);
  }

  /** Gets another token after the API has refused one, such as that of a session that ended elsewhere. */
  async function refresh(): Promise<void> {
    local = undefined;
    const { api, as } = options();
    const login = as === undefined ? logins.read(api) : undefined;
    if (login && !('as' in login)) await refreshedLogin(login);
  }

  /** A command that sends many requests asks for one token. */
  let local: string | undefined;
  async function keptLocalToken(api: string, as: string): Promise<string> {
    if (local === undefined || !isValidFor(local, LEAST_VALIDITY_MS)) local = await localToken(api, as);
    return local;
  }

  function tokenOfEnvironment(): string {
    const own = environment['SIHAT_TOKEN']?.trim() ?? '';
    if (!BEARER_TOKEN.test(own)) throw new UsageError(NO_LOGIN);
    return own;
  }

  const signInAgain: Session['signInAgain'] = async (login, { askSecret }) => {
    const { api, userPoolId, clientId, endpoint, user } = login;
    const tokens = await signIn(login, {
      user,
      password: await askSecret(`Password of ${printable(user)}: `),
      askCode: () => askSecret('Code of the second factor: '),
    });
    const renewed = { api, userPoolId, clientId, ...(endpoint && { endpoint }), user, ...tokens };
    logins.save(renewed);
    return renewed;
  };

  /** Signs in again for an operation that needs a fresh session, if the tokens come from a login. */
  async function renewed(): Promise<boolean> {
    const { api, as } = options();
    const login = as === undefined && !environment['SIHAT_TOKEN'] ? logins.read(api) : undefined;
    if (!login || 'as' in login || !terminal) return false;
    await signInAgain(login, terminal);
    return true;
  }

  return {
    api: () => {
      const { api, as } = options();
      const isOfEnvironment = as === undefined && environment['SIHAT_TOKEN'];
      const client = apiClient(api, token, isOfEnvironment ? undefined : refresh);
      const own: ApiClient = {
        call: (operation, input) => own.run(operation, input),
        run: async (operation, input) => (await own.respond(operation, input)).answer,
        respond: (operation, input) =>
          client.respond(operation, input).catch(async (error) => {
            const isStale = error instanceof CommandError && error.code === 'fresh_session_required';
            if (!isStale || !(await renewed())) throw error;
            return client.respond(operation, input);
          }),
      };
      return own;
    },
    account: () => {
      const { api, as } = options();
      if (as !== undefined || environment['SIHAT_TOKEN']) return as;
      const login = logins.read(api);
      return login && ('as' in login ? login.as : login.user);
    },
    options,
    logins,
    terminal,
    write,
    signInAgain,
    note: (text) => writeError(`${printable(text)}\n`),
    show: (answer, words) => {
      if (!options().json) write(`${printable(words)}\n`);
      // The escapes are valid JSON, so a parser gets the original text.
      else if (answer !== undefined) write(`${printable(JSON.stringify(answer, null, 2))}\n`);
    },
    confirm: async (effect, { yes }, warning) => {
      if (yes) {
        if (warning) writeError(`${printable(warning)}\n`);
        return;
      }
      const known = [effect, warning].filter((text) => text !== undefined).join(' ');
      if (known === '') return;
      if (!terminal) throw new UsageError(`${known} Add --yes to do it without a question.`);
      const answer = await terminal.ask(`${printable(known)} Continue? [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
    },
  };
}

const NO_LOGIN = 'Log in with `login`, set SIHAT_TOKEN to an access token, or use --as on a local platform.';

/** A token that expires sooner is refreshed, so that it does not expire on its way. */
const LEAST_VALIDITY_MS = 60_000;

const Claims = z.object({ exp: z.number() });

/** The API verifies the token; the command line only needs to know when to refresh it. */
function isValidFor(token: string, milliseconds: number): boolean {
  const { data } = Claims.safeParse(
    jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')),
  );
  return data !== undefined && data.exp * 1000 > Date.now() + milliseconds;
}

const TokenResponse = z.object({ accessToken: z.string() });
const TokenError = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });

/** Gets a new token from a local platform, which issues tokens for any account. */
export async function localToken(api: string, as: string): Promise<string> {
  const { data: accountId } = AccountId.safeParse(as);
  const { status, text } = await send(`${api}/local/tokens`, {
    method: 'POST',
    body: JSON.stringify(accountId ? { accountId } : { persona: as }),
  });
  const answer = jsonOf(text);
  const issued = TokenResponse.safeParse(answer);
  if (issued.success) return issued.data.accessToken;
  if (status !== 400) throw new CommandError(`${api} is not a local platform, so --as cannot be used.`);
  const why = TokenError.safeParse(answer)
    .data?.issues.map(({ path, message }) => `${path} ${message}`.trim())
    .join(' ');
  throw new CommandError(`Cannot sign in as ${as}: ${why}`);
}
