import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';

/** The texts of the join page in one language. */
interface Texts {
  readonly name: string;
  readonly enter: string;
  readonly getApp: string;
  readonly askForApp: string;
  readonly over: string;
  readonly unknown: string;
  readonly unknownMore: string;
  readonly silent: string;
}

const texts: Readonly<Record<PageLanguage, Texts>> = {
  'en-MY': {
    name: 'English',
    enter: 'Open the app and enter this code:',
    getApp: 'Get the app',
    askForApp: 'You have no app yet? Ask at the counter.',
    over: 'This exhibition is over. Thank you!',
    unknown: 'There is no exhibition with this code.',
    unknownMore: 'Check the code on the screen in the hall, and scan or type it again.',
    silent: 'The exhibition cannot be loaded now.',
  },
  'ms-MY': {
    name: 'Bahasa Melayu',
    enter: 'Buka aplikasi dan masukkan kod ini:',
    getApp: 'Dapatkan aplikasi',
    askForApp: 'Belum ada aplikasi? Tanya di kaunter.',
    over: 'Pameran ini sudah tamat. Terima kasih!',
    unknown: 'Tiada pameran dengan kod ini.',
    unknownMore: 'Semak kod pada skrin di dewan, kemudian imbas atau taip semula.',
    silent: 'Pameran tidak dapat dimuatkan sekarang.',
  },
  'zh-Hans-MY': {
    name: '中文',
    enter: '打开应用并输入代码：',
    getApp: '下载应用',
    askForApp: '还没有应用？请向服务台查询。',
    over: '展览已经结束，谢谢参与！',
    unknown: '没有使用这个代码的展览。',
    unknownMore: '请核对会场屏幕上的代码，再扫一次或重新输入。',
    silent: '现在无法载入展览。',
  },
};

export interface JoinWords extends Texts {
  readonly language: PageLanguage;
}

/** Each language with its own name. */
export const NAMES = PAGE_LANGUAGES.map((language) => [language, texts[language].name] as const);

/** The texts for the first known one of these language tags, or else the default ones. */
export function joinWordsFor(tags: readonly string[]): JoinWords {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  const language =
    tags.flatMap((tag) => PAGE_LANGUAGES.filter((candidate) => primary(candidate) === primary(tag)))[0] ??
    PAGE_LANGUAGES[0];
  return { language, ...texts[language] };
}
