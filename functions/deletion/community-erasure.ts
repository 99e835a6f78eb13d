import { leavingClub, leavingEvent, withdrawal } from '../../shared/domain/departures.ts';
import { club } from '../../shared/items/community.ts';
import {
  type ClubMembership,
  clubMembership,
  communityOfAccount,
  createdClubs,
  enrollment,
  eventMembership,
} from '../../shared/items/participation.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';

/**
 * Finds the steps that erase an account in the community. It leaves clubs, exhibitions and challenges as if the person
 * had left them. A club that it owned has no owner until an administrator assigns one.
 * @returns one transaction for each step that is still to be done.
 */
export async function communityErasures(
  table: Reads,
  accountId: AccountId,
  at: Date,
): Promise<TransactionParts[]> {
  const items = await table.query(communityOfAccount(accountId));
  return items.map((item) => erasureOf(item, accountId, at));
}

function erasureOf(item: StoredItem, accountId: AccountId, at: Date): TransactionParts {
  switch (String(item['sk']).split('#')[0]) {
    case 'CHALLENGE':
      return withdrawal(enrollment.parse(item), at);
    case 'EVENT':
      return leavingEvent(eventMembership.parse(item));
    case 'CLUB': {
      const membership = clubMembership.parse(item);
      return membership.role === 'owner' ? abandonClub(membership) : leavingClub(membership);
    }
    case 'CREATED':
      return { created: { Delete: { Key: createdClubs.key({ accountId }) } } };
    default:
      throw new Error('an item of the account has an unknown sort key');
  }
}

function abandonClub(membership: ClubMembership): TransactionParts {
  return {
    ...leavingClub(membership),
    club: {
      Update: {
        Key: club.key({ id: membership.clubId }),
        UpdateExpression: 'SET version = version + :one REMOVE ownerId',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  };
}
