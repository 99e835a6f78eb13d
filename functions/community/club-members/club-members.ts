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
import { onlyOnceADay, telling } from '../../../shared/notices/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, timeOrderedId } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { clubs } from '../versioned-content.ts';
import type { ClubMember, ListedStanding } from './contract.ts';

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
 * `knownAs`, even while the club is hidden. The name is told to the present owner of the club, and to no later one.
 * @param own `knownAs` is omitted to leave the name empty.
 * @param first the result of `findMembership`. It is read again if a concurrent write changes the membership.
 * @returns the new membership, or the existing one in any role.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function join(
  table: Table,
  { accountId, clubId, knownAs }: Pick<ClubMembership, 'accountId' | 'clubId' | 'knownAs'>,
  first: Awaited<ReturnType<typeof findMembership>>,
  clock: Clock,
): Promise<
  | { readonly kind: 'joined'; readonly membership: ClubMembership }
  | { readonly kind: 'club_not_found' | 'account_closed' }
> {
  const again = () => findMembership(table, clubId, accountId);
  return finalOutcome(first, again, async ({ club, membership: found }) => {
    const knownToOwnership = knownAs === undefined ? undefined : club?.ownershipId;
    if (found && found.knownAs === knownAs && found.knownToOwnership === knownToOwnership)
      return { kind: 'joined', membership: found };
    const joining = found ?? (club && isShown(club) && newMembership(club, accountId, clock));
    if (!joining) return { kind: 'club_not_found' };
    const membership: ClubMembership = { ...joining, knownAs, knownToOwnership };
    const parts = {
      membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
      account: accountIsOpen(accountId),
    };
    const ownerId = found ? undefined : club?.ownerId;
    const told = membership.role === 'requested' && ownerId ? tellingOwner(membership, ownerId) : {};
    let refused = await table.transact<string>({ ...parts, ...told });
    // The owner was told today. Joining and leaving again and again must not fill the owner's list.
    if (refused?.['once']) refused = await table.transact<string>(parts);
    if (!refused) return { kind: 'joined', membership };
    return refused['account'] ? { kind: 'account_closed' } : undefined;
  });
}

/** Tells the owner of a club that somebody asks to join, at most once a day for each person. */
const tellingOwner = ({ accountId, clubId, memberId, joinedAt: at }: ClubMembership, to: AccountId) => ({
  notice: telling('join_requested', { to, at, clubId, memberId }),
  once: onlyOnceADay(['join_requested', clubId, to, accountId], at),
});

function newMembership(
  { id: clubId, visibility }: Club,
  accountId: AccountId,
  { now, newId }: Clock,
): ClubMembership {
  const at = now();
  const role = visibility === 'public' ? 'member' : 'requested';
  const memberId = timeOrderedId(at, newId());
  return { accountId, clubId, memberId, role, visibility, joinedAt: at.toISOString() };
}

/** Finds the membership of the owner of a club; `undefined` if the account does not own it. */
export async function findOwnership(table: Reads, clubId: string, accountId: AccountId) {
  const own = clubMembership.parseIfAny(await table.get(clubMembership.key({ accountId, clubId })));
  return own?.role === 'owner' ? own : undefined;
}

/** The owner of a club who calls, and a member or a request to join. */
interface OwnerAndMember {
  readonly clubId: string;
  readonly ownerId: AccountId;
  readonly memberId: string;
}

/**
 * Reads the memberships of the calling owner and of a member concurrently. The index may lag, so each write compares what was
 * found.
 */
export async function findForOwner(table: Reads, { clubId, ownerId, memberId }: OwnerAndMember) {
  const inList = async (standing: z.infer<typeof ListedStanding>) =>
    (await table.query({ ...membersOfClub(clubId, standing), from: memberId, to: memberId }))[0];
  const [own, requested, member] = await Promise.all([
    findOwnership(table, clubId, ownerId),
    inList('requested'),
    inList('member'),
  ]);
  // A concurrent approval can move the request to the members after they were read and before the requests were.
  const found = requested ?? member ?? (await inList('member'));
  return { own, membership: clubMembership.parseIfAny(found) };
}

/**
 * Approves a request to join. Approving a member again changes nothing.
 * @param first the result of `findForOwner`. It is read again if a concurrent write changes the membership.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function approve(
  table: Table,
  of: OwnerAndMember,
  first: Awaited<ReturnType<typeof findForOwner>>,
  at: Date,
): Promise<
  | { readonly kind: 'approved'; readonly membership: ClubMembership; readonly own: ClubMembership }
  | { readonly kind: 'club_not_found' | 'member_not_found' }
> {
  const again = () => findForOwner(table, of);
  return finalOutcome(first, again, async ({ own, membership: found }) => {
    if (!own) return { kind: 'club_not_found' };
    if (!found) return { kind: 'member_not_found' };
    if (found.role !== 'requested') {
      // Nobody sees the membership of a closed account, also not its name.
      const changed = await table.transact({
        account: accountIsOpen(found.accountId),
        membership: stillAsFound(found),
      });
      if (!changed) return { kind: 'approved', membership: found, own };
      return changed.account ? { kind: 'member_not_found' } : undefined;
    }
    const membership: ClubMembership = { ...found, role: 'member', joinedAt: at.toISOString() };
    const refused = await table.transact({
      membership: { Put: { Item: clubMembership.stored(membership), ...membershipAsFound(found) } },
      owner: stillOwner(own),
      account: accountIsOpen(membership.accountId),
      notice: telling('club_admitted', {
        to: membership.accountId,
        at: membership.joinedAt,
        clubId: membership.clubId,
      }),
    });
    if (!refused) return { kind: 'approved', membership, own };
    if (refused.owner) return { kind: 'club_not_found' };
    // Otherwise a concurrent request has approved, cancelled or changed the request.
    return refused.account ? { kind: 'member_not_found' } : undefined;
  });
}

/**
 * Reads one page of the members of a club or of the requests to join, sorted by when they joined or asked to join. Closed accounts are left out.
 * @param own the membership of the owner who reads.
 */
export async function readMembers(
  table: Reads,
  own: ClubMembership,
  standing: z.infer<typeof ListedStanding>,
  page: PageRequest,
) {
  const { items, ...rest } = await readPage(table, membersOfClub(own.clubId, standing), page);
  const memberships = items.map(clubMembership.parse);
  const closed = await readClosed(
    table,
    memberships.map(({ accountId }) => accountId),
  );
  return {
    members: memberships
      .filter(({ accountId }) => !closed.has(accountId))
      .map((member) => presentMember(member, own)),
    ...rest,
  };
}

/** Converts a membership to the form that the owner of the club sees, who reads only a name that was told to this owner. */
export function presentMember(
  member: ClubMembership,
  { ownershipId }: Pick<ClubMembership, 'ownershipId'>,
): z.input<typeof ClubMember> {
  const { memberId, knownAs, knownToOwnership } = member;
  const isTold = ownershipId !== undefined && knownToOwnership === ownershipId;
  return { memberId, ...presentClubStanding(member), knownAs: isTold ? knownAs : undefined };
}

/** A transaction part that fails if a membership has changed since it was found. */
export function stillAsFound(found: ClubMembership): Part {
  return { ConditionCheck: { Key: clubMembership.key(found), ...membershipAsFound(found) } };
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
