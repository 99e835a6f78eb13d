import { writeFileSync } from 'node:fs';
import { Option } from 'commander';
import type { OperationId } from '../../../functions/contracts.ts';
import type { RenderedReport } from '../../../web/report/report.ts';
import type { Answer, ApiClient } from '../client.ts';
import { command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { inputsOf } from '../inputs.ts';
import { allPages } from '../pages.ts';
import { analyticsReport, certificateTotals, ownMerchantReport, type Report } from '../reports/report.ts';
import { spreadsheetReport } from '../reports/spreadsheet.ts';
import { terminalReport } from '../reports/terminal.ts';
import type { Session } from '../session.ts';
import { nameOfWorkspace } from './workspaces.ts';

/** Commands that show the reports of a workspace. */

interface Format {
  readonly csv?: true;
  readonly html?: string;
}

interface Given extends Format {
  readonly workspaceId: string;
}

interface Found {
  /** What `--json` prints. */
  readonly json: object;
  readonly report: Report;
  /** Loads what makes the page, which only `--html` needs. */
  readonly rendered: () => Promise<RenderedReport>;
}

interface ReportDetails<Id extends OperationId> {
  readonly name: string;
  readonly description: string;
  /** Reads what the report needs apart from the response. */
  readonly read: (api: ApiClient, answer: Answer<Id>, workspaceId: string) => Promise<Found>;
}

function reportCommand<const Id extends OperationId>(id: Id, { read, ...details }: ReportDetails<Id>) {
  const inputs = inputsOf(id);
  return command({
    ...details,
    operation: id,
    arguments: inputs.arguments,
    options: {
      ...inputs.options,
      csv: new Option('--csv', 'print a table for spreadsheets, with one row for each number'),
      html: new Option('--html <file>', 'write a page with charts, which loads nothing from elsewhere'),
    },
    async run(session, given: Given) {
      const request = inputs.request(given);
      const api = session.api();
      await print(session, await read(api, await api.run(id, request), given.workspaceId), given);
    },
  });
}

export const reportCommands = [
  reportCommand('workspaceAnalytics', {
    name: 'report',
    description: 'show the numbers of a workspace in a period of at most 366 days',
    read: async (api, answer, workspaceId) => {
      const workspace = await nameOfWorkspace(api, workspaceId);
      return {
        json: answer,
        report: analyticsReport(workspace, answer),
        rendered: async () =>
          (await import('../../../web/report/workspace-report.ts')).workspaceReport({
            workspace,
            report: answer,
          }),
      };
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
        rendered: async () =>
          (await import('../../../web/report/certificate-report.ts')).certificateReport({
            workspace,
            report: answer,
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
        rendered: async () =>
          (await import('../../../web/report/merchant-report.ts')).merchantReport({
            workspace,
            report: answer,
            campaigns,
          }),
      };
    },
  }),
];

/** The name of a workspace that the caller is a member of. */
async function ownName(api: ApiClient, workspaceId: string): Promise<string> {
  const { workspaces } = await api.call('listOwnWorkspaces', {});
  return workspaces.find((workspace) => workspace.workspaceId === workspaceId)?.name ?? workspaceId;
}

async function print({ options, show, write }: Session, found: Found, { csv, html }: Format): Promise<void> {
  if (html !== undefined) {
    const { page } = await import('../../../web/report/page.ts');
    save(html, page(await found.rendered()));
    if (!csv) show(found.json, `Wrote ${html}`);
  }
  if (csv && !options().json) write(spreadsheetReport(found.report));
  else if (html === undefined) show(found.json, terminalReport(found.report));
}

function save(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}
