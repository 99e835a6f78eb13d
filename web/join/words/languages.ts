import type { PageLanguage } from '../../../shared/values/languages.ts';
import * as en from './en.ts';
import * as ms from './ms.ts';
import * as zh from './zh.ts';

/** The words of the page of an exhibition. */
export const joinWords: Readonly<Record<PageLanguage, en.JoinWords>> = {
  'en-MY': en.words,
  'ms-MY': ms.words,
  'zh-Hans-MY': zh.words,
};

/** What a browser without scripts shows in place of the page. */
export const noScript: Readonly<Record<PageLanguage, string>> = {
  'en-MY': en.noScript,
  'ms-MY': ms.noScript,
  'zh-Hans-MY': zh.noScript,
};
