import type { PageLanguage } from '../../../shared/values/languages.ts';
import type { ReportWords } from './en.ts';

/** The words of the reports, of which only those of one language are loaded. */
export const reportWords = {
  'en-MY': () => import('./en.ts'),
  'ms-MY': () => import('./ms.ts'),
  'zh-Hans-MY': () => import('./zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: ReportWords }>>;
