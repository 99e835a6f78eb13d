import type { TimeTexts } from '../times.ts';

/** Times in Chinese. */
export const timeTexts: TimeTexts = {
  time: '{part}{hour}:{minute}',
  midnight: '午夜12:00',
  midday: '中午12:00',
  night: '凌晨',
  morning: '上午',
  noon: '中午',
  afternoon: '下午',
  evening: '晚上',
  range: '{from}至{to}',
  dayAndTime: '{day} {time}',
};
