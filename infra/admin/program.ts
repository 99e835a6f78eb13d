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

/** The process around a command. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/**
 * What administrators do from a shell.
 * @returns the exit code: 0 when it is done; 1 when it was refused or failed; 2 when it was asked wrongly.
 */
export async function administer(
  args: readonly string[],
  { environment, write, writeError }: Shell,
): Promise<number> {
  const program = new Command('npm run admin --')
    .description("Runs the platform day to day, by its HTTP API and in an administrator's name.")
    .addOption(
      new Option('--api <url>', 'where the API is')
        .env('SIHAT_API')
        .default('http://127.0.0.1:3000')
        .argParser(server),
    )
    .option('--as <who>', 'on a local platform: the persona or account to sign in as, instead of SIHAT_TOKEN')
    .option('--json', "print the API's answer as JSON")
    .addHelpText(
      'after',
      `
Environment:
  SIHAT_TOKEN  an administrator's access token; some commands ask for a sign-in with the password
               at most ${FRESH_SESSION_MINUTES} minutes ago
  SIHAT_API    the same as --api`,
    )
    .showHelpAfterError('(--help tells more)')
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

/** Says what went wrong, unless that was said already. What nobody foresaw is shown whole: it is ours to mend. */
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
    writeLine('Sign in with the password again and put the new access token into SIHAT_TOKEN.');
  }
  return 1;
}
