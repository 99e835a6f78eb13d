import type { Period } from '../../../shared/values/calendar.ts';
import type { PageLanguage } from '../../../shared/values/languages.ts';
import type { SharedStatus } from '../../../shared/workspaces/certificate-statuses.ts';
import { number } from '../numbers.ts';
import {
  type Certificates,
  MAX_TITLES,
  type Members,
  type Outcomes,
  partsOf,
  quoted,
  type ReportedPeriod,
  rangeIn,
} from './phrases.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** `1 gift`, `2 gifts` */
const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
const was = (count: number): string => (count === 1 ? 'was' : 'were');

function giftClause({ reserved: open, redeemed, expired }: Outcomes): string {
  const all = open + redeemed + expired;
  if (all === 0) return 'No gifts were reserved in the period';
  if (all === 1) {
    if (redeemed === 1) return 'The one reserved gift was collected';
    return open === 1
      ? 'One gift was reserved, and can still be collected'
      : 'The one reserved gift was not collected';
  }
  if (redeemed === all) return `All ${number(all)} reserved gifts were collected`;
  if (redeemed > 0) return `${number(redeemed)} of ${number(all)} reserved gifts ${was(redeemed)} collected`;
  return open > 0
    ? `None of the ${number(all)} reserved gifts has been collected yet`
    : `None of the ${number(all)} reserved gifts was collected`;
}

function takenClause(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  if (titles.length > MAX_TITLES) return `, and ${number(titles.length)} open campaigns have none left`;
  return `, and ${quoted(titles, ' and ')} ${titles.length === 1 ? 'has' : 'have'} none left`;
}

const longDate = (date: string): string => {
  const { day, month, year } = partsOf(date);
  return `${day} ${MONTHS[month]} ${year}`;
};
const shortDate = (date: string): string => {
  const { day, month } = partsOf(date);
  return `${day} ${MONTHS[month]?.slice(0, 3)}`;
};

const DAYS = 'Days are in Malaysian time.';
const STATUS = 'Each status is that at the time of the report, not at the end of the period.';

/**
 * The words of the reports. Each headline is one function of all its numbers, because clauses are joined in another way in each language.
 * A headline states a result that the numbers have, and no cause, no trend and no judgement. "Yet" and "so far" are only said while
 * something can still change.
 */
