import type * as z from 'zod/mini';
import { type DeletionRequest, deletionReceipt, receiptsWithHash } from '../../shared/deletion/items.ts';
import type { Part, Reads } from '../../shared/table/table.ts';
import { fingerprint } from '../../shared/values/clock.ts';
import { type Presented, publicFields } from '../../shared/values/public-fields.ts';
import { DeletionReceiptStatus } from './contract.ts';

/**
 * Finds the deletion status for a receipt token. Every token costs exactly one query, so timing and cost do not reveal
 * whether it is known; the sort key of the query excludes expired receipts (interface, section 4.6).
 * @param secret the string that was sent as the receipt token, in any form.
 * @returns `undefined` for unknown, expired, replaced and malformed tokens.
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

/** Converts a stored request or receipt to its public form, which identifies neither the account nor the receipt. */
export const presentStatus = (
  stored: Omit<DeletionRequest, 'accountId' | 'receiptIssuedAt'>,
): Presented<typeof DeletionReceiptStatus> => publicFields(DeletionReceiptStatus, stored);

/** The transaction parts that write the receipt of `request` and delete that of `before` if its key differs. */
export function receiptParts(
  request: DeletionRequest,
  before: DeletionRequest | undefined,
): Record<string, Part> {
  const receipt: Part = { Put: { Item: deletionReceipt.stored(request) } };
  // DynamoDB rejects a transaction with two parts on one item.
  const isSamePlace =
    before?.receiptHash === request.receiptHash && before.receiptExpiresAt === request.receiptExpiresAt;
  return before && !isSamePlace
    ? { receipt, oldReceipt: { Delete: { Key: deletionReceipt.key(before) } } }
    : { receipt };
}
