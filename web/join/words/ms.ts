import { timeTexts } from '../../../shared/values/time-texts/ms.ts';
import type { JoinWords } from './en.ts';

export const words: JoinWords = {
  enter: 'Buka aplikasi Sihat dan masukkan kod ini:',
  copy: 'Salin kod',
  copied: 'Disalin',
  getApp: 'Dapatkan aplikasi Sihat',
  askForApp: 'Belum ada aplikasi Sihat? Tanya di kaunter.',
  over: 'Pameran ini sudah tamat. Terima kasih!',
  cancelled: 'Pameran ini dibatalkan.',
  cancelledMore: 'Tidak perlu hadir: pameran tidak diadakan.',
  unknown: 'Tiada pameran dengan kod ini.',
  unknownMore: 'Semak kod pada skrin di dewan, kemudian imbas atau taip semula.',
  silent: 'Pameran tidak dapat dimuatkan sekarang. Cuba lagi.',
  tryAgain: 'Cuba lagi',
  languages: 'Bahasa',
  liveUntil: (time) => `Sedang berlangsung hingga ${time}`,
  beginsIn: (days) =>
    days === 0 ? 'Bermula hari ini' : days === 1 ? 'Bermula esok' : `Bermula dalam ${days} hari`,
  used: 'Kod yang anda gunakan:',
  seeResult: 'Lihat keputusan',
  opening: (days, time) => `${days}, mulai ${time}`,
  times: timeTexts,
};

export const noScript =
  'Kod pameran ialah bahagian terakhir alamat halaman ini. Buka aplikasi Sihat dan masukkan kod itu.';
