import type { PageLanguage } from '../../../shared/values/languages.ts';
import type { ClinicWords } from './clinic/en.ts';
import type { CodeWords } from './codes/code-words.ts';
import type { Words } from './en.ts';
import type { PlatformWords } from './platform/en.ts';
import type { TeamWords } from './team/en.ts';

/** The words of the desk, which loads only those of the chosen language. */
export const deskWords = {
  'en-MY': () => import('./en.ts'),
  'ms-MY': () => import('./ms.ts'),
  'zh-Hans-MY': () => import('./zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: Words }>>;

/** The words of the pages that a counter does not need. */
export const teamWords = {
  'en-MY': () => import('./team/en.ts'),
  'ms-MY': () => import('./team/ms.ts'),
  'zh-Hans-MY': () => import('./team/zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: TeamWords }>>;

/** The words of the page of practitioners. */
export const clinicWords = {
  'en-MY': () => import('./clinic/en.ts'),
  'ms-MY': () => import('./clinic/ms.ts'),
  'zh-Hans-MY': () => import('./clinic/zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: ClinicWords }>>;

/** The words of the pages of administrators of the platform. */
export const platformWords = {
  'en-MY': () => import('./platform/en.ts'),
  'ms-MY': () => import('./platform/ms.ts'),
  'zh-Hans-MY': () => import('./platform/zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: PlatformWords }>>;

/** The words for refusals, which are loaded with the first one. */
export const codeWords = {
  'en-MY': () => import('./codes/en.ts'),
  'ms-MY': () => import('./codes/ms.ts'),
  'zh-Hans-MY': () => import('./codes/zh.ts'),
} as const satisfies Record<PageLanguage, () => Promise<{ readonly words: CodeWords }>>;
