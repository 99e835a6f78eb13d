import { inspect } from 'node:util';
import { Command, CommanderError, Option } from 'commander';
import { RefusedRequest } from '../../shared/http/refusals.ts';
import { FRESH_SESSION_MINUTES } from '../../shared/limits.ts';
import { server } from './arguments.ts';
import { campaignCommands } from './campaign-commands.ts';
import { clubCommands } from './club-commands.ts';
import { CommandError } from './command-error.ts';
import { createCommands } from './create-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { printable } from './print.ts';
import { MissingToken, newSession } from './session.ts';

/** The environment and the output of the process. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/**
 * Runs one administration command.
 * @returns the exit code: 0 for success, 1 for a failure or an error of the API, 2 for a usage error
 */
export async function administer(
  args: readonly string[],
  { environment, write, writeError }: Shell,
): Promise<number> {
  const program = new Command('npm run admin --')
    .description('Administers the platform through its HTTP API, as an administrator.')
    .addOption(
      new Option('--api <url>', 'the URL of the API')
        .env('SIHAT_API')
        .default('http://127.0.0.1:3000')
        .argParser(server),
    )
    .option('--as <who>', 'the persona or account to sign in as on a local platform, instead of SIHAT_TOKEN')
    .option('--json', 'print the response of the API as JSON')
    .addHelpText(
      'after',
      `
Environment:
  SIHAT_TOKEN  the access token of an administrator; some commands require a password sign-in
               of at most ${FRESH_SESSION_MINUTES} minutes ago
  SIHAT_API    the same as --api`,
    )
    .showHelpAfterError('(use --help for more information)')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });

  const session = newSession({
    options: () => program.opts(),
    environment,
    write,
  });
  peopleCommands(program, session);
  campaignCommands(program, session);
  clubCommands(program, session);
  createCommands(program, session);

  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCodeOf(error, (line) => writeError(`${line}\n`));
  }
}

/** Prints the error, unless commander has printed it already. Unexpected errors are printed with their stack trace. */
function exitCodeOf(error: unknown, writeLine: (line: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof MissingToken) {
    writeLine(error.message);
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
  if (error.code === 'fresh_session_required') {
    writeLine('Sign in with the password again and set SIHAT_TOKEN to the new access token.');
  }
  return 1;
}
