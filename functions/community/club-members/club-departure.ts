import { leavingClub, leavingEvent, withdrawal } from '../../../shared/community/departures.ts';
import {
  type ClubMembership,
  clubMembership,
  communityOfAccount,
  enrollment,
  enrollmentConsents,
  eventMembership,
} from '../../../shared/community/participation.ts';
import { telling } from '../../../shared/notices/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Reads, Table, TransactionParts } from '../../../shared/table/table.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { changedConsents, noConsents } from '../enrollments/consents.ts';
import { stillOwner } from './club-members.ts';

/**
 * A member leaves a club or is removed by its owner. Only members take part in the exhibitions and challenges of a
 * private club, so a departure from the club ends these participations too, and with them the consents to their boards.
 */

/** Departures that fit into one transaction with the membership: each has at most 5 parts, and the limit is 100. */
const MAX_TOGETHER = 19;

type LeaveOutcome = 'left' | 'no_member' | 'owner_stays' | 'not_allowed';

interface Leaving {
  readonly accountId: AccountId;
  readonly clubId: string;
  /** The membership that the owner removes; another one of the account stays. */
  readonly memberId?: string;
  /** The owner who removes another member. The removal fails if the club has another owner by then. */
  readonly removedBy?: AccountId;
  /** The version of the notice in force about the consents that end with enrollments. */
  readonly noticeVersion: string;
}

/** Reads the membership of an account in a club. */
export async function findOwnMembership(table: Reads, of: Pick<Leaving, 'accountId' | 'clubId'>) {
  return clubMembership.parseIfAny(await table.get(clubMembership.key(of)));
}

/**
 * Ends a membership or cancels a request to join. The exhibitions and challenges of a private club are left in the same
 * transaction, or in earlier ones if they do not all fit.
 * @param found the result of `findOwnMembership`. It is read again if a concurrent write fails the transaction.
 * @returns `not_allowed` if `removedBy` no longer owns the club.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function leaveClub(
  table: Table,
  { accountId, clubId, memberId, removedBy, noticeVersion }: Leaving,
  found: ClubMembership | undefined,
  at: Date,
): Promise<LeaveOutcome> {
  const again = () => findOwnMembership(table, { accountId, clubId });
  return finalOutcome(found, again, async (membership) => {
    if (!membership || (memberId && membership.memberId !== memberId)) return 'no_member';
    if (membership.role === 'owner') return 'owner_stays';
    // The membership was read before. Whatever the member joins after that changes its `entries`, and the transaction fails.
    const items = membership.visibility === 'private' ? await table.query(communityOfAccount(accountId)) : [];
    const within = departuresWithin(items, clubId, at, { at: at.toISOString(), noticeVersion });
    const ownerCheck = removedBy && { owner: stillOwner({ accountId: removedBy, clubId }) };
    const notice = removedBy && {
      notice: telling(membership.role === 'requested' ? 'club_declined' : 'club_removed', {
        to: accountId,
        at: at.toISOString(),
        clubId,
      }),
    };
    const [first, beyond] = [within.slice(0, MAX_TOGETHER), within.slice(MAX_TOGETHER)];
    for (const departure of beyond) {
      const refused = await table.transact<string>({ ...departure, ...ownerCheck });
      if (refused?.['owner']) return 'not_allowed';
    }
    if (beyond.length > 0) return undefined;
    const parts: TransactionParts = Object.assign({}, leavingClub(membership), ownerCheck, notice, ...first);
    const refused = await table.transact<string>(parts);
    if (!refused) return 'left';
    return refused['owner'] ? 'not_allowed' : undefined;
  });
}

function departuresWithin(
  items: readonly Record<string, unknown>[],
  clubId: string,
  at: Date,
  moment: ConsentMoment,
): TransactionParts[] {
  const under = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const records = under('CONSENTS#').map(enrollmentConsents.parse);
  const recordOf = (challengeId: string) => records.find((record) => record.challengeId === challengeId);
  return [
    ...under('CHALLENGE#')
      .map(enrollment.parse)
      .filter((enrolled) => enrolled.clubId === clubId)
      .map((enrolled) => ({
        ...withdrawal(enrolled, at),
        ...changedConsents(enrolled, noConsents(enrolled), recordOf(enrolled.challengeId), moment),
      })),
    ...under('EVENT#')
      .map(eventMembership.parse)
      .filter((joined) => joined.clubId === clubId)
      .map(leavingEvent),
  ];
}
