import { type DeletionRequest, deletionRequest, type ErasedAccount } from '../../shared/items/deletion.ts';
import type { Table } from '../../shared/table/client.ts';
import { receiptParts } from './receipts.ts';
import { closes, findRequest } from './requests.ts';

/**
 * Closes an account again that a restored table shows as it was before its erasure. The request is the one of before,
 * and so is the receipt that its person holds.
 * @returns false when the table shows the erasure as completed already.
 */
export async function reopenErasure(table: Table, erased: ErasedAccount): Promise<boolean> {
  const { completedAt: _, ...before } = erased;
  const pending: DeletionRequest = { ...before, status: 'pending' };
  for (;;) {
    const found = await findRequest(table, erased.accountId);
    if (found?.status === 'completed') return false;
    const refused = await table.transact({
      standing: { Update: closes(erased.accountId, erased.requestedAt) },
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
    if (!refused) return true;
  }
}
