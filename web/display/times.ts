import type { PageLanguage } from '../../shared/values/languages.ts';

/** Dates and times in Malaysian time and style. */
export interface Times {
  /** Such as 5.00 pm. */
  time(moment: Date): string;
  /** Such as Friday, 27 November 2026, 10.00 am. */
  full(moment: Date): string;
  /** Such as 27 to 29 November 2026. */
  range(from: Date, to: Date): string;
  /** The time; on another day than `now` the date as well. */
  near(moment: Date, now: Date): string;
  /** Such as "tomorrow at 5.00 pm". */
  by(moment: Date, now: Date): string;
}

const MALAYSIA = { timeZone: 'Asia/Kuala_Lumpur' } as const;

interface Style {
  readonly time: (hour: number, minute: string) => string;
  readonly dayAndTime: (day: string, time: string) => string;
  readonly range: (from: string, to: string) => string;
  readonly today: string;
  readonly tomorrow: string;
  readonly onDay: (day: string) => string;
}

const styles: Readonly<Record<PageLanguage, Style>> = {
  'en-MY': {
    time: (hour, minute) => `${hour % 12 || 12}.${minute} ${hour < 12 ? 'am' : 'pm'}`,
    dayAndTime: (day, time) => `${day}, ${time}`,
    range: (from, to) => `${from} to ${to}`,
    today: 'today',
    tomorrow: 'tomorrow',
    onDay: (day) => `on ${day}`,
  },
  'ms-MY': {
    time: (hour, minute) => `${hour % 12 || 12}.${minute} ${malayPartOfDay(hour)}`,
    dayAndTime: (day, time) => `${day}, ${time}`,
    range: (from, to) => `${from} hingga ${to}`,
    today: 'hari ini',
    tomorrow: 'esok',
    onDay: (day) => `pada ${day}`,
  },
  'zh-Hans-MY': {
    time: (hour, minute) => `${hour < 12 ? '上午' : '下午'}${hour % 12 || 12}:${minute}`,
    dayAndTime: (day, time) => `${day} ${time}`,
    range: (from, to) => `${from}至${to}`,
    today: '今天',
    tomorrow: '明天',
    onDay: (day) => day,
  },
};

function malayPartOfDay(hour: number): string {
  if (hour < 12) return 'pagi';
  if (hour < 14) return 'tengah hari';
  return hour < 19 ? 'petang' : 'malam';
}

export function timesIn(language: PageLanguage): Times {
  const style = styles[language];
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, { ...MALAYSIA, ...options });
    return (moment: Date) => made.format(moment);
  };
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...MALAYSIA,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = format({ day: 'numeric', month: 'long' });
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const dayOnly = format({ day: 'numeric' });
  const month = format({ month: 'long', year: 'numeric' });
  const weekday = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = (moment: Date) => {
    const [hour = '', minute = ''] = clock.format(moment).split(':');
    return style.time(Number(hour), minute);
  };
  const isSameDay = (a: Date, b: Date) => date(a) === date(b);
  return {
    time,
    full: (moment) => style.dayAndTime(weekday(moment), time(moment)),
    range(from, to) {
      if (isSameDay(from, to)) return weekday(from);
      const isSameMonth = month(from) === month(to);
      if (language === 'zh-Hans-MY') return style.range(date(from), isSameMonth ? dayOnly(to) : day(to));
      return style.range(isSameMonth ? dayOnly(from) : day(from), date(to));
    },
    near: (moment, now) =>
      isSameDay(moment, now) ? time(moment) : style.dayAndTime(day(moment), time(moment)),
    by(moment, now) {
      const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
      if (isSameDay(moment, now)) return style.dayAndTime(style.today, time(moment));
      if (isSameDay(moment, tomorrow)) return style.dayAndTime(style.tomorrow, time(moment));
      return style.dayAndTime(style.onDay(day(moment)), time(moment));
    },
  };
}
