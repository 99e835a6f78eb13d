import {
  leavingClub,
  leavingEvent,
  membershipAsFound,
  withdrawal,
} from '../../shared/community/departures.ts';
import { club } from '../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  communityOfAccount,
  createdClubs,
  enrollment,
  eventMembership,
  exclusion,
} from '../../shared/community/participation.ts';
import { type ByHead, forHead, type StoredItem } from '../../shared/table/item.ts';
import type { TransactionParts } from '../../shared/table/table.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase an account in the community. It leaves clubs, exhibitions and challenges as if the person
 * had left them. A club that it owned has no owner until an administrator assigns one.
 */
export const communityErasures: Erasures = (table, accountId, at) =>
  stepsOf(table, communityOfAccount(accountId), (item) => [forHead(erasures, item)(item, at)]);

const erasures: ByHead<'COMMUNITY#ACCOUNT#', (item: StoredItem, at: Date) => ErasureStep> = {
  CHALLENGE: (item, at) => ({ parts: withdrawal(enrollment.parse(item), at), deletes: item }),
  EVENT: (item) => ({ parts: leavingEvent(eventMembership.parse(item)), deletes: item }),
  CLUB: (item) => {
    const membership = clubMembership.parse(item);
    return membership.role === 'owner'
      ? { parts: abandonClub(membership) }
      : { parts: leavingClub(membership), deletes: item };
  },
  EXCLUSION: (item) => ({
    parts: { exclusion: { Delete: { Key: exclusion.key(exclusion.parse(item)) } } },
  }),
  CREATED: (item) => ({
    parts: { created: { Delete: { Key: createdClubs.key(createdClubs.parse(item)) } } },
  }),
};

/** The owner becomes a member first and leaves in the next step, because that one also writes to the club. */
function abandonClub(membership: ClubMembership): TransactionParts {
  return {
    membership: {
      Put: {
        Item: clubMembership.stored({ ...membership, role: 'member' }),
        ...membershipAsFound(membership),
      },
    },
    club: {
      Update: {
        Key: club.key({ id: membership.clubId }),
        UpdateExpression: 'SET version = version + :one REMOVE ownerId',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  };
}
