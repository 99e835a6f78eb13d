import { Argument, Option } from 'commander';
import type { OperationId } from '../../../functions/contracts.ts';
import { addDays, firstOfMonth, isCalendarDate } from '../../../shared/values/calendar.ts';
import type { Answer, ApiClient } from '../client.ts';
import { command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { inputsOf } from '../inputs.ts';
import { allPages } from '../pages.ts';
import { certificateTotals, ownMerchantReport } from '../reports/report.ts';
import { type Found, REPORT_LANGUAGES, reportOf, save, wordsIn } from '../reports/reports.ts';
import { spreadsheetReport } from '../reports/spreadsheet.ts';
import { terminalReport } from '../reports/terminal.ts';
import type { Session } from '../session.ts';
import { allWorkspaces } from './known-names.ts';
import { nameOfWorkspace } from './workspaces.ts';

/** Commands that show the reports of a workspace. */

interface Format {
  readonly csv?: true;
  readonly html?: string;
  readonly language: string;
}

interface Given extends Format {
  readonly workspaceId: string;
}

interface ReportDetails<Id extends OperationId> {
  readonly name: string;
  readonly description: string;
  /** Reads what the report needs apart from the response. */
  readonly read: (api: ApiClient, answer: Answer<Id>, workspaceId: string) => Promise<Found>;
}

const formats = {
  csv: new Option('--csv', 'print a table for spreadsheets, with one row for each number'),
  html: new Option('--html <file>', 'write a page with charts, which loads nothing from elsewhere'),
  language: new Option('--language <language>', 'the language of the page')
    .choices(REPORT_LANGUAGES)
    .default(REPORT_LANGUAGES[0]),
};

function reportCommand<const Id extends OperationId>(id: Id, { read, ...details }: ReportDetails<Id>) {
  const inputs = inputsOf(id);
  return command({
    ...details,
    operation: id,
    arguments: inputs.arguments,
    options: {
      ...inputs.options,
      ...formats,
    },
    async run(session, given: Given) {
      const request = inputs.request(given);
      const api = session.api();
      await print(session, await read(api, await api.run(id, request), given.workspaceId), given);
    },
  });
}

export const reportCommands = [
  command({
    name: 'report',
    description:
      'show the numbers of a workspace, or write those of all merchants, in a period of at most 366 days',
    operation: 'workspaceAnalytics',
    arguments: {
      workspaceId: new Argument('[workspaceId]', 'The id of the workspace'),
    },
    options: {
      ...inputsOf('workspaceAnalytics', { optional: ['from', 'to'] }).options,
      month: new Option('--month <YYYY-MM>', 'the days of a month, in place of --from and --to'),
      ...formats,
      allMerchants: new Option(
        '--all-merchants <folder>',
        'write a page and a table for each merchant into a folder',
      ).conflicts(['csv', 'html']),
    },
    async run(session, given: GivenReport) {
      const api = session.api();
      const query = periodOf(given);
      const { workspaceId, allMerchants } = given;
      if ((workspaceId === undefined) === (allMerchants === undefined))
        throw new UsageError('use the id of a workspace, or --all-merchants');
      const read = (id: string) => api.run('workspaceAnalytics', { params: { workspaceId: id }, query });
      if (workspaceId !== undefined) {
        const answer = await read(workspaceId);
        return print(session, reportOf(await nameOfWorkspace(api, workspaceId), answer), given);
      }
      const { writeReports } = await import('../reports/all-merchants.ts');
      const workspaces = await allWorkspaces(api);
      const words = await wordsIn(given.language);
      const files = await writeReports(
        workspaces,
        { folder: allMerchants ?? '', words },
        query,
        read,
        session.note,
      );
      session.show({ files }, `Wrote ${files.length} files to ${allMerchants}`);
    },
  }),
  reportCommand('medicalCertificateTotals', {
    name: 'certificate-totals',
    description: 'show the medical-certificate totals of a workspace; only for its owner and HR admins',
    read: async (api, answer, workspaceId) => {
      const workspace = await ownName(api, workspaceId);
      return {
        json: answer,
        report: certificateTotals(workspace, answer),
        rendered: async (words) =>
          (await import('../../../web/report/certificate-report.ts')).certificateReport({
            workspace,
            report: answer,
            words,
          }),
      };
    },
  }),
  reportCommand('merchantReport', {
    name: 'merchant-report',
    description: 'show the stock and the claims of a merchant in a period; only for its owner and staff',
    read: async (api, answer, workspaceId) => {
      const params = { workspaceId };
      const pages = await allPages((query) => api.call('listMerchantCampaigns', { params, query }));
      const campaigns = pages.flatMap((page) => page.campaigns);
      const workspace = await ownName(api, workspaceId);
      return {
        json: { ...answer, campaigns },
        report: ownMerchantReport(workspace, answer, campaigns),
        rendered: async (words) =>
          (await import('../../../web/report/merchant-report.ts')).merchantReport({
            workspace,
            report: answer,
            campaigns,
            words,
          }),
      };
    },
  }),
];

interface GivenReport extends Format {
  readonly workspaceId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly month?: string;
  readonly allMerchants?: string;
}

/** @throws {UsageError} unless it is a month, or two days */
function periodOf({ from, to, month }: GivenReport): { readonly from: string; readonly to: string } {
  if (month === undefined) {
    if (from !== undefined && to !== undefined) return { from, to };
    throw new UsageError('missing options: --month, or --from and --to');
  }
  const first = `${month}-01`;
  if (from !== undefined || to !== undefined || !isCalendarDate(first))
    throw new UsageError('--month must be a month, as YYYY-MM, without --from and --to');
  return { from: first, to: addDays(firstOfMonth(addDays(first, 31)), -1) };
}

/** The name of a workspace that the caller is a member of. */
async function ownName(api: ApiClient, workspaceId: string): Promise<string> {
  const { workspaces } = await api.call('listOwnWorkspaces', {});
  return workspaces.find((workspace) => workspace.workspaceId === workspaceId)?.name ?? workspaceId;
}

async function print(
  { options, show, write }: Session,
  found: Found,
  { csv, html, language }: Format,
): Promise<void> {
  if (html !== undefined) {
    const { page } = await import('../../../web/report/page.ts');
    save(html, page(await found.rendered(await wordsIn(language))));
    if (!csv) show(found.json, `Wrote ${html}`);
  }
  if (csv && !options().json) write(spreadsheetReport(found.report));
  else if (html === undefined) show(found.json, terminalReport(found.report));
}
