import { type DeletionRequest, deletionRequest } from '../../shared/items/deletion.ts';
import type { Table } from '../../shared/table/table.ts';
import { untilSettled } from '../../shared/table/until-settled.ts';
import { receiptParts } from './receipts.ts';
import { closes, findRequest } from './requests.ts';

/**
 * Closes an account again that a restored table shows as it was before its deletion was requested or done. The request
 * is the one in the ledger, with the receipt that its person holds.
 * @returns false when the table shows the erasure as completed already.
 */
export async function reopenErasure(table: Table, entry: DeletionRequest): Promise<boolean> {
  const { completedAt: _, ...request } = entry;
  const pending: DeletionRequest = { ...request, status: 'pending' };
  const find = () => findRequest(table, entry.accountId);
  return untilSettled(await find(), find, async (found) => {
    if (found?.status === 'completed') return false;
    const refused = await table.transact({
      standing: { Update: closes(entry.accountId, entry.requestedAt) },
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
