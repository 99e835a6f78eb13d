import { counted, joined, number, quoted } from './words.ts';

/**
 * The headlines of the reports. Each rule states a result that the numbers have, and no cause, no trend and no judgement. "Yet" and
 * "so far" are only said while something can still change.
 */

export interface Outcomes {
  readonly reserved: number;
  readonly redeemed: number;
  readonly expired: number;
}

/** What became of the gifts that were reserved in the period, and which open campaigns have nothing left. */
export function merchantHeadline(outcomes: Outcomes, takenTitles: readonly string[]): string {
  const taken = takenClause(takenTitles);
  return `${giftClause(outcomes)}${taken === '' ? '' : `, and ${taken}`}`;
}

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
  if (redeemed > 0)
    return `${number(redeemed)} of ${number(all)} reserved gifts ${redeemed === 1 ? 'was' : 'were'} collected`;
  return open > 0
    ? `None of the ${number(all)} reserved gifts is collected yet`
    : `None of the ${number(all)} reserved gifts was collected`;
}

/** More titles than these would fill the page. */
const MAX_TITLES = 2;

function takenClause(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  if (titles.length > MAX_TITLES) return `${number(titles.length)} open campaigns have none left`;
  return `${joined(titles.map(quoted))} ${titles.length === 1 ? 'has' : 'have'} none left`;
}

interface Members {
  readonly active: number;
  readonly joined: number;
  readonly ended: number;
}

/** How many members there are, and who joined and left in the period. */
export function workspaceHeadline({ active, joined, ended }: Members): string {
  const now = active === 0 ? 'No members now' : `${counted(active, 'member')} now`;
  if (joined === 0 && ended === 0) return `${now}; nobody joined or left in the period`;
  const changes = [
    ...(joined > 0 ? [`${number(joined)} joined`] : ['nobody joined']),
    ...(ended > 0 ? [`${number(ended)} left`] : ['nobody left']),
  ];
  return `${now}; ${changes.join(' and ')} in the period`;
}

interface Certificates {
  readonly requests: number;
  readonly calendarDays: number;
  readonly waiting: number;
}

/** How many requests touch the period, how many of its calendar days they have in total, and how many wait for a decision. */
export function certificateHeadline({ requests, calendarDays, waiting }: Certificates): string {
  if (requests === 0) return 'No shared requests touch the period';
  // Two requests may be for the same day.
  const days = counted(calendarDays, 'calendar day');
  const covered =
    requests === 1
      ? `1 shared request covers ${days}`
      : `${counted(requests, 'shared request')} cover ${days} in total`;
  if (waiting === 0) return `${covered}, and none waits for a decision`;
  if (waiting === requests) return `${covered}, and ${requests === 1 ? 'waits' : 'all wait'} for a decision`;
  return `${covered}, and ${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for a decision`;
}
