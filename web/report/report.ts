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
import { periodSentence, type Timed } from './times.ts';
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
  /** Its period and its time. */
  readonly report: Timed;
  readonly content: Html;
  readonly words: ReportWords;
}

/** Puts the parts of a report together. */
export function rendered({ kind, workspace, headline, report, content, words }: Parts): RenderedReport {
  const body = html`<article class="report" lang="${words.language}"><header><p>${kind} · ${workspace}</p><h1>${headline}</h1><p>${periodSentence(report, words)}</p></header>${content}</article>`;
  const styles = STYLES + footer(`${workspace} · ${kind} · ${words.longRange(report.period)}`, words);
  return { language: words.language, title: `${kind}: ${workspace}`, styles, body: body.markup };
}

/** What stands at the bottom of each printed page, in browsers that print such margins. */
function footer(text: string, words: ReportWords): string {
  const [before, between, after] = words.pageOf('|', '|').split('|').map(cssText);
  return `@media print{@page{@bottom-left{content:${cssText(text)};font:9px system-ui;color:#35524a}@bottom-right{content:${before} counter(page) ${between} counter(pages) ${after};font:9px system-ui;color:#35524a}}}
`;
}

/** A text in a stylesheet. Every character that could end it, or the element of the stylesheet, is written as a number. */
const cssText = (text: string): string =>
  `"${text.replaceAll(/["\\<>\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
