import { type ByHead, forHead, type StoredItem } from '../../shared/table/item.ts';
import type { TransactionParts } from '../../shared/table/table.ts';
import { invitation } from '../../shared/workspaces/invitations.ts';
import {
  acceptance,
  certificate,
  certificateDrafts,
  type Membership,
  membership,
  sharingConsent,
  workspace,
  workspacesOfAccount,
} from '../../shared/workspaces/items.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase the memberships, medical certificates, accepted invitations and consents of an account. A
 * workspace that it owned has no owner until an administrator assigns one.
 */
export const workspaceErasures: Erasures = async function* (table, accountId) {
  yield* stepsOf(table, workspacesOfAccount(accountId), (item) => forHead(erasures, item)(item));
  const Key = certificateDrafts.key({ accountId });
  if (await table.get(Key)) yield [{ parts: { drafts: { Delete: { Key } } } }];
};

const erasures: ByHead<'WORKSPACE#ACCOUNT#', (item: StoredItem) => ErasureStep[]> = {
  MEMBER: (item) => [{ parts: endMembership(membership.parse(item)), deletes: item }],
  CERTIFICATE: (item) => [
    {
      parts: { certificate: { Delete: { Key: certificate.key(certificate.parse(item)) } } },
      deletes: item,
    },
  ],
  CONSENTS: (item) => [
    { parts: { consent: { Delete: { Key: sharingConsent.key(sharingConsent.parse(item)) } } } },
  ],
  ACCEPTED: (item) => eraseAcceptance(acceptance.parse(item)).map((parts) => ({ parts })),
};

function endMembership(found: Membership): TransactionParts {
  const { accountId, workspaceId, role } = found;
  return {
    membership: { Delete: { Key: membership.key(found) } },
    ...(role === 'owner' && {
      workspace: {
        Update: {
          Key: workspace.key({ id: workspaceId }),
          UpdateExpression: 'REMOVE ownerId',
          ConditionExpression: 'ownerId = :owner',
          ExpressionAttributeValues: { ':owner': accountId },
        },
      },
    }),
  };
}

/**
 * Reports leave a marked invitation out. The pointer is deleted last, because it is the only link to the invitation.
 */
function eraseAcceptance(accepted: ReturnType<typeof acceptance.parse>): TransactionParts[] {
  return [
    {
      invitation: {
        Update: {
          Key: invitation.key(accepted),
          UpdateExpression: 'SET accountClosed = :true',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':true': true },
        },
      },
    },
    { pointer: { Delete: { Key: acceptance.key(accepted) } } },
  ];
}
