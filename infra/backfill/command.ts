import { Command } from 'commander';
import { tableClient } from '../../shared/table/client.ts';
import { type Clock, seconds } from '../../shared/values/clock.ts';
import type { TableLocation } from '../admin/local-table.ts';
import type { StageConfiguration } from '../stage.ts';
import { stages } from '../stages.ts';
import { BACKFILL_POLICY, type Backfill, type BackfillProgress, runBackfill } from './run-backfill.ts';

export interface BackfillCommandOptions {
  readonly backfills: Readonly<Record<string, Backfill>>;
  readonly clock: Clock;
  readonly writeLine: (line: string) => void;
  /** Only for tests. The default is the table of the stage. */
  readonly table?: TableLocation;
}

const PROGRESS_EVERY = seconds(10);

/** `npm run backfill -- <stage> <name>` */
export function backfillCommand({ backfills, clock, writeLine, table }: BackfillCommandOptions): Command {
  const command = new Command('npm run backfill --')
    .description('Rewrites the stored items of a stage after a change of their shape.')
    .argument('<stage>', `one of ${Object.keys(stages).join(', ')}`)
    .argument('<name>', 'a backfill of infra/backfill/backfills.ts')
    .option('--dry-run', 'count the items that it would rewrite, and write nothing')
    .option('--restart', 'start at the beginning although an earlier run was interrupted')
    .allowExcessArguments(false)
    .exitOverride()
    .action(async (stageName: string, name: string, { dryRun = false, restart = false }) => {
      const all: Readonly<Record<string, StageConfiguration>> = stages;
      const stage = all[stageName];
      if (!stage) return command.error(`Unknown stage ${stageName}.`);
      const backfill = backfills[name];
      if (!backfill) {
        const known = Object.keys(backfills).join(', ') || 'there are none';
        return command.error(`Unknown backfill ${name}. Known: ${known}.`);
      }
      const { tableName, connection } = table ?? { ...stage, connection: { region: stage.region } };
      const tables = tableClient({ tableName, clock, policy: BACKFILL_POLICY, connection });
      writeLine(`${backfill.summary}, in the table ${tableName}.`);
      let shownAt = clock.elapsed();
      try {
        const done = await runBackfill(name, backfill, {
          tables,
          tableName,
          clock,
          isDryRun: dryRun,
          restarts: restart,
          onResume: (progress) => writeLine(`Continues an interrupted run: ${numbersOf(progress, dryRun)}.`),
          onPage(progress) {
            if (clock.elapsed() - shownAt < PROGRESS_EVERY) return;
            shownAt = clock.elapsed();
            writeLine(`So far: ${numbersOf(progress, dryRun)}.`);
          },
        });
        writeLine(`Finished: ${numbersOf(done, dryRun)}.`);
      } finally {
        tables.close();
      }
    });
  return command;
}

const numbersOf = ({ itemsRead, itemsRewritten }: BackfillProgress, isDryRun: boolean): string =>
  `${itemsRead.toLocaleString('en')} items read, ${itemsRewritten.toLocaleString('en')} ${isDryRun ? 'to rewrite' : 'rewritten'}`;
