import type { TimeTexts } from '../../values/times.ts';
import type { DueMailKind } from '../due-mails.ts';

/** What a mail says: what there is, what to do, and the label of its link. */
export interface MailSentence {
  readonly title: string;
  readonly lines: readonly string[];
  /** Missing if there is nothing to open. */
  readonly button?: string;
}

/**
 * The texts of mails in a language. Other people may read a mail, so it names no person, clinic, employer or club, no decision, and nothing
 * about health. `{n}` is a number, and `{day}`, `{eday}` and `{day2}` are Malaysian days.
 */
export interface MailWords {
  readonly times: TimeTexts;
  /** Said if there is one, and otherwise. */
  readonly due: Readonly<
    Record<DueMailKind, { readonly single: MailSentence; readonly several: MailSentence }>
  >;
  readonly erased: MailSentence;
  /** Said in addition to a practitioner. */
  readonly practitionerErased: string;
  readonly foot: string;
  /** The label of the link to the switch of these mails. */
  readonly off: string;
}
