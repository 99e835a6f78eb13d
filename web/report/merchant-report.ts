import { malaysianDate } from '../../shared/values/calendar.ts';
import { type Html, html } from '../markup.ts';
import { breakdown, GIFT_HEAD, giftChart, giftFigures, giftNumbers, stockFigure, sumOf } from './gifts.ts';
import { merchantHeadline } from './headlines.ts';
import { bar, figures, hatching, keyInLine, notes } from './parts.ts';
import { type CampaignStock, type MerchantCounts, type RenderedReport, rendered } from './report.ts';
import { periodSentence, shortDate } from './times.ts';
import { number } from './words.ts';

interface Merchant {
  readonly workspace: string;
  readonly report: MerchantCounts;
  /** All campaigns of the merchant with their stock. */
  readonly campaigns: readonly CampaignStock[];
}

/** The report of a merchant on its gifts: what became of the reservations, and where the stock of each campaign is. */
export function merchantReport({ workspace, report, campaigns }: Merchant): RenderedReport {
  const { reportedAt, claimOutcomes, daily, stock } = report;
  const taken = campaigns.filter((campaign) => stateOf(campaign, reportedAt) === 'All taken');
  const tables = breakdown({ days: daily, reportedAt, head: GIFT_HEAD, numbersOf: giftNumbers });
  const content = html`${hatching}${figures([
    ...giftFigures(claimOutcomes),
    stockFigure(stock.available, stock.total, campaigns.length),
  ])}${campaigns.length > 0 ? stockTable(campaigns, reportedAt) : ''}${
    daily.length > 0
      ? html`${giftChart(daily, reportedAt, claimOutcomes)}<div class="two"><section><h2>${tables.title}</h2><p>A reservation counts on the day on which it was made.</p>${tables.tables}</section>${notes(notesOf(report))}</div>`
      : notes(notesOf(report))
  }`;
  return rendered({
    kind: 'Merchant report',
    workspace,
    headline: merchantHeadline(
      claimOutcomes,
      taken.map(({ title }) => title),
    ),
    sentence: periodSentence(report),
    content,
  });
}

const notesOf = ({ stock, claimOutcomes }: MerchantCounts): readonly string[] => [
  'States are those at the time of the report, not at the end of the period.',
  '“Held” is reserved, and not yet collected.',
  `Accounts that are deleted, or whose deletion is pending, are left out of the reservations. Gifts that they have collected stay in the stock, and the stock counts from the start of each campaign: ${number(stock.redeemed)} units collected in all, ${number(claimOutcomes.redeemed)} of them reserved in the period.`,
  'Days are Malaysian days.',
];

/** The state of a campaign in a few words, or nothing for one that is open and has units left. */
export function stateOf(
  { status, startsAt, endsAt, stock }: CampaignStock,
  reportedAt: string,
): string | undefined {
  if (status === 'closed') return 'Closed';
  if (endsAt <= reportedAt) return 'Ended';
  if (startsAt > reportedAt) return `Opens ${shortDate(malaysianDate(new Date(startsAt)))}`;
  return stock.available === 0 ? 'All taken' : undefined;
}

function stockTable(campaigns: readonly CampaignStock[], reportedAt: string): Html {
  const share = ({ stock: { available, total } }: CampaignStock) => (total === 0 ? 0 : available / total);
  const sorted = [...campaigns].sort((a, b) => share(a) - share(b) || b.stock.total - a.stock.total);
  const most = Math.max(1, ...campaigns.map(({ stock }) => stock.total));
  const total = (['redeemed', 'held', 'available', 'total'] as const).map((name) =>
    sumOf(campaigns, ({ stock }) => stock[name]),
  );
  const columns = keyInLine([
    { fill: 'collected', label: 'collected' },
    { fill: 'held', label: 'held' },
    { fill: 'left', label: 'left' },
  ]);
  const cells = (numbers: readonly number[]) => numbers.map((value) => html`<td>${number(value)}</td>`);
  return html`<h2>Where the stock of each campaign is now</h2><p>All bars have the same scale. The campaigns with the least left come first.</p><table class="names"><thead><tr><th scope="col">Campaign</th><th class="bar" scope="col">${columns}</th>${['collected', 'held', 'left', 'of'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${sorted.map(
    (campaign) => {
      const { redeemed, held, available, total } = campaign.stock;
      const state = stateOf(campaign, reportedAt);
      const tag =
        state === undefined ? '' : html` <b class="tag${state === 'All taken' ? ' out' : ''}">${state}</b>`;
      const parts = bar(
        [
          { fill: 'collected', count: redeemed },
          { fill: 'held', count: held },
          { fill: 'left', count: available },
        ],
        most,
      );
      return html`<tr><th scope="row">${campaign.title}${tag}</th><td class="bar">${parts}</td>${cells([redeemed, held, available, total])}</tr>`;
    },
  )}</tbody><tfoot><tr><th scope="row">All campaigns</th><td class="bar"></td>${cells(total)}</tr></tfoot></table>`;
}
