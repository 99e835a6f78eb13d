import { SHARED_STATUSES, type SharedStatus } from '../../shared/workspaces/certificate-statuses.ts';
import { type Html, html, trusted } from '../markup.ts';
import { certificateHeadline } from './headlines.ts';
import { bar, FILLS, type Fill, figures, hatching, key, notes, scrolling } from './parts.ts';
import { type CertificateTotals, type RenderedReport, rendered } from './report.ts';
import { periodSentence } from './times.ts';
import { counted, number, percent } from './words.ts';

interface Company {
  readonly workspace: string;
  readonly report: CertificateTotals;
}

const WORDS: Readonly<Record<SharedStatus, { readonly name: string; readonly fill: Fill }>> = {
  submitted: { name: 'Waiting', fill: 'held' },
  approved: { name: 'Approved', fill: 'collected' },
  rejected: { name: 'Rejected', fill: 'expired' },
  withdrawn: { name: 'Withdrawn', fill: 'left' },
};

/** The report of a company on its shared requests: how many, with how many calendar days, in each status. */
export function certificateReport({ workspace, report }: Company): RenderedReport {
  const { requests, calendarDays } = report;
  const all = sum(requests);
  const decided = requests.approved + requests.rejected;
  const content = html`${hatching}${figures([
    { value: number(all), text: `${all === 1 ? 'request touches' : 'requests touch'} the period` },
    { value: number(calendarDays.approved), text: `calendar days of approved requests` },
    {
      value: number(requests.submitted),
      text: `${requests.submitted === 1 ? 'request waits' : 'requests wait'} for a decision`,
    },
    decided === 0
      ? { value: '–', text: 'no request is decided' }
      : {
          value: percent(requests.approved, decided),
          text: `of the ${counted(decided, 'decided request')} ${requests.approved === 1 ? 'was' : 'were'} approved`,
        },
  ])}${statusTable(report)}${calendar(report)}${notes(NOTES)}`;
  return rendered({
    kind: 'Certificate report',
    workspace,
    headline: certificateHeadline({
      requests: all,
      calendarDays: sum(calendarDays),
      waiting: requests.submitted,
    }),
    sentence: periodSentence(report),
    content,
  });
}

const sum = (counts: Readonly<Record<SharedStatus, number>>): number =>
  SHARED_STATUSES.reduce((before, status) => before + counts[status], 0);

const NOTES = [
  'The status is that at the time of the report. Only days inside the period count, future days included.',
  'Drafts and requests that are not shared are not counted. Departed and deleted employees are left out.',
  'Two requests may cover the same day: it counts for each.',
  'The totals do not establish an entitlement or predict absence.',
];

function statusTable({ requests, calendarDays }: CertificateTotals): Html {
  const most = Math.max(1, ...SHARED_STATUSES.map((status) => calendarDays[status]));
  const rows = SHARED_STATUSES.map((status) => {
    const { name, fill } = WORDS[status];
    const drawn = bar([{ fill, count: calendarDays[status] }], most);
    return html`<tr><th scope="row">${name}</th><td class="bar">${drawn}</td><td>${number(requests[status])}</td><td>${number(calendarDays[status])}</td></tr>`;
  });
  return html`<h2>By status</h2><p>All bars have the same scale.</p><table><thead><tr><th scope="col">Status</th><th class="bar" scope="col">calendar days</th><th scope="col">requests</th><th scope="col">calendar days</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">All</th><td class="bar"></td><td>${number(sum(requests))}</td><td>${number(sum(calendarDays))}</td></tr></tfoot></table>`;
}

const WEEK = 7;
const SQUARE = 12;
const STEP = 15;
/** Twelve squares fit on a phone, and 56 on a page. */
const MAX_WEEKS = 56;

/** One square for each calendar day, in columns of a week. With many days, each square is several. */
function calendar({ calendarDays }: CertificateTotals): Html {
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
    return count === 0 ? '' : `<path ${FILLS[WORDS[status].fill]} d="${path.join('')}"/>`;
  });
  const width = Math.ceil(at / WEEK) * STEP + 1;
  const height = WEEK * STEP + 1;
  const title = `The ${counted(all, 'calendar day')} as squares`;
  const said = SHARED_STATUSES.map((status) => `${WORDS[status].name} ${number(calendarDays[status])}`).join(
    ', ',
  );
  const unit =
    each === 1
      ? 'Each square is one calendar day of a request'
      : `Each square is up to ${each} calendar days of requests`;
  return html`<h2>${title}</h2><p>${unit}, and each column a week of seven. They are sorted by status: the report has no dates.</p>${key(
    SHARED_STATUSES.map((status) => ({ fill: WORDS[status].fill, label: WORDS[status].name })),
  )}${scrolling(title, html`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}. ${said}.">${trusted(squares.join(''))}</svg>`)}`;
}
