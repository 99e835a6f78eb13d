import type * as z from 'zod/mini';
import { fingerprint } from '../../shared/clock.ts';
import { deletionReceipt } from '../../shared/items/deletion.ts';
import type { Reads } from '../../shared/table/client.ts';
import type { DeletionReceiptStatus } from './contract.ts';

/** One read, whatever the secret: what it costs and how long it takes must not tell a known one from another. */
export async function findReceipt(
  table: Reads,
  secret: string,
  at: Date,
): Promise<z.input<typeof DeletionReceiptStatus> | undefined> {
  const receipt = deletionReceipt.parseIfAny(
    await table.get(deletionReceipt.key({ receiptHash: fingerprint(secret) })),
  );
  if (!receipt || receipt.receiptExpiresAt <= at.toISOString()) return undefined;
  const { receiptHash: _, ...status } = receipt;
  return status;
}
