import * as z from 'zod/mini';
import { AccountId } from '../../shared/resources.ts';
import { type ApiClient, apiClient, jsonOf, send } from './client.ts';
import { CommandError } from './command-error.ts';
import { printable } from './print.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  readonly api: string;
  /** A persona or an account of a local platform. */
  readonly as?: string;
  readonly json?: true;
}

/** What a command works with. */
export interface Session {
  readonly api: () => ApiClient;
  readonly options: () => GlobalOptions;
  /** Prints an answer of the API for machines, or else what it says to people. */
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
    // Asked here: what a header cannot hold is shown by the error of whoever sends it.
    if (!TOKEN.test(own)) throw new MissingToken();
    return own;
  };
  return {
    api: () => apiClient(options().api, token),
    options,
    show: (answer, words) => {
      if (!options().json) write(`${printable(words)}\n`);
      // Escaped as JSON escapes: what reads it gets the answer as it was.
      else if (answer !== undefined) write(`${printable(JSON.stringify(answer, null, 2))}\n`);
    },
  };
}

/** What a bearer token is made of: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const TOKEN = /^[\w\-.~+/]+=*$/;

export class MissingToken extends Error {
  override readonly name = 'NoToken';
  override readonly message =
    'Put an access token into SIHAT_TOKEN, or name someone with --as on a local platform.';
}

const TokenResponse = z.object({ accessToken: z.string() });
const TokenError = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });

/** A fresh token of somebody on a local platform, which signs in anyone. */
async function localToken(api: string, as: string): Promise<string> {
  const { data: accountId } = AccountId.safeParse(as);
  const { status, text } = await send(`${api}/local/tokens`, {
    method: 'POST',
    body: JSON.stringify(accountId ? { accountId } : { persona: as }),
  });
  const answer = jsonOf(text);
  const issued = TokenResponse.safeParse(answer);
  if (issued.success) return issued.data.accessToken;
  if (status !== 400) throw new CommandError(`${api} is no local platform, so --as does nothing there.`);
  const why = TokenError.safeParse(answer)
    .data?.issues.map(({ path, message }) => `${path} ${message}`.trim())
    .join(' ');
  throw new CommandError(`Nobody can be signed in as ${as}: ${why}`);
}
