import type * as z from 'zod/mini';
import { membershipAsFound } from '../../../shared/domain/departures.ts';
import { accountIsOpen, accountStanding } from '../../../shared/items/account.ts';
import { type Club, club, IS_SHOWN, isShown, shown } from '../../../shared/items/community.ts';
import { type ClubMembership, clubMembership, membersOfClub } from '../../../shared/items/participation.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { clubs } from '../versioned-content.ts';
import type { ClubMember, ClubMembership as ShownMembership } from './contract.ts';

/** The transaction that creates or ends a membership also updates the member count of the club. */
type Role = ClubMembership['role'];

/** Reads the club and the membership of an account concurrently. */
export async function findMembership(table: Reads, clubId: string, accountId: AccountId) {
  const [one, membership] = await Promise.all([
    clubs.find(table, clubId),
    table.get(clubMembership.key({ accountId, clubId })),
  ]);
  return { club: one, membership: clubMembership.parseIfAny(membership) };
}

/**
 * Joins a public club, or requests membership in a private one.
 * @param found the result of `findMembership`.
 * @returns the new membership, or the existing one in any role.
 */
export async function join(
  table: Table,
  accountId: AccountId,
  { club: one, membership: found }: Awaited<ReturnType<typeof findMembership>>,
  at: Date,
): Promise<
  | { readonly kind: 'joined'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'account_closed' }
> {
  if (!one || !isShown(one)) return { kind: 'club_not_found' };
  if (found) return { kind: 'joined', membership: found };
  const { id: clubId, visibility } = one;
  const role: Role = visibility === 'public' ? 'member' : 'requested';
  const membership: ClubMembership = { accountId, clubId, role, visibility, joinedAt: at.toISOString() };
  const refused = await table.transact({
    membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(undefined) } },
    club: role === 'member' ? countMember(one, 1, IS_SHOWN) : shown(club.key(one)),
    account: accountIsOpen(accountId),
  });
  if (!refused) return { kind: 'joined', membership };
  const existing = clubMembership.parseIfAny(refused.membership?.item);
  if (existing) return { kind: 'joined', membership: existing };
  return { kind: refused.account ? 'account_closed' : 'club_not_found' };
}

/** Finds a club and the membership of an account. If `ownerId` does not own the club, nothing is found. */
export async function findForOwner(
  table: Reads,
  {
    clubId,
    ownerId,
    accountId,
  }: { readonly clubId: string; readonly ownerId: AccountId; readonly accountId: AccountId },
) {
  const found = await findMembership(table, clubId, accountId);
  return found.club?.ownerId === ownerId ? found : { club: undefined, membership: undefined };
}

/**
 * Approves a request to join. Approving a member again changes nothing.
 * @param found the result of `findForOwner`.
 */
export async function approve(
  table: Table,
  { club: one, membership: found }: Awaited<ReturnType<typeof findForOwner>>,
  at: Date,
): Promise<
  | { readonly kind: 'approved'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'member_not_found' }
> {
  if (!one) return { kind: 'club_not_found' };
  if (!found) return { kind: 'member_not_found' };
  if (found.role !== 'requested') return { kind: 'approved', membership: found };
  const membership: ClubMembership = { ...found, role: 'member', joinedAt: at.toISOString() };
  const refused = await table.transact({
    membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
    club: countMember(one, 1, OWNED),
    account: accountIsOpen(membership.accountId),
  });
  if (!refused) return { kind: 'approved', membership };
  if (refused.club) return { kind: 'club_not_found' };
  const existing = clubMembership.parseIfAny(refused.membership?.item);
  // A concurrent request has approved or cancelled the request, or the account was closed.
  return existing && existing.role !== 'requested'
    ? { kind: 'approved', membership: existing }
    : { kind: 'member_not_found' };
}

/**
 * Reads one page of the members of a club or of the requests to join, the oldest first. Closed accounts are left out.
 */
export async function listMembers(
  table: Reads,
  clubId: string,
  role: 'member' | 'requested',
  page: OpenedPage,
) {
  const { items, ...rest } = await readPage(table, membersOfClub(clubId, role), page);
  const memberships = items.map(clubMembership.parse);
  const standings = (await table.getAll(memberships.map(accountStanding.key))).map(accountStanding.parse);
  const closed = new Set(standings.filter(({ closedAt }) => closedAt).map(({ accountId }) => accountId));
  return {
    members: memberships.filter(({ accountId }) => !closed.has(accountId)).map(presentMember),
    ...rest,
  };
}

/** Converts a membership to the form that its account sees. */
export function presentMembership(own: ClubMembership): z.input<typeof ShownMembership> {
  return { clubId: own.clubId, ...presentStanding(own) };
}

/** Converts a membership to the form that the owner of the club sees. */
export function presentMember(member: ClubMembership): z.input<typeof ClubMember> {
  return { accountId: member.accountId, ...presentStanding(member) };
}

const presentStanding = ({ role, joinedAt }: ClubMembership) => ({
  status: role,
  ...(role === 'requested' ? { requestedAt: joinedAt } : { joinedAt }),
});

/** The condition that the calling owner still owns the club. */
export const OWNED = 'ownerId = :owner';

/** The transaction part that adds or subtracts a member, under a condition on the club. */
export function countMember(
  { id, ownerId }: Pick<Club, 'id' | 'ownerId'>,
  more: 1 | -1,
  condition: typeof OWNED | typeof IS_SHOWN,
): Part {
  return {
    Update: {
      Key: club.key({ id }),
      UpdateExpression: 'SET memberCount = memberCount + :more',
      ConditionExpression: condition,
      ExpressionAttributeValues: { ':more': more, ...(condition === OWNED && { ':owner': ownerId }) },
    },
  };
}
