import * as z from 'zod/mini';
import { indexList, kind, partition } from '../table/item.ts';
import type { Part, Reads } from '../table/table.ts';
import { AccountId, Timestamp } from '../values/resources.ts';

/**
 * An account exists without an item. It gets one when it receives a role or is closed.
 *
 * ACCOUNT#<accountId> | STANDING    roles of the platform, and when the account was closed
 *   gsi1 ACCOUNT#ADMINISTRATORS | <accountId>   while it is a platform administrator
 *   gsi1 ACCOUNT#CLOSING | <accountId>          while it is closed and not erased yet
 *
 * Closing an account removes its roles. Roles and closing are separate fields of one item, so every write is an update.
 */
export const administrators = indexList('gsi1', 'ACCOUNT#ADMINISTRATORS');

/** The accounts that are closed and not erased yet. They are few, because an erasure takes minutes. */
const closingAccounts = indexList('gsi1', 'ACCOUNT#CLOSING');

export const accountStanding = kind({
  prefix: 'ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    platformAdmin: z.optional(z.boolean()),
    platformAdminSince: z.optional(Timestamp),
    closedAt: z.optional(Timestamp),
    /** When the erasure was completed. */
    erasedAt: z.optional(Timestamp),
  }),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('ACCOUNT#', accountId),
    sk: 'STANDING',
  }),
  indexes: ({ accountId, platformAdmin, closedAt, erasedAt }) => {
    if (platformAdmin) return { gsi1: { ...administrators, sk: accountId } };
    return closedAt && !erasedAt ? { gsi1: { ...closingAccounts, sk: accountId } } : {};
  },
});

/** The update that closes an account and removes its administrator role. The time of the first closing is kept. */
export function accountClosing(accountId: AccountId, closedAt: string) {
  const { gsi1pk, gsi1sk } = accountStanding.stored({ accountId, closedAt });
  return {
    Key: accountStanding.key({ accountId }),
    UpdateExpression:
      'SET accountId = :account, closedAt = if_not_exists(closedAt, :now), gsi1pk = :gsi1pk, gsi1sk = :gsi1sk REMOVE platformAdmin, platformAdminSince, erasedAt',
    ExpressionAttributeValues: {
      ':account': accountId,
      ':now': closedAt,
      ':gsi1pk': gsi1pk,
      ':gsi1sk': gsi1sk,
    },
  };
}

/** The transaction part that states that nothing of a closed account is left. */
export const accountIsErased = (accountId: AccountId, erasedAt: string): Part => ({
  Update: {
    Key: accountStanding.key({ accountId }),
    UpdateExpression: 'SET erasedAt = :now REMOVE gsi1pk, gsi1sk',
    ExpressionAttributeValues: { ':now': erasedAt },
  },
});

/** Closed accounts that a list reads at most. If there are more, it reads the accounts that it names. */
const MAX_CLOSING = 200;

/**
 * Finds which of some accounts are closed, with one query as long as few accounts wait for their erasure. It may lag by
 * milliseconds. Nothing of an erased account is left that a list could name.
 */
export async function readClosed(table: Reads, accountIds: readonly AccountId[]): Promise<Set<AccountId>> {
  const closing = await table.query({ ...closingAccounts, limit: MAX_CLOSING });
  const standings =
    closing.length < MAX_CLOSING
      ? closing
      : await table.getAll(
          accountIds.map((accountId) => accountStanding.key({ accountId })),
          { consistent: false },
        );
  const closed = standings.map(accountStanding.parse).filter(({ closedAt }) => closedAt !== undefined);
  return new Set(closed.map(({ accountId }) => accountId));
}

/** A transaction part that fails when the account has been closed. */
export function accountIsOpen(accountId: AccountId): Part {
  return {
    ConditionCheck: {
      Key: accountStanding.key({ accountId }),
      ConditionExpression: 'attribute_not_exists(closedAt)',
    },
  };
}

/** A transaction part that makes an open account a platform administrator. A repeated grant keeps the time of the first one. */
export function becomesAdministrator(accountId: AccountId, at: Date) {
  const { gsi1pk, gsi1sk } = accountStanding.stored({ accountId, platformAdmin: true });
  return {
    Update: {
      Key: accountStanding.key({ accountId }),
      UpdateExpression:
        'SET accountId = :account, platformAdmin = :true, platformAdminSince = if_not_exists(platformAdminSince, :now), gsi1pk = :gsi1pk, gsi1sk = :gsi1sk',
      ConditionExpression: 'attribute_not_exists(closedAt)',
      ExpressionAttributeValues: {
        ':account': accountId,
        ':true': true,
        ':now': at.toISOString(),
        ':gsi1pk': gsi1pk,
        ':gsi1sk': gsi1sk,
      },
    },
  } satisfies Part;
}
