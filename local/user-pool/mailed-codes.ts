import { randomInt } from 'node:crypto';
import { CODE_MAIL_SUBJECT, codeMailText } from '../../shared/identity/code-mail.ts';
import { later } from '../../shared/values/clock.ts';
import { expiredCode, wrongCode } from './cognito-error.ts';
import { CODE_VALIDITY } from './limits.ts';

/** A mail that a real user pool would send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string;
  readonly sentAt: Date;
}

type Purpose = keyof typeof CODE_VALIDITY;

/** Enough for a page. */
const MAX_MAILS = 50;

/** The codes that people get by mail, and the latest mails. A new code replaces the earlier one of the same purpose. */
export function mailedCodes(now: () => Date) {
  const codes = new Map<string, { readonly code: string; readonly expiresAt: Date }>();
  let mails: readonly Mail[] = [];
  return {
    /** The latest mail comes first. */
    mails: () => mails,

    /** Sends a code. @returns where it was sent to, as Cognito describes it */
    send(purpose: Purpose, sub: string, to: string) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      codes.set(`${purpose} ${sub}`, { code, expiresAt: later(now(), CODE_VALIDITY[purpose]) });
      const mail = { to, subject: CODE_MAIL_SUBJECT, text: codeMailText(code), code, sentAt: now() };
      mails = [mail, ...mails].slice(0, MAX_MAILS);
      return deliveryTo(to);
    },

    /** Accepts a code once. @throws {CognitoError} for a wrong or expired code, or if none was sent */
    use(purpose: Purpose, sub: string, code: string): void {
      const sent = codes.get(`${purpose} ${sub}`);
      if (!sent || sent.expiresAt <= now()) throw expiredCode();
      if (sent.code !== code) throw wrongCode();
      codes.delete(`${purpose} ${sub}`);
    },
  };
}

/** Describes a delivery, also the pretended one to somebody unknown. */
export function deliveryTo(mail: string) {
  const [name = '', domain = ''] = mail.split('@');
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination };
}
