/**
 * Unfinished notes, in the memory of the page only: a lock hides them and the same person finds them again, another person or a closed tab
 * loses them.
 */
export interface Draft {
  /** Repeated by every attempt to send the note, so that it is added once. */
  readonly recordId: string;
  readonly title: string;
  readonly body: string;
  readonly when: 'now' | 'earlier' | 'other';
  /** A Malaysian time, as YYYY-MM-DDTHH:MM, for `other`. */
  readonly at: string;
  /** Set when the note was sent and may have arrived: the time of the consultation, which must stay the same then. */
  readonly sentWith?: { readonly consultedAt?: string };
}

const drafts = new Map<string, Draft>();
let owner: string | undefined;

/** The drafts of an account by the id of the access request. Those of another account are forgotten. */
export function draftsOf(accountId: string): Map<string, Draft> {
  if (owner !== accountId) drafts.clear();
  owner = accountId;
  return drafts;
}

export const forgetDrafts = (): void => drafts.clear();

export const isBegun = ({ title, body }: Draft): boolean => title.trim() !== '' || body.trim() !== '';
