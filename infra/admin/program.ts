import { inspect } from 'node:util';
import { Command, CommanderError, Option } from 'commander';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { FRESH_SESSION_MINUTES } from '../../shared/values/limits.ts';
import { addressOfCode } from '../../web/reference/addresses.ts';
import { server } from './arguments.ts';
import { addCommand } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { idFrom } from './commands/known-names.ts';
import { commandGroups } from './commands.ts';
import { printable } from './print.ts';
import { newSession } from './session.ts';
import type { Terminal } from './terminal.ts';

const HELP_HINT = '(use --help for more information)';

/** The environment and the output of the process. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** The person at the terminal, if there is one. */
  readonly terminal?: Terminal | undefined;
}

/**
 * Runs one administration command.
 * @returns the exit code: 0 for success, 1 for a failure or an error of the API, 2 for a usage error
 */
export async function administer(
  args: readonly string[],
  { environment, write, writeError, terminal }: Shell,
): Promise<number> {
  const program = new Command('npm run admin --')
    .description('Administers the platform through its HTTP API, as an administrator.')
    .addOption(
      new Option('--api <url>', 'the URL of the API')
        .env('SIHAT_API')
        .default('http://127.0.0.1:3000')
        .argParser(server),
    )
    .option('--as <who>', 'the persona or account to sign in as on a local platform, instead of the login')
    .option('--json', 'print the response of the API as JSON')
    .addHelpText(
      'after',
      `
Environment:
  SIHAT_API    the same as --api
  SIHAT_TOKEN  an access token to use instead of the login; some commands require a password sign-in
               of at most ${FRESH_SESSION_MINUTES} minutes ago`,
    )
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(HELP_HINT)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });

  const session = newSession({
    options: () => program.opts(),
    environment,
    terminal,
    write,
    writeError,
  });
  for (const [heading, commands] of Object.entries(commandGroups)) {
    program.commandsGroup(`${heading}:`);
    for (const declared of commands)
      addCommand(program, session, declared, (name, value) => idFrom(session.api, name, value));
  }

  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const code = exitCodeOf(error, (line) => writeError(`${line}\n`));
    if (error instanceof CommandError && error.code !== undefined && !HINTS.has(error.code))
      writeError(adviceOn(error.code, session.options().api));
    if (error instanceof CommandError && error.code === 'not_platform_admin') {
      const who = session.account();
      if (who)
        writeError(printable(`You are signed in as ${who}. `) + '`login` signs in as somebody else.\n');
    }
    return code;
  }
}

/** Codes on which a line of this program says what to do. */
const HINTS: ReadonlySet<string> = new Set(['fresh_session_required', 'invalid_token', 'not_platform_admin']);

/** Where the API reference says what to do about a refusal. A stage without a domain of its own has no reference. */
export const adviceOn = (code: string, api: string): string =>
  new URL(api).hostname.endsWith('.amazonaws.com')
    ? ''
    : `What to do: ${new URL(addressOfCode(code), api).href}\n`;

/** Prints the error, unless commander has printed it already. Unexpected errors are printed with their stack trace. */
function exitCodeOf(error: unknown, writeLine: (line: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    writeLine(printable(`error: ${error.message}\n${HELP_HINT}`));
    return 2;
  }
  if (error instanceof RefusedRequest) {
    for (const { path, message } of error.issues ?? []) writeLine(`${path} ${message}`);
    return 2;
  }
  if (!(error instanceof CommandError)) {
    writeLine(inspect(error));
    return 1;
  }
  writeLine(printable(error.message));
  if (error.code === 'fresh_session_required' || error.code === 'invalid_token') {
    writeLine('Run `login` at a terminal, or set SIHAT_TOKEN to a new access token.');
  }
  return 1;
}
