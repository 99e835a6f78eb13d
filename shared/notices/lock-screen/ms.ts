import { timeTexts } from '../../values/time-texts/ms.ts';
import type { LockScreen } from './lock-screen.ts';

const ANSWER = { title: 'Permohonan anda sudah dijawab', line: 'Buka Sihat untuk membacanya.' };
const JOIN = { title: 'Permohonan menyertai sudah dijawab', line: 'Buka Sihat untuk membacanya.' };
const CHANGED = { title: 'Akses anda telah berubah', line: 'Buka Sihat untuk melihat perubahannya.' };
const NEW = { title: 'Ada perkara baharu dalam Sihat', line: 'Buka Sihat untuk membacanya.' };
const ALIAS = {
  title: 'Semak nama samaran anda',
  line: 'Pilih nama lain dalam Sihat untuk muncul semula pada papan.',
};

export const lockScreen: LockScreen = {
  times: timeTexts,
  sentences: {
    access_requested: {
      title: 'Ada permohonan akses',
      line: 'Buat keputusan sebelum {t}. Buka Sihat untuk melihat pemohon.',
    },
    access_approved: ANSWER,
    access_denied: ANSWER,
    access_ended_by_patient: CHANGED,
    record_added: NEW,
    record_marked_in_error: NEW,
    verification_ends_30: {
      title: 'Pengesahan anda tamat dalam 30 hari',
      line: 'Mohon pembaharuan daripada Sihat sebelum {day}.',
    },
    gift_about_to_lapse: {
      title: 'Tempahan anda hampir tamat tempoh',
      line: 'Ambil sebelum {t}: tunjukkan kod di kaunter.',
    },
    gift_handed_out: {
      title: 'Tempahan anda telah diambil',
      line: 'Bukan anda? Beritahu kaunter sebelum {t}.',
    },
    redemption_taken_back: {
      title: 'Tempahan anda dibuka semula',
      line: 'Ambil sebelum {t}: tunjukkan kod di kaunter.',
    },
    certificate_approved: ANSWER,
    certificate_rejected: ANSWER,
    join_requested: {
      title: 'Ada permohonan untuk menyertai',
      line: 'Beri jawapan dalam Sihat. Tiada sesiapa masuk sebelum kelulusan anda.',
    },
    club_admitted: JOIN,
    club_declined: JOIN,
    club_removed: NEW,
    alias_hidden: ALIAS,
    alias_hidden_in_event: ALIAS,
    exhibition_changed: {
      title: 'Pameran yang anda sertai telah berubah',
      line: 'Semak masa dan tempat baharu dalam Sihat sebelum pergi.',
    },
    exhibition_cancelled: {
      title: 'Pameran yang anda sertai dibatalkan',
      line: 'Tidak perlu hadir. Buka Sihat untuk butirannya.',
    },
    several: { title: '{n} perkara baharu dalam Sihat', line: 'Buka Sihat untuk membacanya.' },
  },
};
