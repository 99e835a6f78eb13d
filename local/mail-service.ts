import type { Mail, MailService } from '../shared/notices/mails.ts';

/** A mail that somebody would get. */
export interface SentMail extends Mail {
  readonly to: string;
  readonly sentAt: Date;
}

/** Enough for a page. */
const MAX_MAILS = 50;

/** The mail service of a platform without Amazon SES. It keeps what it would send, the latest first. */
export function localMails({
  now,
  ...options
}: Pick<MailService, 'desk' | 'addressOf'> & { now: () => Date }) {
  let sent: readonly SentMail[] = [];
  const service: MailService = {
    ...options,
    async send(to, mail) {
      sent = [{ ...mail, to, sentAt: now() }, ...sent].slice(0, MAX_MAILS);
      return 'sent';
    },
  };
  return { ...service, mails: () => sent };
}
export type LocalMails = ReturnType<typeof localMails>;
