import { describe, expect, it } from 'vitest';
import { DUE_MAIL_KINDS } from '../../shared/notices/due-mails.ts';
import { dueMailText, erasedMailText, MAIL_WORDS } from '../../shared/notices/mail-text.ts';
import type { MailSentence } from '../../shared/notices/mail-words/mail-words.ts';
import { PAGE_LANGUAGES } from '../../shared/values/languages.ts';
import { expectToSayNothing } from '../support/says-too-much.ts';

const desk = 'https://api.sihat.example/desk';
const DAY = new Date('2026-11-29T04:30:00.000Z');
/** Limits of a title and a line. Longer titles are cut off in lists of mails. */
const MOST = { 'en-MY': [40, 90], 'ms-MY': [40, 90], 'zh-Hans-MY': [20, 45] } as const;

describe.each(PAGE_LANGUAGES)('the mails in %s', (language) => {
  const { due, erased, practitionerErased, foot, off } = MAIL_WORDS[language];
  const sentences: [string, MailSentence][] = [
    ...DUE_MAIL_KINDS.flatMap((kind): [string, MailSentence][] => [
      [`one of ${kind}`, due[kind].single],
      [`several of ${kind}`, due[kind].several],
    ]),
    ['the last one', erased],
  ];

  it.each(sentences)('say nothing but that there is something: %s', (_, { title, lines, button = '' }) => {
    expectToSayNothing(language, [title, ...lines, button, foot, off].join(' '));
    expect(title.length).toBeLessThanOrEqual(MOST[language][0]);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(MOST[language][1]);
  });

  it.each(DUE_MAIL_KINDS)(
    'have all values, their foot and the link to their switch, in both forms: %s',
    (kind) => {
      for (const count of [1, 12]) {
        const { subject, text, html } = dueMailText(kind, { count, day: DAY }, { language, desk });
        for (const form of [text, html]) {
          expect(form).toContain(foot);
          expect(form).toContain(`${desk}#mails`);
          expect(form).not.toMatch(/[{}]|undefined/);
        }
        expect(subject).not.toMatch(/[{}]/);
      }
    },
  );

  it('tell a practitioner, and nobody else, what stays in logs', () => {
    const completed = { completedAt: DAY.toISOString(), receiptExpiresAt: '2027-02-27T04:30:00.000Z' };
    const [practitioner, other] = [true, false].map((isPractitioner) =>
      erasedMailText(completed, { language, isPractitioner }),
    );
    expect(practitioner?.text).toContain(practitionerErased);
    expect(practitioner?.html).toContain(practitionerErased);
    expect(other?.text).not.toContain(practitionerErased);
    expect(other?.text).toContain('2027');
    expect(other?.text).not.toMatch(/https:|[{}]/);
  });
});

it('is in all languages for somebody who has chosen none', () => {
  const { subject, html } = dueMailText(
    'join_requests_wait',
    { count: 3, day: DAY },
    { language: undefined, desk },
  );
  expect(subject).toBe('Sihat: 3 people ask to join · Ada 3 permohonan untuk menyertai · 有 3 人申请加入');
  expect([...html.matchAll(/lang="([^"]+)"/g)].map(([, lang]) => lang)).toEqual([...PAGE_LANGUAGES]);
});
