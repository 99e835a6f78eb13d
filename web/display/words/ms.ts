import { timeTexts } from '../../../shared/values/time-texts/ms.ts';
import type { DisplayWords } from './en.ts';

/** How the sentences about the final results begin. */
const FINAL = 'Keputusan muktamad diumumkan selewat-lewatnya ';

export const words: DisplayWords = {
  language: 'ms-MY',
  scan: 'Imbas untuk menyertai',
  scanOrEnter: 'Imbas untuk menyertai, atau guna kod ini',
  qrCode: 'Kod QR untuk menyertai',
  people: (total) => `${total} orang`,
  joined: (title) => `sudah menyertai ${title}`,
  stepsLabel: 'langkah',
  stepsUnit: 'langkah',
  live: 'Sedang berlangsung',
  until: (time) => `hingga ${time}`,
  liveUntil: (time) => `Sedang berlangsung hingga ${time}`,
  startsIn: 'Bermula dalam',
  unit: (unit) => ({ day: 'hari', hour: 'jam', minute: 'minit' })[unit],
  announced: 'Cabaran langkah akan diumumkan tidak lama lagi',
  announcedMore: 'Siapa akan naik ke podium?',
  nobody: 'Jadilah yang pertama!',
  nobodyMore: 'Belum ada nama pada papan ini',
  unranked: 'Di garisan permulaan',
  new: 'BAHARU',
  provisional: 'Keputusan sementara',
  final: 'Keputusan muktamad',
  resultAt: (result, time) => `${result}, ${time}`,
  finalByToday: (time) => `${FINAL}hari ini, ${time}`,
  finalByTomorrow: (time) => `${FINAL}esok, ${time}`,
  finalByDay: (time, day) => `${FINAL}pada ${day}, ${time}`,
  over: 'Pameran ini sudah tamat. Terima kasih!',
  updated: (time) => `Dikemas kini ${time}`,
  offline: 'Tiada sambungan',
  ago: (seconds) => `Keputusan ${seconds} saat lalu`,
  waiting: 'Menunggu keputusan…',
  notFound: 'Tiada pameran dengan kod ini.',
  cancelled: 'Pameran ini dibatalkan.',
  noCode: 'Buka halaman ini dengan kod pameran: /display/kod',
  notUnderstood: (setting) => `Tetapan tidak difahami: ${setting}`,
  opens: (time) => `Papan ini dibuka semula pada pukul ${time}`,
  topThree: (title, places) => `${title}, tiga teratas: ${places}`,
  times: timeTexts,
};

export const noScript = 'Hidupkan JavaScript dalam pelayar skrin ini untuk memaparkan keputusan.';
