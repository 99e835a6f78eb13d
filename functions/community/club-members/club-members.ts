import type * as z from 'zod/mini';
import { membershipAsFound } from '../../../shared/community/departures.ts';
import { isShown } from '../../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  membersOfClub,
} from '../../../shared/community/participation.ts';
import { presentClubStanding } from '../../../shared/community/presenters.ts';
import { accountIsOpen, readClosed } from '../../../shared/identity/account.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
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
 * Joins a public club, or requests membership in a private one.
 * @param found the result of `findMembership`.
 * @returns the new membership, or the existing one in any role.
 */
export async function join(
  table: Table,
  accountId: AccountId,
  { club, membership: found }: Awaited<ReturnType<typeof findMembership>>,
  at: Date,
): Promise<
  | { readonly kind: 'joined'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'account_closed' }
> {
  if (!club || !isShown(club)) return { kind: 'club_not_found' };
  if (found) return { kind: 'joined', membership: found };
  const { id: clubId, visibility } = club;
  const role = visibility === 'public' ? 'member' : 'requested';
  const membership: ClubMembership = { accountId, clubId, role, visibility, joinedAt: at.toISOString() };
  const refused = await table.transact({
    membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(undefined) } },
    account: accountIsOpen(accountId),
  });
  if (!refused) return { kind: 'joined', membership };
  const existing = clubMembership.parseIfAny(refused.membership?.item);
  return existing ? { kind: 'joined', membership: existing } : { kind: 'account_closed' };
}

/** Checks whether an account owns a club. */
export async function isOwner(table: Reads, clubId: string, accountId: AccountId): Promise<boolean> {
  const own = clubMembership.parseIfAny(await table.get(clubMembership.key({ accountId, clubId })));
  return own?.role === 'owner';
}

/** Reads the memberships of the calling owner and of another account in the same club, with one call. */
export async function findForOwner(
  table: Reads,
  clubId: string,
  { ownerId, accountId }: { readonly ownerId: AccountId; readonly accountId: AccountId },
) {
  const items = await table.getAll(
    [ownerId, accountId].map((of) => clubMembership.key({ accountId: of, clubId })),
  );
  const memberships = items.map(clubMembership.parse);
  const of = (id: AccountId) => memberships.find((membership) => membership.accountId === id);
  return { own: of(ownerId), membership: of(accountId) };
}

/**
 * Approves a request to join. Approving a member again changes nothing.
 * @param found the result of `findForOwner`.
 */
export async function approve(
  table: Table,
  { own, membership: found }: Awaited<ReturnType<typeof findForOwner>>,
  at: Date,
): Promise<
  | { readonly kind: 'approved'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'member_not_found' }
> {
  if (own?.role !== 'owner') return { kind: 'club_not_found' };
  if (!found) return { kind: 'member_not_found' };
  if (found.role !== 'requested') return { kind: 'approved', membership: found };
  const membership: ClubMembership = { ...found, role: 'member', joinedAt: at.toISOString() };
  const refused = await table.transact({
    membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
    owner: stillOwner(own),
    account: accountIsOpen(membership.accountId),
  });
  if (!refused) return { kind: 'approved', membership };
  if (refused.owner) return { kind: 'club_not_found' };
  const existing = clubMembership.parseIfAny(refused.membership?.item);
  // A concurrent request has approved or cancelled the request, or the account was closed.
  return existing && existing.role !== 'requested'
    ? { kind: 'approved', membership: existing }
    : { kind: 'member_not_found' };
}

/**
 * Reads one page of the members of a club or of the requests to join, the oldest first. Closed accounts are left out.
 */
export async function readMembers(
  table: Reads,
  clubId: string,
  role: 'member' | 'requested',
  page: OpenedPage,
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
  return { accountId: member.accountId, ...presentClubStanding(member) };
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
