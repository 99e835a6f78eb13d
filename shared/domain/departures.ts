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

/** The transaction parts with which an account leaves a club, an exhibition or a challenge. */

/** Leaves a club or withdraws the request to join. Fails when the membership has changed since it was read. */
export function leavingClub(found: ClubMembership): TransactionParts {
  const { clubId, role } = found;
  return {
    membership: { Delete: { Key: clubMembership.key(found), ...membershipAsFound(found) } },
    ...(role !== 'requested' && { club: oneFewer(club.key({ id: clubId })) }),
  };
}

/** The condition that a membership is still as it was found, or still missing. */
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

/** Leaves an exhibition. Fails when the account has already left. */
export function leavingEvent(found: EventMembership): TransactionParts {
  const { joinCode } = found;
  return {
    [`membership ${joinCode}`]: {
      Delete: { Key: eventMembership.key(found), ConditionExpression: 'attribute_exists(pk)' },
    },
    [`event ${joinCode}`]: oneFewer(event.key({ joinCode })),
  };
}

/** Deletes an enrollment that is still as it was found, and updates its counters. */
export function withdrawal(found: Enrollment, at: Date): TransactionParts {
  const { challengeId } = found;
  return {
    [`enrollment ${challengeId}`]: { Delete: { Key: enrollment.key(found), ...asFound(found) } },
    [`alias ${challengeId}`]: freeAlias(found),
    [`challenge ${challengeId}`]: oneFewer(challenge.key({ id: challengeId })),
    ...movedOnBoards(found, undefined, at),
  };
}

/** The condition that an enrollment has not changed since it was read. */
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

/** Releases the alias of an enrollment. A hidden alias stays taken without an account, so that nobody can use it. */
export function freeAlias({ challengeId, foldedAlias: folded, aliasHiddenAt }: Enrollment): Part {
  const Key = aliasHolder.key({ challengeId, folded });
  return aliasHiddenAt ? { Update: { Key, UpdateExpression: 'REMOVE accountId' } } : { Delete: { Key } };
}
