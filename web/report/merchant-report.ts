import { malaysianDate } from '../../shared/values/calendar.ts';
import { type Html, html } from '../markup.ts';
import { breakdown, giftChart, giftFigures, giftNumbers, stockFigure, sumOf } from './gifts.ts';
import { number } from './numbers.ts';
import { bar, barRow, figures, hatching, keyInLine, notes } from './parts.ts';
import { type CampaignStock, type MerchantCounts, type RenderedReport, rendered } from './report.ts';
import type { ReportWords } from './words/en.ts';

interface Merchant {
  readonly workspace: string;
  readonly report: MerchantCounts;
  /** All campaigns of the merchant with their stock. */
  readonly campaigns: readonly CampaignStock[];
  readonly words: ReportWords;
}

/** The report of a merchant on its gifts: what became of the reservations, and where the stock of each campaign is. */
export function merchantReport({ workspace, report, campaigns, words }: Merchant): RenderedReport {
  const { reportedAt, claimOutcomes, daily, stock } = report;
  const taken = campaigns.filter((campaign) => stateOf(campaign, reportedAt) === 'all_taken');
  const tables = breakdown({
    days: daily,
    reportedAt,
    head: words.gifts.head,
    numbersOf: giftNumbers,
    words,
  });
  const content = html`${hatching}${figures([
    ...giftFigures(claimOutcomes, words),
    stockFigure(stock.available, stock.total, campaigns.length, words),
  ])}${campaigns.length > 0 ? stockTable(campaigns, reportedAt, words) : ''}${
    daily.length > 0
      ? html`${giftChart(daily, reportedAt, claimOutcomes, words)}<div class="two"><section><h2>${tables.title}</h2><p>${words.gifts.countsOn}</p>${tables.tables}</section>${notes(notesOf(report, words), words)}</div>`
      : notes(notesOf(report, words), words)
  }`;
  return rendered({
    kind: words.kinds.merchant,
    workspace,
    headline: words.headlines.merchant(
      claimOutcomes,
      taken.map(({ title }) => title),
    ),
    report,
    content,
    words,
  });
}

const notesOf = ({ stock, claimOutcomes }: MerchantCounts, { notes: texts }: ReportWords) =>
  texts.merchant(number(stock.redeemed), number(claimOutcomes.redeemed));

/** The state of a campaign, or nothing for one that is open and has units left. */
export function stateOf(
  { status, startsAt, endsAt, stock }: CampaignStock,
  reportedAt: string,
): 'closed' | 'ended' | 'opens' | 'all_taken' | undefined {
  if (status === 'closed') return 'closed';
  if (endsAt <= reportedAt) return 'ended';
  if (startsAt > reportedAt) return 'opens';
  return stock.available === 0 ? 'all_taken' : undefined;
}

function stockTable(campaigns: readonly CampaignStock[], reportedAt: string, words: ReportWords): Html {
  const { stock: own } = words;
  const [collected, held, left] = own.head;
  const saidOf = (campaign: CampaignStock): Html | '' => {
    const state = stateOf(campaign, reportedAt);
    if (state === undefined) return '';
    const opensOn = () => words.shortDate(malaysianDate(new Date(campaign.startsAt)));
    const said = state === 'opens' ? own.opens(opensOn()) : own.states[state];
    return html` <b class="tag${state === 'all_taken' ? ' out' : ''}">${said}</b>`;
  };
  const share = ({ stock: { available, total } }: CampaignStock) => (total === 0 ? 0 : available / total);
  const sorted = [...campaigns].sort((a, b) => share(a) - share(b) || b.stock.total - a.stock.total);
  const most = Math.max(1, ...campaigns.map(({ stock }) => stock.total));
  const total = (['redeemed', 'held', 'available', 'total'] as const).map((name) =>
    sumOf(campaigns, ({ stock }) => stock[name]),
  );
  const columns = keyInLine([
    { fill: 'collected', label: collected },
    { fill: 'held', label: held },
    { fill: 'left', label: left },
  ]);
  return html`<h2>${own.title}</h2><p>${own.text}</p><table class="names"><thead><tr><th scope="col">${own.campaign}</th><th class="bar" scope="col">${columns}</th>${own.head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${sorted.map(
    (campaign) => {
      const { redeemed, held, available, total } = campaign.stock;
      const parts = bar(
        [
          { fill: 'collected', count: redeemed },
          { fill: 'held', count: held },
          { fill: 'left', count: available },
        ],
        most,
      );
      return barRow(html`${campaign.title}${saidOf(campaign)}`, parts, [redeemed, held, available, total]);
    },
  )}</tbody><tfoot><tr><th scope="row">${own.all}</th><td class="bar"></td>${total.map((value) => html`<td>${number(value)}</td>`)}</tr></tfoot></table>`;
}
