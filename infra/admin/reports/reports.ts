import { writeFileSync } from 'node:fs';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../shared/values/languages.ts';
import type { RenderedReport } from '../../../web/report/report.ts';
import type { ReportWords } from '../../../web/report/words/en.ts';
import { reportWords } from '../../../web/report/words/languages.ts';
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
  readonly rendered: (words: ReportWords) => Promise<RenderedReport>;
}

export function reportOf(workspace: string, answer: Analytics): Found {
  return {
    json: answer,
    report: analyticsReport(workspace, answer),
    rendered: async (words) =>
      (await import('../../../web/report/workspace-report.ts')).workspaceReport({
        workspace,
        report: answer,
        words,
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

/** The languages of a page, as they are written on the command line. */
export const REPORT_LANGUAGES: readonly string[] = PAGE_LANGUAGES.map((tag) => tag.slice(0, 2));

/** @param language one of `REPORT_LANGUAGES` */
export async function wordsIn(language: string): Promise<ReportWords> {
  const tag: PageLanguage = PAGE_LANGUAGES.find((each) => each.startsWith(language)) ?? PAGE_LANGUAGES[0];
  return (await reportWords[tag]()).words;
}
