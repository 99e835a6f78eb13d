import type { InvitationWords } from './en.ts';

export const words: InvitationWords = {
  languages: 'Bahasa',
  checking: 'Menyemak jemputan …',
  invites: (name) => `${name} menjemput anda`,
  asMember: 'Anda menyertai sebagai ahli.',
  asStaff: 'Anda menyertai kakitangannya, yang menyerahkan hadiah di kaunter.',
  asHrAdmin:
    'Anda menyertai sebagai pentadbir HR, yang melihat ahli dan membuat keputusan tentang sijil cuti sakit.',
  validUntil: (day) => `Sah hingga akhir ${day}.`,
  joinedBefore: 'Jika anda sudah menyertai, buka aplikasi.',
  companySees: 'Syarikat dapat melihat',
  merchantSees: 'Peniaga dapat melihat',
  seesMembership: 'id keahlian anda, peranan anda, dan bila anda menyertai',
  seesReference: 'nombor kakitangan anda, hanya jika anda kongsikannya dalam aplikasi',
  seesCertificates: 'tarikh sijil cuti sakit, hanya jika anda kongsikannya',
  seesGifts: 'bilangan hadiah yang diserahkan',
  companyNever: 'Syarikat tidak dapat melihat',
  merchantNever: 'Peniaga tidak dapat melihat',
  neverName: 'nama atau alamat e-mel anda',
  neverRecords: 'rekod kesihatan anda dan siapa yang merawat anda',
  neverSteps: 'langkah, nama samaran dan hadiah anda sendiri',
  finePrint:
    'Sesiapa yang ada pautan ini boleh mengetahui sama ada pautan ini telah digunakan, termasuk tempat kerja yang menghantarnya. Tempat kerja tidak diberitahu bahawa andalah penerima pautan ini, tetapi dapat mengetahuinya. Anda boleh keluar pada bila-bila masa.',
  getApp: 'Dapatkan aplikasi dahulu',
  openApp: 'Buka dalam aplikasi Sihat',
  askForApp:
    'Buka aplikasi Sihat dan masukkan kod. Belum ada aplikasi? Tanya orang yang menghantar pautan ini.',
  codeTitle: 'Kod jemputan ini',
  copy: 'Salin kod',
  copied: 'Disalin',
  codeHint:
    'Aplikasi mungkin memintanya. Orang pertama yang menggunakannya akan menyertai, jadi jangan berikan kepada orang lain.',
  phoneTitle: 'Teruskan dengan telefon',
  phoneHint: 'Imbas dengan kamera telefon.',
  unknown: 'Jemputan ini tidak boleh digunakan',
  unknownMore:
    'Pautan mungkin terpotong: pautan berakhir dengan “#” dan 43 aksara. Bukanya semula daripada mesej, atau salin semuanya. Jemputan mungkin juga telah tamat tempoh atau dibatalkan.',
  unknownHelp:
    'Jika masih gagal, minta jemputan baharu daripada orang yang menghantarnya. Jika anda sudah menyertai, buka aplikasi.',
  silent: 'Jemputan tidak dapat disemak sekarang',
  silentMore: 'Aplikasi boleh membukanya tanpa halaman ini.',
  tryAgain: 'Cuba lagi',
};

export const noScript =
  'Ini jemputan ke Sihat. Kodnya ialah bahagian alamat halaman ini selepas “#”. Salin kod itu, buka aplikasi Sihat, dan masukkannya di sana.';
