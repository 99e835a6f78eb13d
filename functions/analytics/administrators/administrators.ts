import { accountStanding, administrators, becomesAdministrator } from '../../../shared/items/account.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';

/**
 * Administrators make and unmake one another. Each such write asks for the caller's own role in its transaction, so of
 * two who take it from each other at once, one stays.
 */
interface Change {
  readonly by: AccountId;
  readonly accountId: AccountId;
}

/** A page of all administrators, by account id. */
export async function listAdministrators(table: Reads, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, administrators, page);
  return {
    administrators: items.map((item) => ({ accountId: accountStanding.parse(item).accountId })),
    ...rest,
  };
}

/** Makes an open account an administrator; one that is an administrator already stays one. */
export async function grantRole(
  table: Table,
  { by, accountId }: Change,
): Promise<'granted' | 'not_platform_admin' | 'account_is_closed'> {
  const refused = await table.transact({
    own: isAdministrator(by),
    // Administrators who grant the role to themselves have it already; the part `own` refuses anyone else.
    ...(accountId !== by && { granted: becomesAdministrator(accountId) }),
  });
  if (!refused) return 'granted';
  return refused.own ? 'not_platform_admin' : 'account_is_closed';
}

/** Takes the role from another account: nobody revokes their own, so one administrator always stays. */
export async function revokeRole(
  table: Table,
  { by, accountId }: Change,
): Promise<'revoked' | 'not_platform_admin' | 'own_role' | 'administrator_not_found'> {
  if (accountId === by) return 'own_role';
  const refused = await table.transact({
    own: isAdministrator(by),
    revoked: {
      Update: {
        Key: accountStanding.key({ accountId }),
        UpdateExpression: 'REMOVE platformAdmin, gsi1pk, gsi1sk',
        ConditionExpression: 'platformAdmin = :true',
        ExpressionAttributeValues: { ':true': true },
      },
    },
  });
  if (!refused) return 'revoked';
  return refused.own ? 'not_platform_admin' : 'administrator_not_found';
}

function isAdministrator(accountId: AccountId): Part {
  return {
    ConditionCheck: {
      Key: accountStanding.key({ accountId }),
      ConditionExpression: 'platformAdmin = :true',
      ExpressionAttributeValues: { ':true': true },
    },
  };
}
