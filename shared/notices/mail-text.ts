import { PAGE_LANGUAGES, type PageLanguage } from '../values/languages.ts';
import { type Times, timesIn } from '../values/times.ts';
import type { DueMailKind } from './due-mails.ts';
import { mailWords as en } from './mail-words/en.ts';
import type { MailSentence, MailWords } from './mail-words/mail-words.ts';
import { mailWords as ms } from './mail-words/ms.ts';
import { mailWords as zh } from './mail-words/zh.ts';
import type { Mail } from './mails.ts';

/** Writes mails: in the language that somebody has chosen, or in all three. No text in them is a person's, so nothing is escaped. */

export const MAIL_WORDS: Readonly<Record<PageLanguage, MailWords>> = {
  'en-MY': en,
  'ms-MY': ms,
  'zh-Hans-MY': zh,
};

/** What waits for somebody. */
export interface Waiting {
  readonly count: number;
  /** Since when the oldest waits, or the day by which something is to be done. */
  readonly day: Date;
}

/** The mail about what waits. @param desk the address to which it links */
export function dueMailText(
  kind: DueMailKind,
  { count, day }: Waiting,
  { language, desk }: { readonly language: PageLanguage | undefined; readonly desk: string },
): Mail {
  return written(language, ({ due, foot, off }, times) => {
    const { single, several } = due[kind];
    const said = filled(count === 1 ? single : several, { n: String(count), day: times.day(day) });
    return { ...said, open: desk, foot, off: { label: off, link: `${desk}#mails` } };
  });
}

/** The last mail to somebody whose account is erased. It cannot be turned off, and nothing follows. */
export function erasedMailText(
  { completedAt, receiptExpiresAt }: { readonly completedAt: string; readonly receiptExpiresAt: string },
  {
    language,
    isPractitioner,
  }: { readonly language: PageLanguage | undefined; readonly isPractitioner: boolean },
): Mail {
  return written(language, ({ erased, practitionerErased, foot }, { date }) => {
    const [first = '', kept = '', ...others] = erased.lines;
    const lines = [first, kept, ...(isPractitioner ? [practitionerErased] : []), ...others];
    const days = { eday: date(new Date(completedAt)), day2: date(new Date(receiptExpiresAt)) };
    return { ...filled({ ...erased, lines }, days), foot };
  });
}

/** What a mail says in one language. */
interface Said extends MailSentence {
  readonly foot: string;
  readonly open?: string;
  readonly off?: { readonly label: string; readonly link: string };
}

function written(language: PageLanguage | undefined, say: (words: MailWords, times: Times) => Said): Mail {
  const parts = (language ? [language] : PAGE_LANGUAGES).map((each) => {
    const words = MAIL_WORDS[each];
    return { language: each, ...say(words, timesIn(each, words.times)) };
  });
  return {
    subject: `Sihat: ${parts.map(({ title }) => title).join(' · ')}`,
    text: parts.map(textOf).join('\n\n\n'),
    html: `<!doctype html><html><body style="margin:0;font:16px/1.5 sans-serif;color:#06231f">${BAR}${parts.map(htmlOf).join('')}</body></html>`,
  };
}

const BAR =
  '<div style="background:#06302b;color:#fff4df;padding:12px 16px;font-weight:bold;font-size:18px">Sihat</div>';

const textOf = ({ title, lines, button, open, foot, off }: Said): string =>
  [
    [title, ...lines].join('\n'),
    ...(button && open ? [`${button}: ${open}`] : []),
    [foot, ...(off ? [`${off.label}: ${off.link}`] : [])].join('\n'),
  ].join('\n\n');

const htmlOf = ({
  language,
  title,
  lines,
  button,
  open,
  foot,
  off,
}: Said & { readonly language: string }): string =>
  `<div lang="${language}" style="padding:8px 16px 16px;max-width:36em"><h1 style="font-size:20px;margin:16px 0 8px">${title}</h1><p style="margin:0 0 16px">${lines.join('<br>')}</p>${
    button && open
      ? `<p style="margin:0 0 16px"><a href="${open}" style="display:inline-block;background:#0b5f58;color:#ffffff;padding:10px 16px;border-radius:6px;text-decoration:none;font-weight:bold">${button}</a></p>`
      : ''
  }<p style="margin:0;padding-top:12px;border-top:1px solid #c9d6cf;color:#35524a;font-size:14px">${foot}${
    off ? `<br><a href="${off.link}" style="color:#0b5f58">${off.label}</a>` : ''
  }</p></div>`;

function filled({ title, lines, ...more }: MailSentence, values: Readonly<Partial<Record<string, string>>>) {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return { ...more, title: fill(title), lines: lines.map(fill) };
}
