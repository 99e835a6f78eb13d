import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from './command-error.ts';

/**
 * Stores logins in the user's configuration folder, one file for each API address. Only the user can read the folder and
 * the files. A file names its address, so that its tokens are never sent to another one.
 */

/** A login at a local platform, which issues a token for each request. */
const LocalLogin = z.strictObject({ api: z.string(), as: z.string() });
const PoolLogin = z.strictObject({
  api: z.string(),
  userPoolId: z.string(),
  clientId: z.string(),
  /** The address of the user pool, by default the one of Cognito in its region. */
  endpoint: z.exactOptional(z.string()),
  user: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
});
export type PoolLogin = z.infer<typeof PoolLogin>;
const Login = z.union([LocalLogin, PoolLogin]);
export type Login = z.infer<typeof Login>;

export interface LoginStore {
  /** @throws {CommandError} if the file is damaged */
  readonly read: (api: string) => Login | undefined;
  readonly save: (login: Login) => void;
  readonly remove: (api: string) => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function loginStore({ XDG_CONFIG_HOME = '', HOME = homedir() }: Environment): LoginStore {
  // https://specifications.freedesktop.org/basedir-spec/latest/ ignores relative paths.
  const base = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME, '.config');
  const folder = join(base, 'sihat');
  const fileOf = (api: string) => join(folder, `${encodeURIComponent(api)}.json`);
  return {
    read: (api) => {
      const file = fileOf(api);
      if (!existsSync(file)) return undefined;
      const { data } = Login.safeParse(parsed(readFileSync(file, 'utf8')));
      if (data?.api !== api) throw new CommandError(`${file} is damaged. Delete it and log in again.`);
      return data;
    },
    save: (login) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      // A reader sees the old file or the new one, never half of it.
      const written = join(folder, `.${randomUUID()}`);
      writeFileSync(written, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(written, fileOf(login.api));
    },
    remove: (api) => rmSync(fileOf(api), { force: true }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
