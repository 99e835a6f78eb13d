import { CannotStart } from './engine/engine.ts';

/** Runs a command until it ends. Only unexpected errors are printed with their stack trace. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    process.exitCode = 1;
  }
}
