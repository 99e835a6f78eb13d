import { timeTexts } from '../../values/time-texts/ms.ts';
import type { MailWords } from './mail-words.ts';

const REQUESTS = {
  lines: ['Buat keputusan dalam Sihat. Yang terawal menunggu sejak {day}.'],
  button: 'Buka Sihat',
};
const JOINS = {
  lines: ['Beri jawapan dalam Sihat. Tiada sesiapa masuk sebelum kelulusan anda.'],
  button: 'Buka Sihat',
};
const VERIFICATION = {
  title: 'Pengesahan anda tamat dalam 30 hari',
  lines: ['Mohon pembaharuan daripada Sihat sebelum {day}.'],
  button: 'Buka Sihat',
};

export const mailWords: MailWords = {
  times: timeTexts,
  due: {
    certificates_wait: {
      single: { ...REQUESTS, title: '1 permohonan menunggu anda' },
      several: { ...REQUESTS, title: '{n} permohonan menunggu anda' },
    },
    join_requests_wait: {
      single: { ...JOINS, title: 'Ada permohonan untuk menyertai' },
      several: { ...JOINS, title: 'Ada {n} permohonan untuk menyertai' },
    },
    verification_ends_30: { single: VERIFICATION, several: VERIFICATION },
  },
  erased: {
    title: 'Akaun anda telah dipadamkan',
    lines: [
      'Tiada tindakan diperlukan. Akaun dan alamat e-mel ini dipadamkan pada {eday}.',
      'Yang wajib disimpan menurut undang-undang kekal tanpa nama anda.',
      'Anda boleh menyemaknya dengan resit anda hingga {day2}.',
      'Inilah e-mel terakhir kami kepada anda.',
    ],
  },
  practitionerErased: 'Nama dan nombor lesen anda kekal dalam log akses orang yang memberi anda akses.',
  foot: 'E-mel ini tidak menamakan sesiapa, sekiranya dibaca oleh orang lain. Sihat tidak pernah meminta kata laluan atau kod melalui e-mel.',
  off: 'Matikan e-mel ini',
};
