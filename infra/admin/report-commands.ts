import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { calendarDate } from '../../shared/values/resources.ts';
import { as, RequiredOption, uuid } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { allPages } from './pages.ts';
import { analyticsReport, certificateReport, ownMerchantReport, type Report } from './reports/report.ts';
import { spreadsheetReport } from './reports/spreadsheet.ts';
import { terminalReport } from './reports/terminal.ts';
import type { Session } from './session.ts';

/** Commands that show the reports of a workspace. */
export function reportCommands(program: Command, { api, options, show, write }: Session): void {
  const reportCommand = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument('<workspaceId>', 'the workspace', uuid)
      .addOption(new RequiredOption('--from <YYYY-MM-DD>', 'the first day, in Malaysian time').argParser(day))
      .addOption(new RequiredOption('--to <YYYY-MM-DD>', 'the last day, in Malaysian time').argParser(day))
      .addOption(new Option('--csv', 'print a table for spreadsheets, with one row for each number'))
      .addOption(new Option('--html <file>', 'write a page with charts, which loads nothing from elsewhere'));

  reportCommand('report', 'show the numbers of a workspace in a period of at most 366 days').action(
    async (workspaceId: string, { from, to, ...format }: ReportOptions) => {
      const params = { workspaceId };
      const answer = await api().call('workspaceAnalytics', { params, query: { from, to } });
      const { name } = await api().call('getWorkspace', { params });
      await print(answer, analyticsReport(name, answer), format);
    },
  );

  reportCommand(
    'certificate-totals',
    'show the medical-certificate totals of a workspace; only for its owner and HR admins',
  ).action(async (workspaceId: string, { from, to, ...format }: ReportOptions) => {
    const params = { workspaceId };
    const answer = await api().call('medicalCertificateTotals', { params, query: { from, to } });
    await print(answer, certificateReport(await ownName(workspaceId), answer), format);
  });

  reportCommand(
    'merchant-report',
    'show the stock and the claims of a merchant in a period; only for its owner and staff',
  ).action(async (workspaceId: string, { from, to, ...format }: ReportOptions) => {
    const params = { workspaceId };
    const answer = await api().call('merchantReport', { params, query: { from, to } });
    const pages = await allPages((query) => api().call('listMerchantCampaigns', { params, query }));
    const campaigns = pages.flatMap((page) => page.campaigns);
    const report = ownMerchantReport(await ownName(workspaceId), answer, campaigns);
    await print({ ...answer, campaigns }, report, format);
  });

  /** The name of a workspace that the caller is a member of. */
  async function ownName(workspaceId: string): Promise<string> {
    const { workspaces } = await api().call('listOwnWorkspaces', {});
    return workspaces.find((one) => one.workspaceId === workspaceId)?.name ?? workspaceId;
  }

  async function print(answer: unknown, report: Report, { csv, html }: Format): Promise<void> {
    if (html !== undefined) {
      // Only the page needs the plotting library, which is slow to load.
      const { pageReport } = await import('./reports/page.ts');
      save(html, pageReport(report));
      if (!csv) show(answer, `Wrote ${html}`);
    }
    if (csv && !options().json) write(spreadsheetReport(report));
    else if (html === undefined) show(answer, terminalReport(report));
  }
}

const day = as(calendarDate());

function save(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}

interface Format {
  readonly csv?: true;
  readonly html?: string;
}

interface ReportOptions extends Format {
  readonly from: string;
  readonly to: string;
}
