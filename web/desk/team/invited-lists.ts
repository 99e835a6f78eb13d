import type { Invitation, IssuedInvitation } from '../api.ts';
import { today } from '../dates.ts';
import type { Invite } from './uploads.ts';

/** The lists of invitations as their officers uploaded them, put together from what the platform shows of each invitation. */
export interface InvitedList {
  readonly key: string;
  readonly listId?: string;
  /** The membership of the officer; unknown once the invitations have expired. */
  readonly createdBy?: string;
  readonly createdAt: string;
  /** In the order of the rows, where it is still known. */
  readonly invitations: readonly Invitation[];
}

/** What has expired has lost its list, and is put together by its Malaysian day. The latest list comes first. */
export function listsOf(invitations: readonly Invitation[]): readonly InvitedList[] {
  const groups = new Map<string, Invitation[]>();
  for (const invitation of invitations) {
    const { batch, createdAt } = invitation;
    const key = batch?.list?.listId ?? batch?.batchId ?? `expired ${today(Date.parse(createdAt))}`;
    groups.set(key, [...(groups.get(key) ?? []), invitation]);
  }
  const lists = [...groups].map(([key, group]): InvitedList => {
    const sorted = [...group].sort((a, b) => rowOf(a) - rowOf(b));
    const { batch } = sorted[0] ?? {};
    const createdAt = sorted.map((each) => each.createdAt).sort()[0] ?? '';
    return {
      key,
      createdAt,
      invitations: sorted,
      ...(batch && { createdBy: batch.createdBy }),
      ...(batch?.list && { listId: batch.list.listId }),
    };
  });
  return lists.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

const rowOf = ({ batch }: Invitation): number => (batch?.list?.firstRow ?? 1) + (batch?.row ?? 1);

/** Whether the links of a list can be issued again. Nobody but its officer repeats the calls of a list. */
export const canBeSaved = ({ listId, createdBy, invitations }: InvitedList, memberId: string): boolean =>
  invitations.some(({ status, batch }) => status === 'pending' && batch !== undefined) &&
  (listId === undefined || createdBy === memberId);

/** Repeats the calls that created a list, which answers the same links. @returns those that still work, in the order of the rows */
export async function issuedAgain(
  { invitations }: InvitedList,
  invite: Invite,
): Promise<readonly IssuedInvitation[]> {
  const batches = new Map<string, Invitation[]>();
  for (const invitation of invitations) {
    const { batchId = '' } = invitation.batch ?? {};
    batches.set(batchId, [...(batches.get(batchId) ?? []), invitation]);
  }
  const issued: IssuedInvitation[] = [];
  for (const [batchId, rows] of batches) {
    const sent = rows.map(({ role, reference }) => ({ role, ...(reference !== undefined && { reference }) }));
    issued.push(...(await invite(batchId, sent, rows[0]?.batch?.list)));
  }
  return issued.filter(({ invitation }) => invitation.status === 'pending');
}

/** Whether a list has a word in its references. */
export const hasReference = ({ invitations }: InvitedList, words: string): boolean =>
  invitations.some(({ reference }) => isFound(reference, words));

export const isFound = (reference: string | undefined, words: string): boolean =>
  reference?.toLowerCase().includes(words.trim().toLowerCase()) ?? false;

/** Whether an invitation with this reference is open, which may have been accepted. */
export const hasOpen = (invitations: readonly Invitation[], reference: string): boolean =>
  invitations.some((each) => each.status === 'pending' && each.reference === reference);
