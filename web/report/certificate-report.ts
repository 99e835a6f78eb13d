import { SHARED_STATUSES, type SharedStatus } from '../../shared/workspaces/certificate-statuses.ts';
import { type Html, html, trusted } from '../markup.ts';
import { number, percent } from './numbers.ts';
import { bar, barRow, FILLS, type Fill, figures, hatching, key, notes, scrolling } from './parts.ts';
import { type CertificateTotals, type RenderedReport, rendered } from './report.ts';
import type { ReportWords } from './words/en.ts';

interface Company {
  readonly workspace: string;
  readonly report: CertificateTotals;
  readonly words: ReportWords;
}

const STATUS_FILLS: Readonly<Record<SharedStatus, Fill>> = {
  submitted: 'held',
  approved: 'collected',
  rejected: 'expired',
  withdrawn: 'left',
};

/** The report of a company on its shared requests: how many, with how many calendar days, in each status. */
export function certificateReport({ workspace, report, words }: Company): RenderedReport {
  const { requests, calendarDays } = report;
  const all = sum(requests);
  const decided = requests.approved + requests.rejected;
  const own = words.certificates;
  const content = html`${hatching}${figures([
    { value: number(all), text: own.requests(all) },
    { value: number(calendarDays.approved), text: own.approvedDays },
    { value: number(requests.submitted), text: own.waiting(requests.submitted) },
    decided === 0
      ? { value: '–', text: own.noneDecided }
      : { value: percent(requests.approved, decided), text: own.approved(decided, requests.approved) },
  ])}${statusTable(report, words)}${calendar(report, words)}${notes(words.notes.certificates, words)}`;
  return rendered({
    kind: words.kinds.certificates,
    workspace,
    headline: words.headlines.certificates({
      requests: all,
      calendarDays: sum(calendarDays),
      waiting: requests.submitted,
    }),
    report,
    content,
    words,
  });
}

const sum = (counts: Readonly<Record<SharedStatus, number>>): number =>
  SHARED_STATUSES.reduce((before, status) => before + counts[status], 0);

function statusTable(
  { requests, calendarDays }: CertificateTotals,
  { certificates: own }: ReportWords,
): Html {
  const most = Math.max(1, ...SHARED_STATUSES.map((status) => calendarDays[status]));
  const rows = SHARED_STATUSES.map((status) => {
    const drawn = bar([{ fill: STATUS_FILLS[status], count: calendarDays[status] }], most);
    return barRow(own.statuses[status], drawn, [requests[status], calendarDays[status]]);
  });
  return html`<h2>${own.byStatus}</h2><p>${own.sameScale}</p><table><thead><tr><th scope="col">${own.status}</th><th class="bar" scope="col">${own.days}</th><th scope="col">${own.requestsHead}</th><th scope="col">${own.days}</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">${own.all}</th><td class="bar"></td><td>${number(sum(requests))}</td><td>${number(sum(calendarDays))}</td></tr></tfoot></table>`;
}

const WEEK = 7;
const SQUARE = 12;
const STEP = 15;
/** Twelve squares fit on a phone, and 56 on a page. */
const MAX_WEEKS = 56;

/** One square for each calendar day, in columns of a week. With many days, each square is several. */
function calendar({ calendarDays }: CertificateTotals, { certificates: own }: ReportWords): Html {
  const all = sum(calendarDays);
  if (all === 0) return html``;
  const each = Math.ceil(all / (MAX_WEEKS * WEEK));
  let at = 0;
  const squares = SHARED_STATUSES.map((status) => {
    const count = Math.ceil(calendarDays[status] / each);
    const path = Array.from({ length: count }, () => {
      const place = `M${0.5 + Math.floor(at / WEEK) * STEP} ${0.5 + (at % WEEK) * STEP}`;
      at += 1;
      return `${place}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
    });
    return count === 0 ? '' : `<path ${FILLS[STATUS_FILLS[status]]} d="${path.join('')}"/>`;
  });
  const width = Math.ceil(at / WEEK) * STEP + 1;
  const height = WEEK * STEP + 1;
  const title = own.squares(all);
  const said = SHARED_STATUSES.map(
    (status) => `${own.statuses[status]} ${number(calendarDays[status])}`,
  ).join(', ');
  return html`<h2>${title}</h2><p>${own.square(each)} ${own.sorted}</p>${key(
    SHARED_STATUSES.map((status) => ({ fill: STATUS_FILLS[status], label: own.statuses[status] })),
  )}${scrolling(title, html`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}. ${said}.">${trusted(squares.join(''))}</svg>`)}`;
}
