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
 * What an account has in the community, and how each goes: it leaves whatever it joined as if it had left itself. A club
 * that it owned stays without an owner, until an administrator names another.
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
      return membership.role === 'owner' ? abandoning(membership) : leavingClub(membership);
    }
    case 'CREATED':
      return { created: { Delete: { Key: createdClubs.key({ accountId }) } } };
    default:
      throw new Error('an item of an account that nothing erases');
  }
}

function abandoning(membership: ClubMembership): TransactionParts {
  return {
    ...leavingClub(membership),
    club: {
      Update: {
        Key: club.key({ id: membership.clubId }),
        UpdateExpression: 'SET memberCount = memberCount - :one, version = version + :one REMOVE ownerId',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  };
}
