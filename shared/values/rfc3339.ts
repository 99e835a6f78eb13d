import { isCalendarDate } from './calendar.ts';

const DATE = /(?<date>\d{4}-\d{2}-\d{2})/.source;
const TIME = /(?<time>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(?<fraction>\d{1,9}))?/.source;
const OFFSET = /(?<offset>z|[+-](?:[01]\d|2[0-3]):[0-5]\d)/.source;
const RFC_3339 = new RegExp(`^${DATE}t${TIME}${OFFSET}$`, 'i');

/**
 * Converts a time of RFC 3339 to UTC with milliseconds, which sorts as text. Digits after the milliseconds are cut off.
 * Leap seconds are not supported, because `Date` has none.
 * @returns `undefined` if the text is not such a time, or if its year in UTC does not have four digits.
 */
export function utcTime(text: string): string | undefined {
  const { date = '', time, fraction = '', offset } = RFC_3339.exec(text)?.groups ?? {};
  if (!isCalendarDate(date)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const utc = new Date(`${date}T${time}.${milliseconds}${offset?.toUpperCase()}`).toISOString();
  return utc.length === 'YYYY-MM-DDTHH:MM:SS.sssZ'.length ? utc : undefined;
}
