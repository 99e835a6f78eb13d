import { inLanguages } from '../../browser/languages.ts';
import * as en from './en.ts';
import * as ms from './ms.ts';
import * as zh from './zh.ts';

/** The words of the page of an invitation. */
export const invitationWords = inLanguages(en.words, ms.words, zh.words);

/** What a browser without scripts shows in place of the page. The mark lets the build leave it out of the scripts. */
export const noScript = /* @__PURE__ */ inLanguages(en.noScript, ms.noScript, zh.noScript);
