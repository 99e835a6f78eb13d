import { Argument, Option } from 'commander';
import { command, withoutQuestion } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { columns } from '../print.ts';

/** The command that publishes exhibitions with their challenges and campaigns. */

interface Given {
  readonly codes?: readonly string[];
  readonly file?: string;
  readonly yes?: true;
}

/** Progress is printed after this many exhibitions. */
const EXHIBITIONS_PER_LINE = 10;

export const publishCommands = [
  command({
    name: 'publish',
    summary: 'publish exhibitions with their challenges and campaigns',
    description:
      'Publishes the drafts of exhibitions: their challenges, the exhibitions, and then their campaigns. With --file, those of a report of import-events. Repeat the command after an interruption: what is published already stays as it is.',
    arguments: { codes: new Argument('[code...]', 'the join codes of the exhibitions') },
    options: {
      file: new Option('--file <report.csv>', 'the report that import-events has written'),
      ...withoutQuestion,
    },
    async run(session, given: Given) {
      const { codes = [], file } = given;
      if ((file === undefined) === (codes.length === 0))
        throw new UsageError('use the codes of exhibitions, or --file');
      // Only this command and the import read CSV.
      const { planOfCodes, planOfReport, publishAll } = await import('../import/publish.ts');
      const api = session.api();
      const plans = file === undefined ? await planOfCodes(api, codes) : planOfReport(file);
      const sum = (of: 'challenges' | 'campaigns') =>
        [...plans.values()].reduce((all, plan) => all + plan[of].length, 0);
      await session.confirm(
        `This publishes ${plans.size} exhibitions, ${sum('challenges')} challenges and ${sum('campaigns')} campaigns. The times of the challenges and the terms of the campaigns are fixed then.`,
        given,
      );
      const outcomes = await publishAll(api, plans, (done) => {
        if (done % EXHIBITIONS_PER_LINE === 0 || done === plans.size)
          session.note(`${done} of ${plans.size} exhibitions`);
      });
      const failed = outcomes.filter(({ outcome }) => outcome !== 'published');
      const rows = failed.map(({ joinCode, outcome, reason = '' }) => ({ joinCode, outcome, reason }));
      const words = `${outcomes.length - failed.length} of ${outcomes.length} exhibitions are published.`;
      const isTable = rows.length > 0 && !session.options().json;
      session.show({ exhibitions: outcomes }, isTable ? `${words}\n\n${columns(rows)}` : words);
      if (failed.length > 0)
        throw new CommandError(
          `${failed.length} exhibitions are not known to be published. Run the command again when the reason is gone.`,
        );
    },
  }),
];
