/**
 * Malaysian calendar days. Malaysia has used UTC+8 without daylight saving time since 1982, and no report begins before
 * that year, so a day is always UTC shifted by eight hours. Dates are `YYYY-MM-DD` strings, which sort chronologically.
 */
export const TIMEZONE = 'Asia/Kuala_Lumpur';
const OFFSET = 8 * 3_600_000;
const DAY = 86_400_000;

/** A calendar date `YYYY-MM-DD` that exists. */
export type CalendarDate = string;

export interface Period {
  /** First day, inclusive. */
  readonly from: CalendarDate;
  /** Last day, inclusive. */
  readonly to: CalendarDate;
}

/** True for an existing day `YYYY-MM-DD`: 2028-02-29 exists, 2026-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDay(dayNumber(text)) === text;
}

/**
 * True for a name of the IANA time-zone database, such as Asia/Kuala_Lumpur, but not for an offset, and not for a name like
 * Etc/GMT+8: it means UTC-8, and people who choose it mean UTC+8.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z]/.test(text) || /^etc\/gmt[+-]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The Malaysian date on which an instant falls. */
export function malaysianDate(instant: Date): CalendarDate {
  return new Date(instant.getTime() + OFFSET).toISOString().slice(0, 10);
}

/** The Malaysian time of an instant to the second, `2026-11-24 07:51:34`. Its first 16 characters are the time to the minute. */
export function malaysianTime(instant: Date): string {
  return new Date(instant.getTime() + OFFSET).toISOString().slice(0, 19).replace('T', ' ');
}

/** The first instant of a Malaysian day. */
export function startOfDay(date: CalendarDate): Date {
  return new Date(dayNumber(date) * DAY - OFFSET);
}

/** The first instant after a Malaysian day. */
export function endOfDay(date: CalendarDate): Date {
  return new Date((dayNumber(date) + 1) * DAY - OFFSET);
}

/** The number of days in a period, including both ends; 0 or less if the period ends before it begins. */
export function daysIn({ from, to }: Period): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** All dates of a period in order; none if the period ends before it begins. */
export function datesOf(period: Period): CalendarDate[] {
  const first = dayNumber(period.from);
  return Array.from({ length: Math.max(0, daysIn(period)) }, (_, n) => dateOfDay(first + n));
}

/** @param more whole days, also negative ones. */
export function addDays(date: CalendarDate, more: number): CalendarDate {
  return dateOfDay(dayNumber(date) + more);
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01`;
}

/** The number of days that two periods share. Each period includes both ends. */
export function overlapDays(a: Period, b: Period): number {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  return Math.max(0, daysIn({ from, to }));
}

function dayNumber(date: CalendarDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY;
}

function dateOfDay(number: number): CalendarDate {
  return new Date(number * DAY).toISOString().slice(0, 10);
}
