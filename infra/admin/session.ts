import * as z from 'zod/mini';
import { AccountId } from '../../shared/resources.ts';
import { type ApiClient, apiClient, jsonOf, send } from './client.ts';
import { CommandError } from './command-error.ts';
import { printable } from './print.ts';

/** The options of every command. */
export interface GlobalOptions {
  readonly api: string;
  /** A persona or an account on a local platform. */
  readonly as?: string;
  readonly json?: true;
}

/** The API client, the options and the output of a command. */
export interface Session {
  readonly api: () => ApiClient;
  readonly options: () => GlobalOptions;
  /** Prints `words`, or the response as JSON with `--json`. */
  readonly show: (answer: unknown, words: string) => void;
}

interface SessionOptions {
  readonly options: () => GlobalOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
}

export function newSession({ options, environment, write }: SessionOptions): Session {
  const token = async (): Promise<string> => {
    const { api, as } = options();
    if (as !== undefined) return localToken(api, as);
    const own = environment['SIHAT_TOKEN']?.trim() ?? '';
    // Check the token here, because the error of an invalid header would print the token.
    if (!TOKEN.test(own)) throw new MissingToken();
    return own;
  };
  return {
    api: () => apiClient(options().api, token),
    options,
    show: (answer, words) => {
      if (!options().json) write(`${printable(words)}\n`);
      // The escapes are valid JSON, so a parser gets the original text.
      else if (answer !== undefined) write(`${printable(JSON.stringify(answer, null, 2))}\n`);
    },
  };
}

/** The syntax of a bearer token: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const TOKEN = /^[\w\-.~+/]+=*$/;

export class MissingToken extends Error {
  override readonly name = 'NoToken';
  override readonly message = 'Set SIHAT_TOKEN to an access token, or use --as on a local platform.';
}

const TokenResponse = z.object({ accessToken: z.string() });
const TokenError = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });

/** Gets a new token from a local platform, which issues tokens for any account. */
async function localToken(api: string, as: string): Promise<string> {
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
