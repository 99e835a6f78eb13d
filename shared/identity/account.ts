import * as z from 'zod/mini';
import { indexList, kind, partition } from '../table/item.ts';
import type { Part } from '../table/table.ts';
import { AccountId, Timestamp } from '../values/resources.ts';

/**
 * An account exists without an item. It gets one when it receives a role or is closed.
 *
 * ACCOUNT#<accountId> | STANDING    roles of the platform, and when the account was closed
 *   gsi1 ACCOUNT#ADMINISTRATORS | <accountId>   while it is a platform administrator
 *
 * Closing an account removes its roles. Roles and closing are separate fields of one item, so every write is an update.
 */
export const administrators = indexList('gsi1', 'ACCOUNT#ADMINISTRATORS');

export const accountStanding = kind({
  prefix: 'ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    platformAdmin: z.optional(z.boolean()),
    closedAt: z.optional(Timestamp),
  }),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('ACCOUNT#', accountId),
    sk: 'STANDING',
  }),
  indexes: ({ accountId, platformAdmin }) => ({
    gsi1: platformAdmin ? { ...administrators, sk: accountId } : undefined,
  }),
});

/** A transaction part that fails when the account has been closed. */
export function accountIsOpen(accountId: AccountId): Part {
  return {
    ConditionCheck: {
      Key: accountStanding.key({ accountId }),
      ConditionExpression: 'attribute_not_exists(closedAt)',
    },
  };
}

/** A transaction part that makes an open account a platform administrator. */
export function becomesAdministrator(accountId: AccountId) {
  const { gsi1pk, gsi1sk } = accountStanding.stored({ accountId, platformAdmin: true });
  return {
    Update: {
      Key: accountStanding.key({ accountId }),
      UpdateExpression: 'SET accountId = :account, platformAdmin = :true, gsi1pk = :gsi1pk, gsi1sk = :gsi1sk',
      ConditionExpression: 'attribute_not_exists(closedAt)',
      ExpressionAttributeValues: {
        ':account': accountId,
        ':true': true,
        ':gsi1pk': gsi1pk,
        ':gsi1sk': gsi1sk,
      },
    },
  } satisfies Part;
}
