/** The words of the switch of mails, in one file for each language. */
export interface MailsWords {
  readonly title: string;
  readonly lead: string;
  readonly wanted: string;
  readonly language: string;
  readonly allLanguages: string;
  readonly always: string;
  readonly save: string;
  readonly saved: string;
  readonly back: string;
}
