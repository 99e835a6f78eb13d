import { CommanderError } from 'commander';

/**
 * Runs the program of a command and sets the exit code: 2 for a usage error, 1 for any other. An error is shown in one line, because
 * AWS errors, such as missing credentials, need no stack trace.
 * @param explain returns a better line for an error that it knows.
 */
export async function runProgram(
  program: { readonly parseAsync: () => Promise<unknown> },
  explain: (error: unknown) => Promise<string | undefined> = async () => undefined,
): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      console.error(
        (await explain(error)) ?? (error instanceof Error ? `${error.name}: ${error.message}` : error),
      );
      process.exitCode = 1;
    }
  }
}
