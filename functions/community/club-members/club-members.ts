import type * as z from 'zod/mini';
import { membershipAsFound } from '../../../shared/community/departures.ts';
import { type Club, isShown } from '../../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  membersOfClub,
} from '../../../shared/community/participation.ts';
import { presentClubStanding } from '../../../shared/community/presenters.ts';
import { accountIsOpen, readClosed } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { clubs } from '../versioned-content.ts';
import type { ClubMember } from './contract.ts';

/** Owners prove their ownership by their own membership. No request of a member or owner writes the club. */

/** Reads the club and the membership of an account concurrently. */
export async function findMembership(table: Reads, clubId: string, accountId: AccountId) {
  const [club, membership] = await Promise.all([
    clubs.find(table, clubId),
    table.get(clubMembership.key({ accountId, clubId })),
  ]);
  return { club, membership: clubMembership.parseIfAny(membership) };
}

/**
 * Joins a public club, or requests membership in a private one. A member, or somebody whose request waits, changes
 * `knownAs`, also while the club is hidden.
 * @param own `knownAs` is omitted to leave the name empty.
 * @param first the result of `findMembership`. It is read again if a concurrent write changes the membership.
 * @returns the new membership, or the existing one in any role.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function join(
  table: Table,
  { accountId, clubId, knownAs }: Pick<ClubMembership, 'accountId' | 'clubId' | 'knownAs'>,
  first: Awaited<ReturnType<typeof findMembership>>,
  at: Date,
): Promise<
  | { readonly kind: 'joined'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'account_closed' }
> {
  const again = () => findMembership(table, clubId, accountId);
  return finalOutcome(first, again, async ({ club, membership: found }) => {
    if (found && found.knownAs === knownAs) return { kind: 'joined', membership: found };
    const joining = found ?? (club && isShown(club) && newMembership(club, accountId, at));
    if (!joining) return { kind: 'club_not_found' };
    const membership: ClubMembership = { ...joining, knownAs };
    const refused = await table.transact({
      membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
      account: accountIsOpen(accountId),
    });
    if (!refused) return { kind: 'joined', membership };
    return refused.account ? { kind: 'account_closed' } : undefined;
  });
}

function newMembership({ id: clubId, visibility }: Club, accountId: AccountId, at: Date): ClubMembership {
  const role = visibility === 'public' ? 'member' : 'requested';
  return { accountId, clubId, role, visibility, joinedAt: at.toISOString() };
}

/** Checks whether an account owns a club. */
export async function isOwner(table: Reads, clubId: string, accountId: AccountId): Promise<boolean> {
  const own = clubMembership.parseIfAny(await table.get(clubMembership.key({ accountId, clubId })));
  return own?.role === 'owner';
}

/** The owner of a club who calls, and another account. */
interface OwnerAndAccount {
  readonly clubId: string;
  readonly ownerId: AccountId;
  readonly accountId: AccountId;
}

/** Reads the memberships of the calling owner and of another account in the same club, with one call. */
export async function findForOwner(table: Reads, { clubId, ownerId, accountId }: OwnerAndAccount) {
  const items = await table.getAll(
    [ownerId, accountId].map((of) => clubMembership.key({ accountId: of, clubId })),
  );
  const memberships = items.map(clubMembership.parse);
  const of = (id: AccountId) => memberships.find((membership) => membership.accountId === id);
  return { own: of(ownerId), membership: of(accountId) };
}

/**
 * Approves a request to join. Approving a member again changes nothing.
 * @param first the result of `findForOwner`. It is read again if a concurrent write changes the membership.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function approve(
  table: Table,
  of: OwnerAndAccount,
  first: Awaited<ReturnType<typeof findForOwner>>,
  at: Date,
): Promise<
  | { readonly kind: 'approved'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'member_not_found' }
> {
  const again = () => findForOwner(table, of);
  return finalOutcome(first, again, async ({ own, membership: found }) => {
    if (own?.role !== 'owner') return { kind: 'club_not_found' };
    if (!found) return { kind: 'member_not_found' };
    if (found.role !== 'requested') {
      // Nobody sees the membership of a closed account, also not its name.
      const closed = await table.transact({ account: accountIsOpen(found.accountId) });
      return closed ? { kind: 'member_not_found' } : { kind: 'approved', membership: found };
    }
    const membership: ClubMembership = { ...found, role: 'member', joinedAt: at.toISOString() };
    const refused = await table.transact({
      membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
      owner: stillOwner(own),
      account: accountIsOpen(membership.accountId),
    });
    if (!refused) return { kind: 'approved', membership };
    if (refused.owner) return { kind: 'club_not_found' };
    // Otherwise a concurrent request has approved, cancelled or changed the request.
    return refused.account ? { kind: 'member_not_found' } : undefined;
  });
}

/**
 * Reads one page of the members of a club or of the requests to join, the oldest first. Closed accounts are left out.
 */
export async function readMembers(
  table: Reads,
  clubId: string,
  role: 'member' | 'requested',
  page: PageRequest,
) {
  const { items, ...rest } = await readPage(table, membersOfClub(clubId, role), page);
  const memberships = items.map(clubMembership.parse);
  const closed = await readClosed(
    table,
    memberships.map(({ accountId }) => accountId),
  );
  return {
    members: memberships.filter(({ accountId }) => !closed.has(accountId)).map(presentMember),
    ...rest,
  };
}

/** Converts a membership to the form that the owner of the club sees. */
export function presentMember(member: ClubMembership): z.input<typeof ClubMember> {
  const { accountId, knownAs } = member;
  return { accountId, ...presentClubStanding(member), knownAs };
}

/** A transaction part that fails if the account no longer owns the club. */
export function stillOwner(of: { readonly accountId: AccountId; readonly clubId: string }): Part {
  return {
    ConditionCheck: {
      Key: clubMembership.key(of),
      ConditionExpression: '#role = :owner',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':owner': 'owner' },
    },
  };
}
