import type * as z from 'zod/mini';
import { membershipAsFound } from '../../../shared/community/departures.ts';
import { type Club, club } from '../../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  createdClubs,
} from '../../../shared/community/participation.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { contributionRecord, ITEM_ROW } from '../../../shared/rollups/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Clock, timeOrderedId } from '../../../shared/values/clock.ts';
import { MAX_FOUNDED_CLUBS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { clubs, nextVersion } from '../versioned-content.ts';
import type { createPlatformClub } from './contract.ts';

/** A club has at most one owner, who is also a member. One transaction writes the club and the owner's membership. */

type NewClub = z.infer<typeof createPlatformClub.body>;

interface Founded {
  readonly kind: 'founded';
  readonly club: Club;
}

/**
 * Creates a social club for its owner. It is published immediately, but nobody sees it before it is reviewed.
 * @throws {TryAgain} if the new id is already in use.
 */
export async function foundSocialClub(
  table: Table,
  input: NewClub,
  { now, newId }: Clock,
): Promise<Founded | { readonly kind: 'account_closed' | 'too_many_clubs' }> {
  const at = now().toISOString();
  const accountId = input.ownerId;
  const created = newClub(input, { id: newId(), ownershipId: newId(), at, social: true, publishedAt: at });
  const refused = await table.transact({
    ...creationParts(created, input, newId),
    created: {
      Update: {
        Key: createdClubs.key({ accountId }),
        UpdateExpression: 'SET accountId = :account, clubs = if_not_exists(clubs, :none) + :one',
        ConditionExpression: 'attribute_not_exists(clubs) OR clubs < :most',
        ExpressionAttributeValues: {
          ':account': accountId,
          ':none': 0,
          ':one': 1,
          ':most': MAX_FOUNDED_CLUBS,
        },
      },
    },
  });
  if (!refused) return { kind: 'founded', club: created };
  if (refused.account) return { kind: 'account_closed' };
  if (refused.created) return { kind: 'too_many_clubs' };
  throw new TryAgain('collision');
}

/**
 * Creates a club of the platform as a draft that needs no review.
 * @throws {TryAgain} if the new id is already in use.
 */
export async function makePlatformClub(
  table: Table,
  { id, ...input }: NewClub & Pick<Club, 'id'>,
  { now, newId }: Clock,
): Promise<Founded | { readonly kind: 'owner_account_closed' }> {
  const at = now().toISOString();
  const created = newClub(input, { id, ownershipId: newId(), at, social: false, reviewedAt: at });
  const refused = await table.transact(creationParts(created, input, newId));
  if (!refused) return { kind: 'founded', club: created };
  if (refused.account) return { kind: 'owner_account_closed' };
  throw new TryAgain('collision');
}

function newClub(
  input: NewClub,
  {
    at,
    ...more
  }: Pick<Club, 'id' | 'ownershipId' | 'social' | 'publishedAt' | 'reviewedAt'> & { readonly at: string },
): Club {
  return { ...input, ...more, memberCount: 1, version: 1, createdAt: at, updatedAt: at };
}

function creationParts(created: Club, { ownerId: accountId, visibility }: NewClub, newId: () => string) {
  const { id: clubId, ownershipId, createdAt: joinedAt } = created;
  const membership = {
    accountId,
    clubId,
    memberId: timeOrderedId(new Date(joinedAt), newId()),
    role: 'owner',
    ownershipId,
    visibility,
    joinedAt,
  } as const;
  const owner = clubMembership.stored(membership);
  return {
    club: { Put: { Item: club.stored(created), ConditionExpression: 'attribute_not_exists(pk)' } },
    owner: { Put: { Item: owner } },
    record: { Put: { Item: recordOfOwner(created, owner) } },
    account: accountIsOpen(accountId),
  };
}

/** The owner is counted from the start, so the worker that keeps the number of members must not count them again. */
function recordOfOwner({ id, memberCount, createdAt }: Club, { pk, sk }: StoredItem): StoredItem {
  return contributionRecord.stored({
    owner: { kind: 'club', id },
    item: { pk: String(pk), sk: String(sk) },
    amounts: { [ITEM_ROW]: { memberCount } },
    revision: 1,
    settledAt: createdAt,
  });
}

/**
 * Assigns the owner of a club. The previous owner stays a member, and the new one becomes a member if necessary. The new owner
 * does not read the names that members told the previous one, because they belong to another ownership.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function assignOwner(
  table: Table,
  id: string,
  accountId: AccountId,
  { now, newId }: Clock,
): Promise<
  | { readonly kind: 'assigned'; readonly club: Club }
  | { readonly kind: 'club_not_found' | 'owner_account_closed' }
> {
  const find = () => clubs.find(table, id);
  return finalOutcome(await find(), find, async (current) => {
    if (!current) return { kind: 'club_not_found' };
    if (current.ownerId === accountId) return { kind: 'assigned', club: current };
    const [membership, previous] = await Promise.all([
      membershipOf(table, { accountId, clubId: id }),
      current.ownerId && membershipOf(table, { accountId: current.ownerId, clubId: id }),
    ]);
    // The owner's account is being erased: its membership is gone, but the club was read before that.
    if (current.ownerId && !previous) return undefined;
    const member = membership && membership.role !== 'requested' ? membership : undefined;
    const at = now();
    const ownershipId = newId();
    const joining = {
      accountId,
      clubId: id,
      memberId: membership?.memberId ?? timeOrderedId(at, newId()),
      visibility: current.visibility,
      joinedAt: at.toISOString(),
    };
    const next: ClubMembership = { ...(member ?? joining), role: 'owner', ownershipId };
    const { after, part } = nextVersion(clubs, current, { ownerId: accountId, ownershipId }, at);
    const refused = await table.transact({
      club: part,
      next: { Put: { Item: clubMembership.stored(next), ...membershipAsFound(membership) } },
      account: accountIsOpen(accountId),
      ...(previous && {
        previous: {
          Put: {
            Item: clubMembership.stored({ ...previous, role: 'member', ownershipId: undefined }),
            ...membershipAsFound(previous),
          },
        },
      }),
    });
    if (!refused) return { kind: 'assigned', club: after };
    if (refused.account) return { kind: 'owner_account_closed' };
    return undefined;
  });
}

async function membershipOf(table: Table, of: { readonly accountId: AccountId; readonly clubId: string }) {
  return clubMembership.parseIfAny(await table.get(clubMembership.key(of)));
}
