import { movedOnBoards } from '../../shared/domain/board-ranks.ts';
import { asFound } from '../../shared/domain/departures.ts';
import { type Enrollment, enrollment, enrollmentsOf } from '../../shared/items/participation.ts';
import { claim, claimsOf } from '../../shared/items/rewards.ts';
import {
  acceptance,
  certificate,
  invitation,
  membership,
  workspacesOfAccount,
} from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';

/**
 * What an account holds that reports and boards show to others, and how each is marked at its source when the
 * account closes. Writers of such items check in their own transaction that the account is open, so once it is
 * closed nothing new comes up; each mark can be made twice.
 */
export interface Mark {
  /** Written together or not at all. */
  readonly parts: TransactionParts;
  /** The parts to write instead when `parts` are refused because an item that they mark is gone. */
  readonly remnant?: TransactionParts;
}

/** A mark for everything that still shows. */
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
      .map((one) => mark(claim.key(one))),
    ...workspaces.flatMap(workspaceMarks),
    ...enrollments
      .map(enrollment.parse)
      .filter((one) => one.sharePublicDisplay || one.shareLeaderboard)
      .map((one) => takeOffBoards(one, at)),
  ];
}

function workspaceMarks(item: StoredItem): Mark[] {
  const [sort] = String(item['sk']).split('#');
  if (sort === 'ACCEPTED') {
    const accepted = acceptance.parse(item);
    // Without the pointer nothing connects the invitation with the account any more.
    const pointer = { [`pointer ${accepted.invitationId}`]: { Delete: { Key: acceptance.key(accepted) } } };
    return [{ parts: { ...mark(invitation.key(accepted)).parts, ...pointer }, remnant: pointer }];
  }
  const one = sort === 'MEMBER' ? membership.parse(item) : certificate.parse(item);
  return isUnmarked(one) ? [mark({ pk: String(item['pk']), sk: String(item['sk']) })] : [];
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

/** The alias leaves both boards. Refused when something was changed meanwhile: then it is looked up again. */
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
