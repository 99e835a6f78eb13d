import { timeTexts } from '../../../shared/values/time-texts/zh.ts';
import type { DisplayWords } from './en.ts';

/** How the sentences about the final results begin. */
const FINAL = '最终成绩最迟';

export const words: DisplayWords = {
  language: 'zh-Hans-MY',
  scan: '扫码参加展览',
  scanOrEnter: '扫码参加，或输入代码',
  qrCode: '扫码参加的二维码',
  people: (total) => `${total} 人`,
  joined: (title) => `已报名 ${title}`,
  stepsLabel: '步数',
  stepsUnit: '步',
  live: '进行中',
  until: (time) => `至${time}`,
  liveUntil: (time) => `进行中，至${time}`,
  startsIn: '距离开始还有',
  unit: (unit) => ({ day: '天', hour: '小时', minute: '分钟' })[unit],
  announced: '步行挑战即将公布',
  announcedMore: '谁会站上领奖台？',
  nobody: '快来当第一名！',
  nobodyMore: '榜上还没有人',
  unranked: '在起跑线上',
  new: '新',
  provisional: '暂定成绩',
  final: '最终成绩',
  resultAt: (result, time) => `${result}，${time}`,
  finalByToday: (time) => `${FINAL}今天${time}公布`,
  finalByTomorrow: (time) => `${FINAL}明天${time}公布`,
  finalByDay: (time, day) => `${FINAL}${day}${time}公布`,
  over: '展览已经结束，谢谢参与！',
  updated: (time) => `更新于${time}`,
  offline: '网络已断开',
  ago: (seconds) => `${seconds} 秒前的成绩`,
  waiting: '正在等待成绩……',
  notFound: '找不到这个代码对应的展览。',
  cancelled: '展览已取消。',
  noCode: '请用展览代码打开本页：/display/代码',
  notUnderstood: (setting) => `无法识别的设置：${setting}`,
  opens: (time) => `榜单${time}恢复显示`,
  topThree: (title, places) => `${title}，前三名：${places}`,
  times: timeTexts,
};

export const noScript = '请在此屏幕的浏览器中启用 JavaScript，以显示成绩。';
