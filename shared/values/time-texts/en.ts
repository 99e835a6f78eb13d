import type { TimeTexts } from '../times.ts';

/** Times in English. */
export const timeTexts: TimeTexts = {
  time: '{hour}.{minute} {part}',
  midnight: '12 midnight',
  midday: '12 noon',
  night: 'am',
  morning: 'am',
  noon: 'pm',
  afternoon: 'pm',
  evening: 'pm',
  range: '{from} to {to}',
  dayAndTime: '{day}, {time}',
};
