import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import type { Countdown } from './state.ts';

/** The texts of the page in one language. */
interface Texts {
  readonly scan: string;
  readonly scanOrEnter: string;
  readonly qrCode: string;
  readonly people: (total: string, isOne: boolean) => string;
  /** Follows the number of people of a challenge. */
  readonly joined: (title: string) => string;
  readonly steps: string;
  readonly live: string;
  readonly until: (time: string) => string;
  readonly startsIn: string;
  readonly unit: (countdown: Countdown) => string;
  readonly announced: string;
  readonly announcedMore: string;
  readonly nobody: string;
  readonly nobodyMore: string;
  readonly unranked: string;
  readonly new: string;
  readonly provisional: string;
  readonly final: string;
  readonly finalBy: (time: string) => string;
  readonly over: string;
  readonly updated: string;
  readonly offline: string;
  readonly ago: (seconds: number) => string;
  readonly waiting: string;
  readonly notFound: string;
  readonly noCode: string;
  readonly opens: (time: string) => string;
}

export interface Words extends Texts {
  readonly language: PageLanguage;
}

const texts: Readonly<Record<PageLanguage, Texts>> = {
  'en-MY': {
    scan: 'Scan to join',
    scanOrEnter: 'Scan to join, or enter this code',
    qrCode: 'QR code to join',
    people: (total, isOne) => (isOne ? `${total} person` : `${total} people`),
    joined: (title) => `already in ${title}`,
    steps: 'steps',
    live: 'Live',
    until: (time) => `until ${time}`,
    startsIn: 'Starts in',
    unit: ({ left, unit }) => (left === 1 ? unit.slice(0, -1) : unit),
    announced: 'Step challenges are coming soon',
    announcedMore: 'Who will stand on the podium?',
    nobody: 'Be the first!',
    nobodyMore: 'Nobody is on the board yet',
    unranked: 'On the start line',
    new: 'NEW',
    provisional: 'Provisional result',
    final: 'Final result',
    finalBy: (time) => `Results are final by ${time} at the latest`,
    over: 'This exhibition is over. Thank you!',
    updated: 'Updated',
    offline: 'No connection',
    ago: (seconds) => `Results from ${seconds} seconds ago`,
    waiting: 'Waiting for the results…',
    notFound: 'There is no exhibition with this code.',
    noCode: 'Open this page with the code of an exhibition: /display/code',
    opens: (time) => `The board opens again at ${time}`,
  },
  'ms-MY': {
    scan: 'Imbas untuk menyertai',
    scanOrEnter: 'Imbas untuk menyertai, atau guna kod ini',
    qrCode: 'Kod QR untuk menyertai',
    people: (total) => `${total} orang`,
    joined: (title) => `sudah menyertai ${title}`,
    steps: 'langkah',
    live: 'Berlangsung',
    until: (time) => `hingga ${time}`,
    startsIn: 'Bermula dalam',
    unit: ({ unit }) => ({ days: 'hari', hours: 'jam', minutes: 'minit' })[unit],
    announced: 'Cabaran langkah akan datang',
    announcedMore: 'Siapa akan naik ke podium?',
    nobody: 'Jadilah yang pertama!',
    nobodyMore: 'Belum ada sesiapa di papan ini',
    unranked: 'Di garisan mula',
    new: 'BAHARU',
    provisional: 'Keputusan sementara',
    final: 'Keputusan muktamad',
    finalBy: (time) => `Keputusan muktamad selewat-lewatnya ${time}`,
    over: 'Pameran ini sudah tamat. Terima kasih!',
    updated: 'Dikemas kini',
    offline: 'Tiada sambungan',
    ago: (seconds) => `Keputusan ${seconds} saat lalu`,
    waiting: 'Menunggu keputusan…',
    notFound: 'Tiada pameran dengan kod ini.',
    noCode: 'Buka halaman ini dengan kod pameran: /display/kod',
    opens: (time) => `Papan ini dibuka semula pada ${time}`,
  },
  'zh-Hans-MY': {
    scan: '扫码参加展览',
    scanOrEnter: '扫码参加，或输入代码',
    qrCode: '参加用的二维码',
    people: (total) => `${total} 人`,
    joined: (title) => `已参加 ${title}`,
    steps: '步数',
    live: '进行中',
    until: (time) => `至${time}`,
    startsIn: '距离开始还有',
    unit: ({ unit }) => ({ days: '天', hours: '小时', minutes: '分钟' })[unit],
    announced: '步行挑战即将公布',
    announcedMore: '谁会站上领奖台？',
    nobody: '来当第一个吧！',
    nobodyMore: '榜上还没有人',
    unranked: '在起跑线上',
    new: '新',
    provisional: '暂定成绩',
    final: '最终成绩',
    finalBy: (time) => `成绩最迟于${time}确定`,
    over: '展览已经结束，谢谢参与！',
    updated: '更新于',
    offline: '没有连接',
    ago: (seconds) => `${seconds} 秒前的成绩`,
    waiting: '正在等待成绩……',
    notFound: '没有使用这个代码的展览。',
    noCode: '请用展览代码打开本页：/display/代码',
    opens: (time) => `${time}重新开放`,
  },
};

/** The texts for a language tag such as `ms` or `zh-Hans`; for an unknown language, the default ones. */
export function wordsFor(tag: string | null): Words {
  const primary = primaryTag(tag ?? '');
  const language = PAGE_LANGUAGES.find((candidate) => primaryTag(candidate) === primary) ?? PAGE_LANGUAGES[0];
  return { language, ...texts[language] };
}

/** The texts that take turns on the screen: all languages for `auto`, or else one. */
export const rotationFor = (tag: string | null): readonly Words[] =>
  tag === 'auto' ? PAGE_LANGUAGES.map(wordsFor) : [wordsFor(tag)];

/** The primary subtag, such as `zh` of `zh-Hans-MY`. */
const primaryTag = (language: string) => language.toLowerCase().split('-')[0];
