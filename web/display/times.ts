const MALAYSIA = { timeZone: 'Asia/Kuala_Lumpur' } as const;
const DATE = { ...MALAYSIA, day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { ...MALAYSIA, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Makes a formatter for Malaysian time. It adds the date if the moment is not today. */
export function timesIn(language: string): (moment: Date, now: Date) => string {
  const date = new Intl.DateTimeFormat(language, DATE);
  const time = new Intl.DateTimeFormat(language, TIME);
  return (moment, now) => {
    const day = date.format(moment);
    return day === date.format(now) ? time.format(moment) : `${day}, ${time.format(moment)}`;
  };
}
