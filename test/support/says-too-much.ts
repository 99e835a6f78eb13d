import { expect } from 'vitest';
import type { PageLanguage } from '../../shared/values/languages.ts';

/**
 * What a locked phone shows is read by everybody beside it, and a mail by everybody who uses the same account. So it names no person, clinic,
 * employer, gift or club, no decision, and nothing about health.
 */
const SAYS_TOO_MUCH: Readonly<Record<PageLanguage, RegExp>> = {
  'en-MY':
    /record|note|certificate|patient|practitioner|doctor|clinic|health|medical|sick|step|gift|club|workplace|employer|approv|den(y|ied)|reject|admit|declin|remov/i,
  'ms-MY':
    /rekod|catatan|sijil|pesakit|pengamal|doktor|klinik|kesihatan|perubatan|sakit|langkah|hadiah|kelab|majikan|diluluskan|ditolak|dibuang/i,
  'zh-Hans-MY': /记录|病|医|诊|健康|步|礼品|俱乐部|雇主|工作单位|获批|被拒|拒绝|移除/,
};
/** What a sentence may say although it matches. */
const MAY_SAY: Readonly<Partial<Record<PageLanguage, readonly string[]>>> = {
  // The owner of a club approves; nothing is said of a decision.
  'en-MY': ['Nobody joins before you approve.'],
};

export function expectToSayNothing(language: PageLanguage, text: string): void {
  const said = (MAY_SAY[language] ?? []).reduce((left, may) => left.replaceAll(may, ''), text);
  expect(said).not.toMatch(SAYS_TOO_MUCH[language]);
}
