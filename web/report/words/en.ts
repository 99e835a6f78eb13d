import { number } from '../numbers.ts';
import { MAX_TITLES, type Outcomes, partsOf, quoted, type ReportWords, rangeIn } from './report-words.ts';

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

export const words: ReportWords = {
  language: 'en-MY',
  kinds: {
    merchant: 'Merchant report',
    certificates: 'Medical certificate report',
    workspace: 'Workplace report',
  },
  headlines: {
    merchant: (outcomes, taken) => `${giftClause(outcomes)}${takenClause(taken)}`,
    workspace({ active, joined, ended }) {
      const now = active === 0 ? 'No members now' : `${counted(active, 'member')} now`;
      if (joined === 0 && ended === 0) return `${now}; nobody joined or left in the period`;
      const who = (count: number) => (count > 0 ? number(count) : 'nobody');
      return `${now}; ${who(joined)} joined and ${who(ended)} left in the period`;
    },
    certificates({ requests, calendarDays, waiting }) {
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

  longDate,
  shortDate,
  month: (date) => `${MONTHS[partsOf(date).month]} ${partsOf(date).year}`,
  time: (hours, minutes) =>
    minutes === '00' && hours % 12 === 0
      ? `12 ${hours === 0 ? 'midnight' : 'noon'}`
      : `${hours % 12 || 12}.${minutes} ${hours < 12 ? 'am' : 'pm'}`,
  longRange: (period) => rangeIn(period, { longDate, months: MONTHS, to: ' to ' }),
  shortRange: ({ from, to }) => (from === to ? shortDate(to) : `${shortDate(from)} to ${shortDate(to)}`),
  until: (days, time) => `${days}, until ${time}`,
  period({ range, days, day, time, open }) {
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
    reserved: (count) => `${count === 1 ? 'gift' : 'gifts'} reserved in the period`,
    collected: (open) =>
      open === 0 ? 'collected' : `collected so far; ${number(open)} more can still be collected`,
    noneEnded: 'no reservation has ended yet',
    ended: (ended, collected, expired) =>
      `of the ${counted(ended, 'ended reservation')} ${was(collected)} collected; ${number(expired)} expired`,
    left: (campaigns) => `units left in ${counted(campaigns, 'campaign')}`,
    leftOf: (total) => `of ${total}`,
    unitsLeft: (held, collected) =>
      `units left; ${counted(held, 'unit')} held, and ${number(collected)} collected`,
    head: ['reserved', 'collected', 'still reserved', 'expired'],
    parts: (collected, open, expired) => [
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
    head: ['collected', 'held', 'left', 'total'],
    states: { closed: 'Closed', ended: 'Ended', all_taken: 'All taken' },
    opens: (day) => `Opens ${day}`,
  },
  members: {
    now: (count) => (count === 1 ? 'member now' : 'members now'),
    joined: (left) => `joined in the period; ${left} left`,
    invited: (count, pending) =>
      `${count === 1 ? 'invitation' : 'invitations'} sent in the period; ${pending} can still be accepted`,
    noneEnded: 'no invitation has ended yet',
    accepted: (ended, accepted, expired, revoked) =>
      `of the ${counted(ended, 'ended invitation')} ${was(accepted)} accepted; ${number(expired)} expired, and ${number(revoked)} ${was(revoked)} revoked`,
    head: ['joined', 'left', 'invited', 'accepted'],
    chart: { day: 'Members who joined, by day', week: 'Members who joined, by week' },
    byTheirDay: 'Members who joined and left, and invitations, by their day.',
  },
  certificates: {
    requests: (count) => `${count === 1 ? 'request falls' : 'requests fall'} in the period`,
    approvedDays: 'calendar days of approved requests',
    waiting: (count) => `${count === 1 ? 'request waits' : 'requests wait'} for a decision`,
    noneDecided: 'no request is decided',
    approved: (decided, approved) =>
      `of the ${counted(decided, 'decided request')} ${was(approved)} approved`,
    byStatus: 'By status',
    sameScale: 'All bars have the same scale.',
    status: 'Status',
    days: 'calendar days',
    requestsHead: 'requests',
    all: 'All',
    statuses: { submitted: 'Waiting', approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn' },
    squares: (days) => `The ${counted(days, 'calendar day')} as squares`,
    square: (days) =>
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
    said: (title, sum, most) => {
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
    table: (title) => `${title}, table`,
  },
  notes: {
    title: 'How to read the numbers',
    merchant: (stock, inPeriod) => [
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
