import { type Html, html } from '../markup.ts';
import { barsOf, breakdown, chartNote, giftChart, giftFigures, giftNumbers, sumOf } from './gifts.ts';
import { number, percent } from './numbers.ts';
import { chart, figures, hatching, MAX_DAY_BARS, notes } from './parts.ts';
import { type RenderedReport, rendered, type WorkspaceCounts } from './report.ts';
import type { ReportWords } from './words/en.ts';

interface Workspace {
  readonly workspace: string;
  readonly report: WorkspaceCounts;
  readonly words: ReportWords;
}

type Day = WorkspaceCounts['daily'][number];

/** The report of a workspace on its members and invitations, and on its gifts if it has any. */
export function workspaceReport({ workspace, report, words }: Workspace): RenderedReport {
  const { reportedAt, current, periodCounts, daily } = report;
  const hasGifts = giftsOf(report) > 0;
  const tables = breakdown({
    days: daily,
    reportedAt,
    head: [...words.members.head, ...(hasGifts ? words.gifts.head : [])],
    numbersOf: (days) => [...memberNumbers(days), ...(hasGifts ? giftNumbers(days) : [])],
    words,
  });
  const content = html`${hatching}${figures(memberFigures(report, words))}${hasGifts ? giftSection(report, words) : ''}${
    daily.length > 0
      ? html`${memberChart(report, words)}<h2>${tables.title}</h2><p>${hasGifts ? words.gifts.countsOn : words.members.byTheirDay}</p><div class="scroll" tabindex="0" role="group" aria-label="${words.tables.table(tables.title)}">${tables.tables}</div>`
      : ''
  }${notes(words.notes.workspace, words)}`;
  return rendered({
    kind: words.kinds.workspace,
    workspace,
    headline: words.headlines.workspace({
      active: current.activeMembers,
      joined: periodCounts.membersJoined,
      ended: periodCounts.membersEnded,
    }),
    report,
    content,
    words,
  });
}

/** All that a company without campaigns does not have. */
const giftsOf = ({ current, periodCounts }: WorkspaceCounts): number =>
  current.availableStock + current.heldStock + current.redeemedStock + periodCounts.claimsReserved;

const memberNumbers = (days: readonly Day[]): readonly number[] => [
  sumOf(days, ({ membersJoined }) => membersJoined),
  sumOf(days, ({ membersEnded }) => membersEnded),
  sumOf(days, ({ invitationsCreated }) => invitationsCreated),
  sumOf(days, ({ invitationsAccepted }) => invitationsAccepted),
];

function memberFigures({ current, periodCounts, invitationOutcomes }: WorkspaceCounts, words: ReportWords) {
  const { accepted, pending, expired, revoked } = invitationOutcomes;
  const ended = accepted + expired + revoked;
  const { members } = words;
  return [
    { value: number(current.activeMembers), text: members.now(current.activeMembers) },
    { value: number(periodCounts.membersJoined), text: members.joined(number(periodCounts.membersEnded)) },
    {
      value: number(periodCounts.invitationsCreated),
      text: members.invited(periodCounts.invitationsCreated, number(pending)),
    },
    ended === 0
      ? { value: '–', text: members.noneEnded }
      : { value: percent(accepted, ended), text: members.accepted(ended, accepted, expired, revoked) },
  ];
}

function giftSection(
  { current, claimOutcomes, daily, reportedAt }: WorkspaceCounts,
  words: ReportWords,
): Html {
  const { availableStock, heldStock, redeemedStock } = current;
  const all = availableStock + heldStock + redeemedStock;
  const stock = {
    value: number(availableStock),
    of: words.gifts.leftOf(number(all)),
    text: words.gifts.unitsLeft(heldStock, redeemedStock),
  };
  return html`<h2>${words.gifts.title}</h2>${figures([...giftFigures(claimOutcomes, words), stock])}${
    daily.length > 0 ? giftChart(daily, reportedAt, claimOutcomes, words) : ''
  }`;
}

function memberChart({ daily, reportedAt }: WorkspaceCounts, words: ReportWords): Html {
  const spans = barsOf(daily, reportedAt);
  const isByDay = daily.length <= MAX_DAY_BARS;
  const title = words.members.chart[isByDay ? 'day' : 'week'];
  const drawn = chart(
    {
      title,
      parts: [{ fill: 'collected', label: words.members.head[0] }],
      columns: spans.map((span) => ({ span, counts: memberNumbers(span.days).slice(0, 1) })),
    },
    words,
  );
  return html`<h2>${title}</h2><p>${chartNote(isByDay, spans, words)}</p>${drawn}`;
}
