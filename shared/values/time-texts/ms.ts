import type { TimeTexts } from '../times.ts';

/** Times in Malay. */
export const timeTexts: TimeTexts = {
  time: '{hour}.{minute} {part}',
  midnight: '12.00 tengah malam',
  midday: '12.00 tengah hari',
  night: 'pagi',
  morning: 'pagi',
  noon: 'tengah hari',
  afternoon: 'petang',
  evening: 'malam',
  range: '{from} hingga {to}',
  dayAndTime: '{day}, {time}',
};
