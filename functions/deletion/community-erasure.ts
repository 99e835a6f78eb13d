import {
  leavingClub,
  leavingEvent,
  membershipAsFound,
  withdrawal,
} from '../../shared/community/departures.ts';
import { type Club, club, eventsOfClub, latestEvents } from '../../shared/community/items.ts';
import {
  type ClubMembership,
  clubMembership,
  communityOfAccount,
  createdClubs,
  enrollment,
  enrollmentConsents,
  eventMembership,
  exclusion,
  membersOfClub,
} from '../../shared/community/participation.ts';
import { ClubStanding } from '../../shared/community/schemas.ts';
import { contributionRecord } from '../../shared/rollups/items.ts';
import { type ByHead, forHead, type StoredItem } from '../../shared/table/item.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase an account in the community. It leaves clubs, exhibitions and challenges as if the person
 * had left them. A club that it owned has no owner until an administrator assigns one. A private club that the person founded,
 * that others never saw, and to which nobody else belongs, is erased with its texts.
 */
export const communityErasures: Erasures = (table, accountId, at) =>
  stepsOf(table, communityOfAccount(accountId), async (item) => [
    await forHead(erasures, item)(item, { table, at }),
  ]);

interface Tools {
  readonly table: Reads;
  readonly at: Date;
}

const erasures: ByHead<
  'COMMUNITY#ACCOUNT#',
  (item: StoredItem, tools: Tools) => ErasureStep | Promise<ErasureStep>
> = {
  CHALLENGE: (item, { at }) => ({ parts: withdrawal(enrollment.parse(item), at), deletes: item }),
  EVENT: (item) => ({ parts: leavingEvent(eventMembership.parse(item)), deletes: item }),
  CLUB: async (item, { table }) => {
    const membership = clubMembership.parse(item);
    const forgotten = membership.visibility === 'private' && (await clubOfNobodyElse(table, membership));
    if (forgotten) return { parts: erasureOfClub(forgotten, membership) };
    return membership.role === 'owner'
      ? { parts: abandonClub(membership) }
      : { parts: leavingClub(membership), deletes: item };
  },
  EXCLUSION: (item) => ({
    parts: { exclusion: { Delete: { Key: exclusion.key(exclusion.parse(item)) } } },
  }),
  CONSENTS: (item) => ({
    parts: {
      consents: { Delete: { Key: enrollmentConsents.key(enrollmentConsents.parse(item)) } },
    },
  }),
  CREATED: (item) => ({
    parts: { created: { Delete: { Key: createdClubs.key(createdClubs.parse(item)) } } },
  }),
};

/**
 * Finds the club of a membership if a person founded it, nobody else ever saw it, and it has no exhibition and no other member
 * or request to join.
 */
async function clubOfNobodyElse(table: Reads, { clubId }: ClubMembership): Promise<Club | undefined> {
  const found = club.parseIfAny(await table.get(club.key({ id: clubId })));
  if (!found?.social || found.firstShownAt) return undefined;
  const events = await table.query({ ...eventsOfClub(clubId), limit: 1 });
  const people: StoredItem[] = [];
  for (const role of ClubStanding.options) {
    people.push(...(await table.query({ ...membersOfClub(clubId, role), limit: 2 })));
  }
  return events.length === 0 && people.length <= 1 ? found : undefined;
}

/**
 * Deletes a club that has not changed since it was read, with its last membership, which no counter includes then. An index may
 * not show a new exhibition yet, so the transaction fails if the club has ever had one.
 */
function erasureOfClub({ id, version }: Club, membership: ClubMembership): TransactionParts {
  const owner = { kind: 'club', id } as const;
  const item = clubMembership.key(membership);
  return {
    membership: { Delete: { Key: item, ...membershipAsFound(membership) } },
    record: { Delete: { Key: contributionRecord.key({ owner, item }) } },
    club: {
      Delete: {
        Key: club.key({ id }),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': version },
      },
    },
    events: {
      ConditionCheck: {
        Key: latestEvents.key({ clubId: id }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  };
}

/** The owner becomes a member first and leaves in the next step, because that one also writes to the club. */
function abandonClub(membership: ClubMembership): TransactionParts {
  return {
    membership: {
      Put: {
        Item: clubMembership.stored({ ...membership, role: 'member', ownershipId: undefined }),
        ...membershipAsFound(membership),
      },
    },
    club: {
      Update: {
        Key: club.key({ id: membership.clubId }),
        UpdateExpression: 'SET version = version + :one REMOVE ownerId, ownershipId',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  };
}
