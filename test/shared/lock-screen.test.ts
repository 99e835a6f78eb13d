import { describe, expect, it } from 'vitest';
import { PUSHED_KINDS } from '../../shared/notices/kinds.ts';
import { LOCK_SCREENS, lockScreenSentence } from '../../shared/notices/lock-screen/lock-screen-sentence.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { expectToSayNothing } from '../support/says-too-much.ts';

/** Limits of a title and a line. Longer texts are cut off on small phones. */
const MOST = { 'en-MY': [40, 90], 'ms-MY': [40, 90], 'zh-Hans-MY': [20, 45] } as const;

const NOW = new Date('2026-11-27T02:00:00.000Z');
const LONGEST = { count: 1, until: new Date('2026-11-29T04:30:00.000Z'), now: NOW };

describe.each(PAGE_LANGUAGES)('the lock screen in %s', (language) => {
  it.each([...PUSHED_KINDS, 'several' as const])('says nothing of %s but that there is something', (kind) => {
    const { title, line } = LOCK_SCREENS[language].sentences[kind];
    expectToSayNothing(language, `${title} ${line}`);
  });

  it.each(PUSHED_KINDS)('fits a phone with the longest time: %s', (kind) => {
    const { title, line } = lockScreenSentence(language, kind, LONGEST);
    expect(`${title}${line}`).not.toMatch(/[{}]/);
    expect(title.length).toBeLessThanOrEqual(MOST[language][0]);
    expect(line.length).toBeLessThanOrEqual(MOST[language][1]);
  });

  it('says the same whatever was decided', () => {
    const { sentences } = LOCK_SCREENS[language];
    expect(sentences.access_approved).toEqual(sentences.access_denied);
    expect(sentences.certificate_approved).toEqual(sentences.certificate_rejected);
    expect(sentences.club_admitted).toEqual(sentences.club_declined);
  });
});

it('names the day of another day, and counts several notices', () => {
  const said = (language: PageLanguage, count = 1) =>
    lockScreenSentence(language, 'access_requested', { ...LONGEST, count }).line;
  expect(said('en-MY')).toBe('Decide by 29 Nov, 12.30 pm. Open Sihat to see who asks.');
  expect(said('ms-MY')).toBe(
    'Buat keputusan sebelum 29 Nov, 12.30 tengah hari. Buka Sihat untuk melihat pemohon.',
  );
  expect(said('zh-Hans-MY')).toBe('请在11月29日 中午12:30前决定。打开 Sihat 看看是谁。');
  const ending = lockScreenSentence('en-MY', 'verification_ends_30', LONGEST);
  expect(ending.line).toBe('Ask Sihat to renew it by 29 Nov.');
  expect(lockScreenSentence('ms-MY', 'join_requested', { ...LONGEST, count: 3 })).toEqual({
    title: '3 perkara baharu dalam Sihat',
    line: 'Buka Sihat untuk membacanya.',
  });
});
