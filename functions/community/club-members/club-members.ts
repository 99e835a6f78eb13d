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

/** Members of clubs. A club's number of members moves in the transaction that makes or ends a membership. */
type Role = ClubMembership['role'];

/** The club and what the account is to it, side by side. */
export async function findMembership(table: Reads, clubId: string, accountId: AccountId) {
  const [one, membership] = await Promise.all([
    clubs.find(table, clubId),
    table.get(clubMembership.key({ accountId, clubId })),
  ]);
  return { club: one, membership: clubMembership.parseIfAny(membership) };
}

/** A public club is joined at once, a private one is asked. What is there already is the answer. */
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
  const there = clubMembership.parseIfAny(refused.membership?.item);
  if (there) return { kind: 'joined', membership: there };
  return { kind: refused.account ? 'account_closed' : 'club_not_found' };
}

/** A club that the caller owns, with what another account is to it. */
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

/** Makes an account that has asked to join a member; a member stays one. */
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
  const there = clubMembership.parseIfAny(refused.membership?.item);
  // A concurrent request approved it, the account took it back, or the account was closed.
  return there && there.role !== 'requested'
    ? { kind: 'approved', membership: there }
    : { kind: 'member_not_found' };
}

/** A page of the club's members, or of those who ask to join; without closed accounts. */
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

/** What the caller is to the club. */
/** What another account is to the club, for its owner. */
export function presentMembership(own: ClubMembership): z.input<typeof ShownMembership> {
  return { clubId: own.clubId, ...presentStanding(own) };
}

export function presentMember(member: ClubMembership): z.input<typeof ClubMember> {
  return { accountId: member.accountId, ...presentStanding(member) };
}

const presentStanding = ({ role, joinedAt }: ClubMembership) => ({
  status: role,
  ...(role === 'requested' ? { requestedAt: joinedAt } : { joinedAt }),
});

/** The condition that a club is still that of the owner who asks. */
export const OWNED = 'ownerId = :owner';

/** One more or fewer member, under a condition on the club. */
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