export const words = {
  language: 'en-MY' as PageLanguage,
  /** At the bottom of a printed page. */
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  kinds: {
    merchant: 'Merchant report',
    certificates: 'Medical certificate report',
    workspace: 'Workplace report',
  },
  headlines: {
    /** What became of the gifts that were reserved in the period, and which open campaigns have nothing left. */
    merchant: (outcomes: Outcomes, taken: readonly string[]) =>
      `${giftClause(outcomes)}${takenClause(taken)}`,
    /** How many members there are, and who joined and left in the period. */
    workspace({ active, joined, ended }: Members) {
      const now = active === 0 ? 'No members now' : `${counted(active, 'member')} now`;
      if (joined === 0 && ended === 0) return `${now}; nobody joined or left in the period`;
      const who = (count: number) => (count > 0 ? number(count) : 'nobody');
      return `${now}; ${who(joined)} joined and ${who(ended)} left in the period`;
    },
    /** How many requests fall in the period, how many calendar days they cover, and how many wait for a decision. */
    certificates({ requests, calendarDays, waiting }: Certificates) {
      if (requests === 0) return 'No shared requests in the period';
      // Two requests may be for the same day.
      const days = counted(calendarDays, 'calendar day');
      const covered =
        requests === 1
          ? `1 shared request covers ${days}`
          : `${counted(requests, 'shared request')} cover ${days} in total`;
      if (waiting === 0) return `${covered}, and none waits for a decision`;
      if (waiting === requests)
        return `${covered}, and ${requests === 1 ? 'waits' : 'all wait'} for a decision`;
      return `${covered}, and ${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for a decision`;
    },
  },

  /** Days are `YYYY-MM-DD`, in Malaysian time. */
  longDate,
  shortDate,
  month: (date: string) => `${MONTHS[partsOf(date).month]} ${partsOf(date).year}`,
  /** A time of the day, with 0 to 23 hours. */
  time: (hours: number, minutes: string) =>
    minutes === '00' && hours % 12 === 0
      ? `12 ${hours === 0 ? 'midnight' : 'noon'}`
      : `${hours % 12 || 12}.${minutes} ${hours < 12 ? 'am' : 'pm'}`,
  /** Without what both ends have in common. */
  longRange: (period: Period) => rangeIn(period, { longDate, months: MONTHS, to: ' to ' }),
  shortRange: ({ from, to }: Period) =>
    from === to ? shortDate(to) : `${shortDate(from)} to ${shortDate(to)}`,
  /** Days of which the last one is not over at a time. */
  until: (days: string, time: string) => `${days}, until ${time}`,
  period({ range, days, day, time, open }: ReportedPeriod) {
    const what = {
      nothing: '',
      last_day: ', so the last day is not complete',
      some_days: ', so the period is not complete',
      all_days: ', before the period',
    }[open];
    return `${range} (${counted(days, 'day')}). As of ${day}, ${time}${what}.`;
  },

  gifts: {
    title: 'Gifts',
    reserved: (count: number) => `${count === 1 ? 'gift' : 'gifts'} reserved in the period`,
    collected: (open: number) =>
      open === 0 ? 'collected' : `collected so far; ${number(open)} more can still be collected`,
    noneEnded: 'no reservation has ended yet',
    ended: (ended: number, collected: number, expired: number) =>
      `of the ${counted(ended, 'ended reservation')} ${was(collected)} collected; ${number(expired)} expired`,
    left: (campaigns: number) => `units left in ${counted(campaigns, 'campaign')}`,
    leftOf: (total: string) => `of ${total}`,
    unitsLeft: (held: number, collected: number) =>
      `units left; ${counted(held, 'unit')} held, and ${number(collected)} collected`,
    /** The columns of tables: reserved, collected, still open, expired. */
    head: ['reserved', 'collected', 'still reserved', 'expired'] satisfies readonly [
      reserved: string,
      collected: string,
      open: string,
      expired: string,
    ],
    parts: (collected: string, open: string, expired: string) => [
      `collected ${collected}`,
      `still reserved ${open}`,
      `expired ${expired}`,
    ],
    chart: { day: 'Reservations by day', week: 'Reservations by week' },
    becameOf: {
      day: 'Reservations by day, and what became of them',
      week: 'Reservations by week, and what became of them',
    },
    countsOn: 'A reservation counts on the day on which it was made.',
  },
  stock: {
    title: 'Stock of each campaign',
    text: 'All bars have the same scale. The campaigns with the least left come first.',
    campaign: 'Campaign',
    all: 'All campaigns',
    head: ['collected', 'held', 'left', 'total'] satisfies readonly [
      collected: string,
      held: string,
      left: string,
      total: string,
    ],
    states: { closed: 'Closed', ended: 'Ended', all_taken: 'All taken' },
    opens: (day: string) => `Opens ${day}`,
  },
  members: {
    now: (count: number): string => (count === 1 ? 'member now' : 'members now'),
    joined: (left: string) => `joined in the period; ${left} left`,
    invited: (count: number, pending: string) =>
      `${count === 1 ? 'invitation' : 'invitations'} sent in the period; ${pending} can still be accepted`,
    noneEnded: 'no invitation has ended yet',
    accepted: (ended: number, accepted: number, expired: number, revoked: number) =>
      `of the ${counted(ended, 'ended invitation')} ${was(accepted)} accepted; ${number(expired)} expired, and ${number(revoked)} ${was(revoked)} revoked`,
    head: ['joined', 'left', 'invited', 'accepted'] satisfies readonly [
      joined: string,
      left: string,
      invited: string,
      accepted: string,
    ],
    chart: { day: 'Members who joined, by day', week: 'Members who joined, by week' },
    byTheirDay: 'Members who joined and left, and invitations, by their day.',
  },
  certificates: {
    requests: (count: number) => `${count === 1 ? 'request falls' : 'requests fall'} in the period`,
    approvedDays: 'calendar days of approved requests',
    waiting: (count: number) => `${count === 1 ? 'request waits' : 'requests wait'} for a decision`,
    noneDecided: 'no request is decided',
    approved: (decided: number, approved: number) =>
      `of the ${counted(decided, 'decided request')} ${was(approved)} approved`,
    byStatus: 'By status',
    sameScale: 'All bars have the same scale.',
    status: 'Status',
    days: 'calendar days',
    requestsHead: 'requests',
    all: 'All',
    statuses: {
      submitted: 'Waiting',
      approved: 'Approved',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    } satisfies Readonly<Record<SharedStatus, string>>,
    squares: (days: number) => `The ${counted(days, 'calendar day')} as squares`,
    square: (days: number) =>
      days === 1
        ? 'Each square is one calendar day of a request, and each column a week of seven.'
        : `Each square is up to ${days} calendar days of requests, and each column a week of seven.`,
    sorted: 'They are sorted by status: the report has no dates.',
  },

  chart: {
    weekends: 'Weekends are shaded.',
    weeks: 'Each bar is a week.',
    unfinished: {
      day: 'The day in the dashed frame is not complete.',
      week: 'The week in the dashed frame is not complete.',
    },
    /** What a screen reader says. `most` is missing for a chart without numbers. */
    said: (
      title: string,
      sum: string,
      most: { readonly count: string; readonly day: string; readonly isWeek: boolean } | undefined,
    ) => {
      const where = most && `, at most ${most.count} ${most.isWeek ? 'in the week from' : 'on'} ${most.day}`;
      return `${title}. ${sum} in all${where ?? ''}. The table below has the numbers.`;
    },
  },
  tables: {
    byDay: 'By day',
    byWeek: 'By week',
    byMonth: 'By month',
    day: 'Day',
    days: 'Days',
    month: 'Month',
    total: 'Total',
    table: (title: string) => `${title}, table`,
  },
  notes: {
    title: 'How to read the numbers',
    merchant: (stock: string, inPeriod: string) => [
      STATUS,
      '“Held” means reserved and not yet collected.',
      `Accounts that are closed or erased are left out of the reservations. Gifts that they collected still count as collected in the stock, which counts from the start of each campaign: ${stock} units collected in all, ${inPeriod} of them reserved in the period.`,
      DAYS,
    ],
    workspace: [
      STATUS,
      'Only the latest membership of each member counts. An invitation counts as accepted on the day on which it was accepted.',
      'Accounts that are closed or erased are left out.',
      DAYS,
    ],
    certificates: [
      'Each status is that at the time of the report. Only days inside the period count, future days included.',
      'Drafts and requests that are not shared are not counted. Employees who have left, and accounts that were deleted, are not counted.',
      'Two requests may cover the same day: it counts for each.',
      'These totals do not show who is entitled to leave, and do not predict absences.',
    ],
  },
};

export type ReportWords = typeof words;
