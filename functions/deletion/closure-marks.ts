import { movedOnBoards } from '../../shared/community/board-ranks.ts';
import { asFound } from '../../shared/community/departures.ts';
import { type Enrollment, enrollment, enrollmentsOf } from '../../shared/community/participation.ts';
import { claim, claimsOf } from '../../shared/rewards/items.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  acceptance,
  certificate,
  invitation,
  membership,
  workspacesOfAccount,
} from '../../shared/workspaces/items.ts';

/**
 * Reports and boards show items of an account to other people. When the account closes, each of these items gets a
 * mark, and reports and boards leave marked items out. Every transaction that creates such an item checks that the
 * account is open, so no new one appears after the closing. Making a mark twice is harmless.
 */
export interface Mark {
  /** Written together or not at all. */
  readonly parts: TransactionParts;
  /** Written instead if `parts` fail because an item no longer exists. */
  readonly remnant?: TransactionParts;
}

/** Finds all items of an account that still need a mark. */
export async function marksToMake(table: Reads, accountId: AccountId, at: Date): Promise<Mark[]> {
  const [workspaces, claims, enrollments] = await Promise.all([
    table.query(workspacesOfAccount(accountId)),
    table.query(claimsOf(accountId)),
    table.query(enrollmentsOf(accountId)),
  ]);
  return [
    ...claims
      .map(claim.parse)
      .filter(isUnmarked)
      .map((unmarked) => mark(claim.key(unmarked))),
    ...workspaces.flatMap(workspaceMarks),
    ...enrollments
      .map(enrollment.parse)
      .filter((enrolled) => enrolled.sharePublicDisplay || enrolled.shareLeaderboard)
      .map((enrolled) => takeOffBoards(enrolled, at)),
  ];
}

function workspaceMarks(item: StoredItem): Mark[] {
  const [sort] = String(item['sk']).split('#');
  if (sort === 'ACCEPTED') {
    const accepted = acceptance.parse(item);
    // The deletion of the pointer removes the only link between the invitation and the account.
    const pointer = { [`pointer ${accepted.invitationId}`]: { Delete: { Key: acceptance.key(accepted) } } };
    return [{ parts: { ...mark(invitation.key(accepted)).parts, ...pointer }, remnant: pointer }];
  }
  const stored = sort === 'MEMBER' ? membership.parse(item) : certificate.parse(item);
  return isUnmarked(stored) ? [mark({ pk: String(item['pk']), sk: String(item['sk']) })] : [];
}

function isUnmarked({ accountClosed }: { readonly accountClosed?: boolean | undefined }): boolean {
  return !accountClosed;
}

function mark(Key: Key): Mark {
  return {
    parts: {
      [`${Key.pk} ${Key.sk}`]: {
        Update: {
          Key,
          UpdateExpression: 'SET accountClosed = :true',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':true': true },
        },
      },
    },
  };
}

/**
 * Removes the alias from both boards. Fails if the enrollment has changed since it was read; the caller reads it again.
 */
function takeOffBoards(enrolled: Enrollment, at: Date): Mark {
  const consentless = {
    ...enrolled,
    shareLeaderboard: false,
    sharePublicDisplay: false,
    version: enrolled.version + 1,
  };
  return {
    parts: {
      [`enrollment ${enrolled.challengeId}`]: {
        Put: { Item: enrollment.stored(consentless), ...asFound(enrolled) },
      },
      ...movedOnBoards(enrolled, consentless, at),
    },
  };
}
