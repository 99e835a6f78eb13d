import type { PageLanguage } from '../../values/languages.ts';
import { timesIn } from '../../values/times.ts';
import type { PushedKind } from '../kinds.ts';
import { type Sentence, saying } from '../sentences/sentence.ts';
import { lockScreen as en } from './en.ts';
import type { LockScreen } from './lock-screen.ts';
import { lockScreen as ms } from './ms.ts';
import { lockScreen as zh } from './zh.ts';

export const LOCK_SCREENS: Readonly<Record<PageLanguage, LockScreen>> = {
  'en-MY': en,
  'ms-MY': ms,
  'zh-Hans-MY': zh,
};

/**
 * The sentence for notices of one kind.
 * @param until the time until which the only one is worth telling: the time, with the day if it is another day, or the day alone.
 */
export function lockScreenSentence(
  language: PageLanguage,
  kind: PushedKind,
  { count, until, now }: { readonly count: number; readonly until: Date; readonly now: Date },
): Sentence {
  const { sentences, times } = LOCK_SCREENS[language];
  if (count > 1) return saying(sentences.several, { n: String(count) });
  const { near, day } = timesIn(language, times);
  return saying(sentences[kind], { t: near(until, now), day: day(until) });
}
