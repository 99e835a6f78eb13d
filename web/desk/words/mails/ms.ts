import type { MailsWords } from './mails-words.ts';

export const words: MailsWords = {
  title: 'E-mel',
  lead: 'Sihat menghantar e-mel sekali sehari apabila permohonan menunggu anda, dan sebelum pengesahan anda tamat. E-mel ini tidak menamakan sesiapa.',
  wanted: 'Hantar e-mel ini kepada saya',
  language: 'Bahasa e-mel',
  allLanguages: 'Ketiga-tiga bahasa',
  always: 'Kod, dan e-mel yang menyatakan bahawa akaun anda telah dipadamkan, sentiasa dihantar.',
  save: 'Simpan',
  saved: 'Telah disimpan',
  back: 'Kembali ke Meja Kerja',
};
