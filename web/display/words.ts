import { LANGUAGES, type Language } from '../../shared/languages.ts';

/** The texts of the page in one language. */
interface Texts {
  readonly join: string;
  readonly people: (total: string, one: boolean) => string;
  readonly steps: string;
  readonly nobody: string;
  readonly provisional: string;
  readonly final: string;
  readonly updated: string;
  readonly offline: string;
  readonly waiting: string;
  readonly notFound: string;
  readonly noCode: string;
}

export interface Words extends Texts {
  readonly language: Language;
}

const texts: Readonly<Record<Language, Texts>> = {
  'en-MY': {
    join: 'Join with',
    people: (total, one) => (one ? `${total} person` : `${total} people`),
    steps: 'steps',
    nobody: 'Nobody yet. Be the first!',
    provisional: 'Provisional result',
    final: 'Final result',
    updated: 'Updated',
    offline: 'No connection: these are the last results',
    waiting: 'Waiting for the results…',
    notFound: 'There is no such exhibition.',
    noCode: 'Open this page with the code of an exhibition: /display/code',
  },
  'ms-MY': {
    join: 'Sertai dengan',
    people: (total) => `${total} orang`,
    steps: 'langkah',
    nobody: 'Belum ada sesiapa. Jadilah yang pertama!',
    provisional: 'Keputusan sementara',
    final: 'Keputusan muktamad',
    updated: 'Dikemas kini',
    offline: 'Tiada sambungan: ini keputusan terakhir',
    waiting: 'Menunggu keputusan…',
    notFound: 'Tiada pameran dengan kod ini.',
    noCode: 'Buka halaman ini dengan kod pameran: /display/kod',
  },
  'zh-Hans-MY': {
    join: '参加代码',
    people: (total) => `${total} 人`,
    steps: '步',
    nobody: '还没有人参加。来当第一个吧！',
    provisional: '暂定成绩',
    final: '最终成绩',
    updated: '更新于',
    offline: '没有连接：以下是最后的成绩',
    waiting: '正在等待成绩……',
    notFound: '没有这个展览。',
    noCode: '请用展览代码打开本页：/display/代码',
  },
};

/** The texts for a language tag such as `ms` or `zh-Hans`; for an unknown language, the default ones. */
export function wordsFor(tag: string | null): Words {
  const primary = primaryTag(tag ?? '');
  const language = LANGUAGES.find((one) => primaryTag(one) === primary) ?? LANGUAGES[0];
  return { language, ...texts[language] };
}

/** The primary subtag, such as `zh` of `zh-Hans-MY`. */
const primaryTag = (language: string) => language.toLowerCase().split('-')[0];
