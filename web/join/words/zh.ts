import { timeTexts } from '../../../shared/values/time-texts/zh.ts';
import type { JoinWords } from './en.ts';

export const words: JoinWords = {
  enter: '打开 Sihat 应用程式并输入代码：',
  copy: '复制代码',
  copied: '已复制',
  getApp: '下载 Sihat 应用程式',
  askForApp: '还没有 Sihat 应用程式？请向柜台查询。',
  over: '展览已经结束，谢谢参与！',
  cancelled: '展览已取消。',
  cancelledMore: '请勿前往：展览不举行。',
  unknown: '找不到这个代码对应的展览。',
  unknownMore: '请核对会场屏幕上的代码，再扫一次或重新输入。',
  silent: '现在无法载入展览，请再试一次。',
  tryAgain: '再试一次',
  languages: '语言',
  liveUntil: (time) => `进行中，至${time}`,
  beginsIn: (days) => (days === 0 ? '今天开始' : days === 1 ? '明天开始' : `${days}天后开始`),
  used: '您使用的代码：',
  seeResult: '查看成绩',
  opening: (days, time) => `${days}，${time}开始`,
  times: timeTexts,
};

export const noScript = '本页网址的最后一段就是展览代码。请打开 Sihat 应用程式并输入代码。';
