import { practitionerVerification } from '../../shared/clinical/items.ts';
import { noticeSettings } from '../../shared/notices/items.ts';
import { erasedMailText } from '../../shared/notices/mail-text.ts';
import type { MailService } from '../../shared/notices/mails.ts';
import type { Reads } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';

/**
 * The mail that tells somebody that the account is erased. Its address exists only in the user pool and, after the sign-in is removed, in the
 * memory of this run. So it is sent once, and a failure means that there is no mail. The switch of other mails does not hold for it.
 */
export interface LastMail {
  /** @returns false if it could not be sent. */
  readonly send: (completed: Parameters<typeof erasedMailText>[0]) => Promise<boolean>;
}

/**
 * Reads what the last mail needs while it is there.
 * @returns `undefined` if there is no address; a mail that cannot be sent if the address could not be read.
 */
export async function lastMailOf(
  table: Reads,
  mails: MailService,
  accountId: AccountId,
): Promise<LastMail | undefined> {
  const [settings, verification] = await Promise.all([
    table.get(noticeSettings.key({ accountId })),
    table.get(practitionerVerification.key({ accountId })),
  ]);
  const { language } = noticeSettings.parseIfAny(settings) ?? {};
  const isPractitioner = verification !== undefined;
  try {
    const address = await mails.addressOf(accountId);
    if (address === undefined) return;
    return {
      async send(completed) {
        const mail = erasedMailText(completed, { language, isPractitioner });
        return (await mails.send(address, mail).catch(() => 'failed')) === 'sent';
      },
    };
  } catch {
    return { send: async () => false };
  }
}
