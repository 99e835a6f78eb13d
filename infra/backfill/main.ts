import { CommanderError } from 'commander';
import { systemClock } from '../../shared/values/clock.ts';
import { backfills } from './backfills.ts';
import { backfillCommand } from './command.ts';

/** Rewrites stored items with the AWS credentials of the shell: `npm run backfill -- <stage> <name>`. */
try {
  await backfillCommand({
    backfills,
    clock: systemClock,
    writeLine: (line) => console.log(line),
  }).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    console.error('The backfill was interrupted. Run the same command again to continue it.');
    process.exitCode = 1;
  }
}
