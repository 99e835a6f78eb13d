import type * as z from 'zod/mini';
import type {
  MedicalCertificateTotals,
  MerchantCampaign,
  MerchantReport,
  WorkspaceAnalytics,
} from '../../functions/analytics/reports/contract.ts';
import type { PageLanguage } from '../../shared/values/languages.ts';
import { type Html, html } from '../markup.ts';
import { STYLES } from './styles.ts';
import type { ReportWords } from './words/en.ts';

/** A report as a page has it. All values in `body` are escaped. It has no scripts and no inline styles. */
export interface RenderedReport {
  readonly language: PageLanguage;
  readonly title: string;
  /** One stylesheet for all reports, which changes nothing outside of them. */
  readonly styles: string;
  readonly body: string;
}

export type MerchantCounts = z.infer<typeof MerchantReport>;
export type CampaignStock = z.infer<typeof MerchantCampaign>;
export type WorkspaceCounts = z.infer<typeof WorkspaceAnalytics>;
export type CertificateTotals = z.infer<typeof MedicalCertificateTotals>;

interface Parts {
  /** The kind of the report, such as `Merchant report`. */
  readonly kind: string;
  readonly workspace: string;
  readonly headline: string;
  /** The period and the time of the report. */
  readonly sentence: string;
  readonly content: Html;
  readonly words: ReportWords;
}

/** Puts the parts of a report together. */
export function rendered({ kind, workspace, headline, sentence, content, words }: Parts): RenderedReport {
  const body = html`<article class="report" lang="${words.language}"><header><p>${kind} · ${workspace}</p><h1>${headline}</h1><p>${sentence}</p></header>${content}</article>`;
  return { language: words.language, title: `${kind}: ${workspace}`, styles: STYLES, body: body.markup };
}
