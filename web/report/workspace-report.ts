import { type Html, html } from '../markup.ts';
import {
  barsOf,
  breakdown,
  chartNote,
  GIFT_HEAD,
  giftChart,
  giftFigures,
  giftNumbers,
  sumOf,
} from './gifts.ts';
import { workspaceHeadline } from './headlines.ts';
import { chart, figures, hatching, MAX_DAY_BARS, notes } from './parts.ts';
import { type RenderedReport, rendered, type WorkspaceCounts } from './report.ts';
import { periodSentence } from './times.ts';
import { counted, number, percent } from './words.ts';

interface Workspace {
  readonly workspace: string;
  readonly report: WorkspaceCounts;
}

type Day = WorkspaceCounts['daily'][number];

/** The report of a workspace on its members and invitations, and on its gifts if it has any. */
export function workspaceReport({ workspace, report }: Workspace): RenderedReport {
  const { reportedAt, current, periodCounts, daily } = report;
  const hasGifts = giftsOf(report) > 0;
  const tables = breakdown({
    days: daily,
    reportedAt,
    head: ['joined', 'left', 'invited', 'accepted', ...(hasGifts ? GIFT_HEAD : [])],
    numbersOf: (days) => [...memberNumbers(days), ...(hasGifts ? giftNumbers(days) : [])],
  });
  const content = html`${hatching}${figures(memberFigures(report))}${hasGifts ? giftSection(report) : ''}${
    daily.length > 0
      ? html`${memberChart(report)}<h2>${tables.title}</h2><p>${hasGifts ? 'A reservation counts on the day on which it was made.' : 'Members who joined and left, and invitations, by their day.'}</p><div class="scroll" tabindex="0" role="group" aria-label="${tables.title}, table">${tables.tables}</div>`
      : ''
  }${notes(NOTES)}`;
  return rendered({
    kind: 'Workspace report',
    workspace,
    headline: workspaceHeadline({
      active: current.activeMembers,
      joined: periodCounts.membersJoined,
      ended: periodCounts.membersEnded,
    }),
    sentence: periodSentence(report),
    content,
  });
}

const NOTES = [
  'States are those at the time of the report, not at the end of the period.',
  'A member counts with the latest membership alone. An invitation counts as accepted on the day on which it was accepted.',
  'Accounts that are deleted, or whose deletion is pending, are left out.',
  'Days are Malaysian days.',
];

/** All that a company without campaigns does not have. */
const giftsOf = ({ current, periodCounts }: WorkspaceCounts): number =>
  current.availableStock + current.heldStock + current.redeemedStock + periodCounts.claimsReserved;

const memberNumbers = (days: readonly Day[]): readonly number[] => [
  sumOf(days, ({ membersJoined }) => membersJoined),
  sumOf(days, ({ membersEnded }) => membersEnded),
  sumOf(days, ({ invitationsCreated }) => invitationsCreated),
  sumOf(days, ({ invitationsAccepted }) => invitationsAccepted),
];

function memberFigures({ current, periodCounts, invitationOutcomes }: WorkspaceCounts) {
  const { accepted, pending, expired, revoked } = invitationOutcomes;
  const decided = accepted + expired + revoked;
  return [
    {
      value: number(current.activeMembers),
      text: current.activeMembers === 1 ? 'member now' : 'members now',
    },
    {
      value: number(periodCounts.membersJoined),
      text: `joined in the period; ${number(periodCounts.membersEnded)} left`,
    },
    {
      value: number(periodCounts.invitationsCreated),
      text: `${periodCounts.invitationsCreated === 1 ? 'invitation' : 'invitations'} of the period; ${number(pending)} can still be accepted`,
    },
    decided === 0
      ? { value: '–', text: 'no invitation is decided yet' }
      : {
          value: percent(accepted, decided),
          text: `of the ${number(decided)} that ${decided === 1 ? 'is' : 'are'} decided ${accepted === 1 ? 'was' : 'were'} accepted; ${number(expired)} expired, and ${number(revoked)} ${revoked === 1 ? 'was' : 'were'} revoked`,
        },
  ];
}

function giftSection({ current, claimOutcomes, daily, reportedAt }: WorkspaceCounts): Html {
  const { availableStock, heldStock, redeemedStock } = current;
  const all = availableStock + heldStock + redeemedStock;
  const stock = {
    value: number(availableStock),
    of: `of ${number(all)}`,
    text: `units left; ${counted(heldStock, 'unit')} held, and ${number(redeemedStock)} collected`,
  };
  return html`<h2>Gifts</h2>${figures([...giftFigures(claimOutcomes), stock])}${
    daily.length > 0 ? giftChart(daily, reportedAt, claimOutcomes) : ''
  }`;
}

function memberChart({ daily, reportedAt }: WorkspaceCounts): Html {
  const spans = barsOf(daily, reportedAt);
  const isByDay = daily.length <= MAX_DAY_BARS;
  const title = `Members who joined, by ${isByDay ? 'day' : 'week'}`;
  return html`<h2>${title}</h2><p>${chartNote(isByDay, spans)}</p>${chart({
    title,
    parts: [{ fill: 'collected', label: 'joined' }],
    columns: spans.map((span) => ({ span, counts: memberNumbers(span.days).slice(0, 1) })),
  })}`;
}
