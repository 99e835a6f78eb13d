import type { MailsWords } from './mails-words.ts';

export const words: MailsWords = {
  title: 'Emails',
  lead: 'Sihat emails you when requests wait for you, once a day, and before your verification ends. These emails name nobody.',
  wanted: 'Send me these emails',
  language: 'Language of the emails',
  allLanguages: 'All three languages',
  always: 'Codes, and the email that says that your account is erased, are always sent.',
  save: 'Save',
  saved: 'Saved',
  back: 'Back to the desk',
};
