import { timeTexts } from '../../values/time-texts/en.ts';
import type { MailWords } from './mail-words.ts';

const REQUESTS = { lines: ['Decide in Sihat. The oldest has waited since {day}.'], button: 'Open Sihat' };
const JOINS = { lines: ['Answer in Sihat. Nobody joins before you approve.'], button: 'Open Sihat' };
const VERIFICATION = {
  title: 'Your verification ends in 30 days',
  lines: ['Ask Sihat to renew it by {day}.'],
  button: 'Open Sihat',
};

export const mailWords: MailWords = {
  times: timeTexts,
  due: {
    certificates_wait: {
      single: { ...REQUESTS, title: '1 request waits for you' },
      several: { ...REQUESTS, title: '{n} requests wait for you' },
    },
    join_requests_wait: {
      single: { ...JOINS, title: 'Somebody asks to join' },
      several: { ...JOINS, title: '{n} people ask to join' },
    },
    verification_ends_30: { single: VERIFICATION, several: VERIFICATION },
  },
  erased: {
    title: 'Your account is erased',
    lines: [
      'Nothing to do. Your account and this address were erased on {eday}.',
      'What the law makes us keep stays, without your name.',
      'You can check this with your receipt until {day2}.',
      'This is our last email to you.',
    ],
  },
  practitionerErased:
    'Your name and licence number stay in the access logs of the people who gave you access.',
  foot: 'This email names nobody, in case somebody else reads it. Sihat never asks for a password or a code by email.',
  off: 'Turn off these emails',
};
