import type { AccountId } from '../values/resources.ts';

/** A mail. Both texts say the same. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The service that sends mails: Amazon SES, or a local one that shows what it would send. */
export interface MailService {
  /** The address of the desk, to which mails link, such as https://api.sihat.my/desk. */
  readonly desk: string;
  /**
   * Reads the email address of an account in the user pool, where alone it is stored.
   * @returns `undefined` if there is none, or if nobody has shown that it is theirs.
   */
  readonly addressOf: (accountId: AccountId) => Promise<string | undefined>;
  /** @returns `refused` if the service never takes a mail to this address. */
  readonly send: (to: string, mail: Mail) => Promise<'sent' | 'refused'>;
}
