import { deletionReceipt, deletionRequest } from '../../shared/deletion/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { days, fingerprint } from '../../shared/values/clock.ts';
import { fixedId } from './ids.ts';
import { LEAVER } from './people.ts';
import type { Times } from './times.ts';

/** The deletion receipt of the account that left. Real receipts have 256 random bits. */
const LEAVERS_RECEIPT = 'demo-receipt-of-someone-who-left';

/** One account whose deletion is pending. */
export function deletion({ ago, ahead }: Times): StoredItem[] {
  const request = {
    accountId: LEAVER,
    receiptHash: fingerprint(LEAVERS_RECEIPT),
    id: fixedId('deletion', 1),
    status: 'pending',
    receiptIssuedAt: ago(days(9)),
    requestedAt: ago(days(9)),
    receiptExpiresAt: ahead(days(171)),
    noticeVersion: '2026-01',
  } as const;
  return [deletionRequest.stored(request), deletionReceipt.stored(request)];
}
