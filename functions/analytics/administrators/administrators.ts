import { accountStanding, administrators, becomesAdministrator } from '../../../shared/identity/account.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/**
 * Administrators grant and revoke the role. Each transaction also checks the role of the calling administrator, so if
 * two administrators revoke each other's role concurrently, only one succeeds.
 */
interface Change {
  readonly by: AccountId;
  readonly accountId: AccountId;
}

/** Reads one page of all administrators, sorted by account id. */
export async function readAdministrators(table: Reads, page: PageRequest) {
  const { items, ...rest } = await readPage(table, administrators, page);
  return {
    administrators: items.map((item) => {
      const { accountId, platformAdminSince } = accountStanding.parse(item);
      return { accountId, since: platformAdminSince };
    }),
    ...rest,
  };
}

/** Grants the administrator role to an account. Granting it again changes nothing. */
export async function grantRole(
  table: Table,
  { by, accountId }: Change,
  at: Date,
): Promise<'granted' | 'not_platform_admin' | 'account_is_closed'> {
  const refused = await table.transact({
    own: isAdministrator(by),
    // Administrators who grant the role to themselves already have it. Two parts on one item are not allowed.
    ...(accountId !== by && { granted: becomesAdministrator(accountId, at) }),
  });
  if (!refused) return 'granted';
  return refused.own ? 'not_platform_admin' : 'account_is_closed';
}

/** Revokes the role of another account. Administrators cannot revoke their own role, so at least one remains. */
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
        UpdateExpression: 'REMOVE platformAdmin, platformAdminSince, gsi1pk, gsi1sk',
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
