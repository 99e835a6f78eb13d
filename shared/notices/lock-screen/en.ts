import { timeTexts } from '../../values/time-texts/en.ts';
import type { LockScreen } from './lock-screen.ts';

const ANSWER = { title: 'Your request has an answer', line: 'Open Sihat to read it.' };
const JOIN = { title: 'Your request to join has an answer', line: 'Open Sihat to read it.' };
const CHANGED = { title: 'Your access has changed', line: 'Open Sihat to see what is new.' };
const NEW = { title: 'Something new in Sihat', line: 'Open Sihat to read it.' };
const ALIAS = { title: 'Check your alias', line: 'Choose another one in Sihat to be on the board again.' };

export const lockScreen: LockScreen = {
  times: timeTexts,
  sentences: {
    access_requested: {
      title: 'Somebody asks for access',
      line: 'Decide by {t}. Open Sihat to see who asks.',
    },
    access_approved: ANSWER,
    access_denied: ANSWER,
    access_ended_by_patient: CHANGED,
    record_added: NEW,
    record_marked_in_error: NEW,
    verification_ends_30: {
      title: 'Your verification ends in 30 days',
      line: 'Ask Sihat to renew it by {day}.',
    },
    gift_about_to_lapse: {
      title: 'Your reservation ends soon',
      line: 'Collect by {t}: show the code at the counter.',
    },
    gift_handed_out: { title: 'Your reservation was collected', line: 'Not you? Tell the counter by {t}.' },
    redemption_taken_back: {
      title: 'Your reservation is open again',
      line: 'Collect by {t}: show the code at the counter.',
    },
    certificate_approved: ANSWER,
    certificate_rejected: ANSWER,
    join_requested: {
      title: 'Somebody asks to join',
      line: 'Answer in Sihat. Nobody joins before you approve.',
    },
    club_admitted: JOIN,
    club_declined: JOIN,
    club_removed: NEW,
    alias_hidden: ALIAS,
    alias_hidden_in_event: ALIAS,
    exhibition_changed: {
      title: 'An exhibition you joined has changed',
      line: 'Check the new time and place in Sihat before you go.',
    },
    exhibition_cancelled: {
      title: 'An exhibition you joined is cancelled',
      line: 'Do not travel. Open Sihat for details.',
    },
    several: { title: '{n} things are new in Sihat', line: 'Open Sihat to read them.' },
  },
};
