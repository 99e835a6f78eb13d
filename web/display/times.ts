const MALAYSIA = { timeZone: 'Asia/Kuala_Lumpur' } as const;
const DATE = { ...MALAYSIA, day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { ...MALAYSIA, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Writes a moment as people in Malaysia say it now: its time, and before that its date where it is not today's. */
export function timesIn(language: string): (moment: Date, now: Date) => string {
  const date = new Intl.DateTimeFormat(language, DATE);
  const time = new Intl.DateTimeFormat(language, TIME);
  return (moment, now) => {
    const day = date.format(moment);
    return day === date.format(now) ? time.format(moment) : `${day}, ${time.format(moment)}`;
  };
}
