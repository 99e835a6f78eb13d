import type { Condition, Part, TransactionParts } from '../table/table.ts';
import { movedOnBoards } from './board-ranks.ts';
import { aliasHolder } from './boards.ts';
import {
  type ClubMembership,
  clubMembership,
  type Enrollment,
  type EventMembership,
  enrollment,
  eventMembership,
} from './participation.ts';

/** These functions return the transaction parts with which an account leaves a club, an exhibition or a challenge. */

/** Leaves a club or withdraws the request to join. Fails when the membership has changed since it was read. */
export function leavingClub(found: ClubMembership): TransactionParts {
  return { membership: { Delete: { Key: clubMembership.key(found), ...membershipAsFound(found) } } };
}

/** The condition that a membership is still as it was found, or still missing. */
export function membershipAsFound(
  found: ClubMembership | undefined,
): Condition & { readonly ConditionExpression: string } {
  if (!found) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const { memberId, role, entries, knownAs, knownToOwnership } = found;
  return {
    ConditionExpression: [
      'memberId = :member',
      '#role = :role',
      entries === undefined ? 'attribute_not_exists(entries)' : 'entries = :entries',
      // A membership is written as a whole, and a name that was withdrawn meanwhile must not return with it.
      knownAs === undefined ? 'attribute_not_exists(knownAs)' : 'knownAs = :knownAs',
      knownToOwnership === undefined
        ? 'attribute_not_exists(knownToOwnership)'
        : 'knownToOwnership = :ownership',
    ].join(' AND '),
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: {
      ':member': memberId,
      ':role': role,
      ':entries': entries,
      ':knownAs': knownAs,
      ':ownership': knownToOwnership,
    },
  };
}

/** Leaves an exhibition. Leaving it again changes nothing. */
export function leavingEvent(found: EventMembership): TransactionParts {
  return { [`membership ${found.joinCode}`]: { Delete: { Key: eventMembership.key(found) } } };
}

/** Deletes an enrollment that is still as it was found, with its alias and its ranks. */
export function withdrawal(found: Enrollment, at: Date): TransactionParts {
  const { challengeId } = found;
  return {
    [`enrollment ${challengeId}`]: { Delete: { Key: enrollment.key(found), ...asFound(found) } },
    [`alias ${challengeId}`]: freeAlias(found),
    ...movedOnBoards(found, undefined, at),
  };
}

/**
 * The condition that an enrollment has not changed since it was read. Versions start again when somebody withdraws and
 * enrolls again, which gives them another participant id.
 */
export const asFound = ({ version, participantId }: Enrollment) => ({
  ConditionExpression: 'version = :version AND participantId = :participant',
  ExpressionAttributeValues: { ':version': version, ':participant': participantId },
});

/** Releases the alias of an enrollment. A hidden alias stays taken without an account, so that nobody can use it. */
export function freeAlias({ challengeId, foldedAlias: folded, aliasHiddenAt }: Enrollment): Part {
  const Key = aliasHolder.key({ challengeId, folded });
  return aliasHiddenAt ? { Update: { Key, UpdateExpression: 'REMOVE accountId' } } : { Delete: { Key } };
}
