import type { Sentences } from './sentence.ts';

const ALIAS_HIDDEN = {
  title: 'Your alias was hidden',
  line: 'Choose another one to be on the board again. Your steps still count.',
};

export const sentences: Sentences = {
  access_requested: {
    title: 'Somebody asks to use your records',
    line: 'Decide by {t}. Approve only if the other screen shows {code}.',
  },
  access_approved: {
    title: 'Access approved: {code}',
    line: 'Read and add notes until {t}. Compare {code} with the patient first.',
  },
  access_denied: {
    title: 'Access denied: {code}',
    line: 'Ask the patient for a new code if you still need access.',
  },
  access_ended_by_patient: {
    title: 'The patient ended your access: {code}',
    line: 'Stop reading now. Notes that you added stay in the patient’s records.',
  },
  record_added: {
    title: 'A note was added to your records',
    line: 'Read it, and tell the author if something is wrong.',
  },
  record_marked_in_error: {
    title: 'A note in your records was marked as a mistake',
    line: 'Read the reason beside the note.',
  },
  verification_ends_30: {
    title: 'Your verification ends in 30 days',
    line: 'Ask Sihat to renew it by {day}. After that, you cannot open any records.',
  },
  gift_about_to_lapse: {
    title: 'Collect your gift',
    line: 'Collect by {t}. After that, you cannot reserve it again.',
  },
  gift_handed_out: {
    title: 'Gift collected',
    line: 'Not you? Tell the counter by {t}. After that it is too late.',
  },
  redemption_taken_back: {
    title: 'The counter took back your gift',
    line: 'Collect it by {t}: your reservation is valid again.',
  },
  redemption_taken_back_late: {
    title: 'Your reservation has changed',
    line: 'Open Sihat to see it.',
  },
  certificate_approved: {
    title: 'Your certificate was approved',
    line: 'Nothing to do. It covers {days}.',
  },
  certificate_rejected: {
    title: 'Your certificate was rejected',
    line: 'Read the reason, correct the days and submit them again.',
  },
  join_requested: {
    title: 'Somebody asks to join your club',
    line: 'Approve or reject. Until then they see nothing of the club.',
  },
  club_admitted: {
    title: 'You are now a member',
    line: 'See the exhibitions and challenges of the club.',
  },
  club_declined: {
    title: 'Your request to join was declined',
    line: 'Nothing to do. You can ask again.',
  },
  club_removed: {
    title: 'You are no longer a member',
    line: 'The owner of the club has removed you. You no longer see what only members see.',
  },
  alias_hidden: ALIAS_HIDDEN,
  alias_hidden_in_event: ALIAS_HIDDEN,
  exhibition_changed: {
    title: 'Exhibition changed',
    line: 'Check the new time and place before you go.',
  },
  exhibition_cancelled: {
    title: 'Exhibition cancelled',
    line: 'Do not travel: it does not take place on {days}.',
  },
  results_final: {
    title: 'Final results',
    line: 'Open the leaderboard to see your place.',
  },
};
