import {
  acceptance,
  certificate,
  invitation,
  type Membership,
  membership,
  workspace,
  workspacesOfAccount,
} from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';

/**
 * What an account is in workspaces, its medical certificates, and that it accepted invitations. A workspace that it
 * owned stays without an owner, until an administrator names another.
 */
export async function workspaceErasures(table: Reads, accountId: AccountId): Promise<TransactionParts[]> {
  const items = await table.query(workspacesOfAccount(accountId));
  return items.flatMap(erasuresOf);
}

function erasuresOf(item: StoredItem): TransactionParts[] {
  switch (String(item['sk']).split('#')[0]) {
    case 'MEMBER':
      return [ending(membership.parse(item))];
    case 'CERTIFICATE':
      return [{ certificate: { Delete: { Key: certificate.key(certificate.parse(item)) } } }];
    case 'ACCEPTED':
      return accepted(acceptance.parse(item));
    default:
      throw new Error('an item of an account that nothing erases');
  }
}

function ending(left: Membership): TransactionParts {
  const { accountId, workspaceId, role } = left;
  return {
    membership: { Delete: { Key: membership.key(left) } },
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

/** Reports leave the invitation out, which nothing connects with the account once its pointer is gone. */
function accepted(one: ReturnType<typeof acceptance.parse>): TransactionParts[] {
  return [
    {
      invitation: {
        Update: {
          Key: invitation.key(one),
          UpdateExpression: 'SET accountClosed = :true',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':true': true },
        },
      },
    },
    { pointer: { Delete: { Key: acceptance.key(one) } } },
  ];
}
