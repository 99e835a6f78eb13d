import { challenge, club, event } from '../items/community.ts';
import {
  aliasHolder,
  type ClubMembership,
  clubMembership,
  type Enrollment,
  type EventMembership,
  enrollment,
  eventMembership,
} from '../items/participation.ts';
import type { Key } from '../table/item.ts';
import type { Condition, Part, TransactionParts } from '../table/table.ts';
import { movedOnBoards } from './board-ranks.ts';

/** How an account leaves what it has joined: each departure is one set of parts. */

/** The account leaves a club or takes back its request to join; refused when the membership has changed since. */
export function leavingClub(found: ClubMembership): TransactionParts {
  const { clubId, role } = found;
  return {
    membership: { Delete: { Key: clubMembership.key(found), ...membershipAsFound(found) } },
    ...(role !== 'requested' && { club: oneFewer(club.key({ id: clubId })) }),
  };
}

/** The condition of a write to a membership that was found like this, or not at all. */
export function membershipAsFound(found: ClubMembership | undefined): Condition {
  if (!found) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const { role, entries } = found;
  return {
    ConditionExpression: `#role = :role AND ${
      entries === undefined ? 'attribute_not_exists(entries)' : 'entries = :entries'
    }`,
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ':entries': entries },
  };
}

/** The account leaves an exhibition; refused when it has left already. */
export function leavingEvent(found: EventMembership): TransactionParts {
  const { joinCode } = found;
  return {
    [`membership ${joinCode}`]: {
      Delete: { Key: eventMembership.key(found), ConditionExpression: 'attribute_exists(pk)' },
    },
    [`event ${joinCode}`]: oneFewer(event.key({ joinCode })),
  };
}

/** Ends an enrollment that is still as it was found: it counts nowhere any more. */
export function withdrawal(found: Enrollment, at: Date): TransactionParts {
  const { challengeId } = found;
  return {
    [`enrollment ${challengeId}`]: { Delete: { Key: enrollment.key(found), ...asFound(found) } },
    [`alias ${challengeId}`]: freeAlias(found),
    [`challenge ${challengeId}`]: oneFewer(challenge.key({ id: challengeId })),
    ...movedOnBoards(found, undefined, at),
  };
}

/** The condition of a write to an enrollment: refused when anything changed since it was read. */
export const asFound = ({ version }: Enrollment) => ({
  ConditionExpression: 'version = :version',
  ExpressionAttributeValues: { ':version': version },
});

const oneFewer = (Key: Key): Part => ({
  Update: {
    Key,
    UpdateExpression: 'SET memberCount = memberCount - :one',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

/** Nobody has the alias of an enrollment any more. It is free again, unless it is hidden: then nobody else may take it. */
export function freeAlias({ challengeId, foldedAlias: folded, aliasHiddenAt }: Enrollment): Part {
  const Key = aliasHolder.key({ challengeId, folded });
  return aliasHiddenAt ? { Update: { Key, UpdateExpression: 'REMOVE accountId' } } : { Delete: { Key } };
}
