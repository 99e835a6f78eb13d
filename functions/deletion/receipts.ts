import type * as z from 'zod/mini';
import { fingerprint } from '../../shared/clock.ts';
import { type DeletionRequest, deletionReceipt, receiptPartition } from '../../shared/items/deletion.ts';
import type { Part, Reads } from '../../shared/table/client.ts';
import type { DeletionReceiptStatus } from './contract.ts';

/**
 * One read, whatever the secret: what it costs and how long it takes must not tell a known one from another. So an
 * expired receipt is not even read.
 */
export async function findReceipt(
  table: Reads,
  secret: string,
  at: Date,
): Promise<z.input<typeof DeletionReceiptStatus> | undefined> {
  const [item] = await table.query({
    pk: receiptPartition(fingerprint(secret)),
    after: at.toISOString(),
    limit: 1,
  });
  if (!item) return undefined;
  const { receiptHash: _, ...status } = deletionReceipt.parse(item);
  return status;
}

/** The receipt of a request as it is now, in the place of the one that it was, which may lie elsewhere. */
export function receiptParts(
  request: DeletionRequest,
  before: DeletionRequest | undefined,
): Record<string, Part> {
  const receipt: Part = { Put: { Item: deletionReceipt.stored(request) } };
  // A transaction takes one part for each item.
  const isSamePlace =
    before?.receiptHash === request.receiptHash && before.receiptExpiresAt === request.receiptExpiresAt;
  return before && !isSamePlace
    ? { receipt, oldReceipt: { Delete: { Key: deletionReceipt.key(before) } } }
    : { receipt };
}
