import { writeFileSync } from 'node:fs';
import type { RenderedReport } from '../../../web/report/report.ts';
import { CommandError } from '../command-error.ts';
import { analyticsReport, type Report } from './report.ts';

/** The numbers of a workspace. */
export type Analytics = Parameters<typeof analyticsReport>[1];

/** A report with its forms. */
export interface Found {
  /** What `--json` prints. */
  readonly json: object;
  readonly report: Report;
  /** Loads what makes the page, which only `--html` needs. */
  readonly rendered: () => Promise<RenderedReport>;
}

export function reportOf(workspace: string, answer: Analytics): Found {
  return {
    json: answer,
    report: analyticsReport(workspace, answer),
    rendered: async () =>
      (await import('../../../web/report/workspace-report.ts')).workspaceReport({
        workspace,
        report: answer,
      }),
  };
}

/** @throws {CommandError} if the file cannot be written */
export function save(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}
