import type { Sentences } from './sentence.ts';

const ALIAS_HIDDEN = {
  title: 'Nama samaran anda disembunyikan',
  line: 'Pilih nama lain untuk muncul semula pada papan. Langkah anda tetap dikira.',
};

export const sentences: Sentences = {
  access_requested: {
    title: 'Permohonan akses kepada rekod anda',
    line: 'Buat keputusan sebelum {t}. Luluskan hanya jika kodnya sama: {code}.',
  },
  access_approved: {
    title: 'Akses diluluskan: {code}',
    line: 'Baca dan tambah catatan hingga {t}. Bandingkan kod {code} dahulu.',
  },
  access_denied: {
    title: 'Akses ditolak: {code}',
    line: 'Minta kod baharu daripada pesakit jika akses masih diperlukan.',
  },
  access_ended_by_patient: {
    title: 'Pesakit menamatkan akses anda: {code}',
    line: 'Berhenti membaca sekarang. Catatan yang anda tambah kekal dalam rekod pesakit.',
  },
  record_added: {
    title: 'Catatan baharu dalam rekod anda',
    line: 'Baca catatan itu, dan beritahu penulisnya jika ada kesilapan.',
  },
  record_marked_in_error: {
    title: 'Catatan dalam rekod anda ditandakan sebagai kesilapan',
    line: 'Baca sebabnya di sebelah catatan itu.',
  },
  verification_ends_30: {
    title: 'Pengesahan anda tamat dalam 30 hari',
    line: 'Mohon pembaharuan sebelum {day}. Selepas itu, rekod tidak boleh dibuka.',
  },
  gift_about_to_lapse: {
    title: 'Ambil hadiah anda',
    line: 'Ambil sebelum {t}. Selepas itu, anda tidak boleh menempahnya lagi.',
  },
  gift_handed_out: {
    title: 'Hadiah telah diambil',
    line: 'Bukan anda? Beritahu kaunter sebelum {t}. Selepas itu sudah lewat.',
  },
  redemption_taken_back: {
    title: 'Kaunter mengambil balik hadiah anda',
    line: 'Ambil sebelum {t}: tempahan anda sah semula.',
  },
  redemption_taken_back_late: {
    title: 'Tempahan anda telah berubah',
    line: 'Buka Sihat untuk melihatnya.',
  },
  certificate_approved: {
    title: 'Sijil cuti sakit anda diluluskan',
    line: 'Tiada tindakan diperlukan. Sijil ini bagi {days}.',
  },
  certificate_rejected: {
    title: 'Sijil cuti sakit anda ditolak',
    line: 'Baca sebabnya, betulkan tarikh dan hantar semula.',
  },
  join_requested: {
    title: 'Permohonan untuk menyertai kelab anda',
    line: 'Luluskan atau tolak. Sebelum itu, pemohon tidak dapat melihat kelab.',
  },
  club_admitted: {
    title: 'Anda kini ahli kelab',
    line: 'Lihat pameran dan cabaran kelab ini.',
  },
  club_declined: {
    title: 'Permohonan anda untuk menyertai ditolak',
    line: 'Tiada tindakan diperlukan. Anda boleh memohon semula.',
  },
  club_removed: {
    title: 'Anda bukan lagi ahli kelab',
    line: 'Pemilik kelab telah mengeluarkan anda. Kandungan untuk ahli sahaja tidak lagi dapat dilihat.',
  },
  alias_hidden: ALIAS_HIDDEN,
  alias_hidden_in_event: ALIAS_HIDDEN,
  exhibition_changed: {
    title: 'Pameran telah berubah',
    line: 'Semak masa dan tempat baharu sebelum pergi.',
  },
  exhibition_cancelled: {
    title: 'Pameran dibatalkan',
    line: 'Tidak perlu hadir: pameran tidak diadakan pada {days}.',
  },
  results_final: {
    title: 'Keputusan muktamad',
    line: 'Buka papan kedudukan untuk melihat tempat anda.',
  },
};
