import type * as z from 'zod/mini';
import { fingerprint } from '../../shared/clock.ts';
import { type DeletionRequest, deletionReceipt, receiptsWithHash } from '../../shared/items/deletion.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { Part, Reads } from '../../shared/table/table.ts';
import { DeletionReceiptStatus } from './contract.ts';

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
    ...receiptsWithHash(fingerprint(secret)),
    after: at.toISOString(),
    limit: 1,
  });
  return item && presentStatus(deletionReceipt.parse(item));
}

/** How far a deletion is: nothing in it leads to the account or to the receipt. */
export const presentStatus = (
  stored: Omit<DeletionRequest, 'accountId' | 'receiptIssuedAt'>,
): z.input<typeof DeletionReceiptStatus> => publicFields(DeletionReceiptStatus, stored);

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
