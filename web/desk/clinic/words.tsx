import { lazyWords } from '../lazy-words.tsx';
import { useLanguage } from '../parts.tsx';
import { clinicWords } from '../words/languages.ts';

const words = lazyWords(clinicWords);

/** The words of the page of practitioners, in the language of the page. */
export const useClinic = words.use;
export const withClinicWords = words.with;

const DAY_MS = 86_400_000;
const malaysianDay = (ms: number) => Math.floor((ms + 8 * 3_600_000) / DAY_MS);

/** How times near today are said: the time, and yesterday or tomorrow. */
export function useWhen(): (moment: string) => string {
  const { dates } = useLanguage();
  const { tomorrow, yesterday } = useClinic();
  return (moment) => {
    const days = malaysianDay(Date.parse(moment)) - malaysianDay(Date.now());
    if (days === 1) return tomorrow(dates.time(moment));
    return days === -1 ? yesterday(dates.time(moment)) : dates.near(moment);
  };
}

/** Whether a moment is of today, in Malaysia. */
export const isToday = (moment: string): boolean =>
  malaysianDay(Date.parse(moment)) === malaysianDay(Date.now());
