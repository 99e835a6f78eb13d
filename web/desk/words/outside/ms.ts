import type { OutsideWords } from './en.ts';

export const words: OutsideWords = {
  workplaces: {
    title: 'Pilih tempat kerja',
    hint: 'Jika anda mempunyai satu tempat kerja sahaja, halaman ini tidak dipaparkan. Tab ini mengingati pilihan anda sehingga anda log keluar.',
    handout: 'Kaunter: serahkan hadiah.',
    team: 'Ahli dan jemputan.',
    clinic: 'Pesakit: baca dan tambah catatan.',
    none: 'Akaun anda belum mempunyai tempat kerja di sini',
    noneLead:
      'Anda telah log masuk. Halaman ini untuk orang yang bekerja di klinik, di kaunter atau di syarikat.',
    how: 'Cara mendapatkan akses',
    howWork: 'Kaunter atau syarikat',
    howWorkText:
      'Minta jemputan daripada pemilik atau pentadbir HR, dan terima jemputan itu dalam aplikasi Sihat dengan akaun ini.',
    howPractise: 'Pengamal perubatan',
    howPractiseText: 'Mohon pengesahan daripada Sihat. Pentadbir membandingkan lesen anda dengan daftar.',
    howOwn: 'Data kesihatan anda sendiri sahaja',
    howOwnText: 'Gunakan aplikasi Sihat.',
    checkAgain: 'Semak semula',
  },

  mails: {
    title: 'E-mel',
    lead: 'Sihat menghantar e-mel sekali sehari apabila permohonan menunggu anda, dan sebelum pengesahan anda tamat. E-mel ini tidak menamakan sesiapa.',
    wanted: 'Hantar e-mel ini kepada saya',
    language: 'Bahasa e-mel',
    allLanguages: 'Ketiga-tiga bahasa',
    always: 'Kod, dan e-mel yang menyatakan bahawa akaun anda telah dipadamkan, sentiasa dihantar.',
    save: 'Simpan',
    saved: 'Telah disimpan',
    back: 'Kembali ke Meja Kerja',
  },
};
