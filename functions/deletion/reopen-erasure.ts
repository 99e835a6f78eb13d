import { type DeletionRequest, deletionRequest } from '../../shared/deletion/items.ts';
import { accountClosing } from '../../shared/identity/account.ts';
import { finalOutcome } from '../../shared/table/final-outcome.ts';
import type { Table } from '../../shared/table/table.ts';
import { receiptParts } from './receipts.ts';
import { findRequest } from './requests.ts';

/**
 * Closes an account again after the table was restored to a time before its deletion was requested or completed. The
 * request and its receipt come from the ledger, unless the person requested the deletion again after the restore: then
 * the table has the later receipt, and it stays valid.
 * @param entry the latest ledger entry of the account.
 * @returns false if the table shows the erasure as completed.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function reopenErasure(table: Table, entry: DeletionRequest): Promise<boolean> {
  const { completedAt: _, ...request } = entry;
  const recorded: DeletionRequest = { ...request, status: 'pending' };
  const find = () => findRequest(table, entry.accountId);
  return finalOutcome(await find(), find, async (found) => {
    if (found?.status === 'completed') return false;
    const pending = found && found.receiptIssuedAt > recorded.receiptIssuedAt ? found : recorded;
    const refused = await table.transact({
      standing: { Update: accountClosing(entry.accountId, pending.requestedAt) },
      request: {
        Put: {
          Item: deletionRequest.stored(pending),
          ...(found
            ? {
                ConditionExpression: 'receiptHash = :found AND #status = :pending',
                ExpressionAttributeNames: { '#status': 'status' },
                ExpressionAttributeValues: { ':found': found.receiptHash, ':pending': 'pending' },
              }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
      ...receiptParts(pending, found),
    });
    return refused ? undefined : true;
  });
}
