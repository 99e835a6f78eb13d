import * as z from 'zod/mini';
import { epochSeconds, indexList, kind, partition } from '../table/item.ts';
import { type CalendarDate, malaysianDate } from '../values/calendar.ts';
import { days, later } from '../values/clock.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';

/**
 * DELETION#REQUEST#<accountId> | REQUEST               the only deletion request of an account, and its valid receipt
 *   gsi1 DELETION#PENDING | <requestedAt>#<accountId>  while pending; afterwards ttl = the receipt's expiry
 * DELETION#RECEIPT#<sha256> | <receiptExpiresAt>       the response of the receipt check; ttl = its expiry
 *
 * In the ledger, a table of its own:
 * REQUESTED#<Malaysian day> | <accountId>              a request that was created, or got a new receipt, on that day
 * ERASED#<Malaysian day> | <accountId>                 an erasure that was completed on that day, and its receipt
 */
const Status = {
  id: Uuid,
  status: z.enum(['pending', 'completed']),
  requestedAt: Timestamp,
  completedAt: z.optional(Timestamp),
  receiptExpiresAt: Timestamp,
  noticeVersion: z.string(),
};

const Request = {
  accountId: AccountId,
  receiptHash: z.string(),
  /** Each receipt of an account is issued later than the one that it replaces. */
  receiptIssuedAt: Timestamp,
  ...Status,
};

/** The pending requests, sorted by creation time. */
export const pendingDeletions = indexList('gsi1', 'DELETION#PENDING');

export const deletionRequest = kind({
  prefix: 'DELETION#REQUEST#',
  shape: z.object(Request),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('DELETION#REQUEST#', accountId),
    sk: 'REQUEST',
  }),
  indexes: ({ accountId, status, requestedAt }) => ({
    gsi1: status === 'pending' ? { ...pendingDeletions, sk: `${requestedAt}#${accountId}` } : undefined,
  }),
  // A pending request has no TTL, because without it the account would never be erased.
  ttl: ({ status, receiptExpiresAt }) =>
    status === 'completed' ? epochSeconds(new Date(receiptExpiresAt)) : undefined,
});
export type DeletionRequest = ReturnType<typeof deletionRequest.parse>;

/** @param receiptHash the SHA-256 of a receipt, or of any text that was sent as one. */
export const receiptsWithHash = (receiptHash: string) => ({
  pk: partition('DELETION#RECEIPT#', receiptHash),
});

/**
 * A receipt contains no account id, so that neither its secret nor the stored receipts reveal an account. Its sort key is its
 * expiry: a query for later sort keys finds nothing for an expired receipt, exactly as for an unknown one.
 */
export const deletionReceipt = kind({
  prefix: 'DELETION#RECEIPT#',
  shape: z.object({ receiptHash: z.string(), ...Status }),
  key: ({ receiptHash, receiptExpiresAt }: { receiptHash: string; receiptExpiresAt: string }) => ({
    ...receiptsWithHash(receiptHash),
    sk: receiptExpiresAt,
  }),
  ttl: ({ receiptExpiresAt }) => epochSeconds(new Date(receiptExpiresAt)),
});

/** No backup is kept this long, so every restored table is newer than the oldest entry of the ledger. */
export const LEDGER_LIFE_DAYS = 90;
const ledgerEnd = (writtenAt: string) => epochSeconds(later(new Date(writtenAt), days(LEDGER_LIFE_DAYS)));

/** The ledger has one partition per day. A replay reads the days since the time of the restored table. */
export const deletionsRequestedOn = (day: CalendarDate) => ({ pk: partition('REQUESTED#', day) });
/** The same for completed erasures. */
export const accountsErasedOn = (day: CalendarDate) => ({ pk: partition('ERASED#', day) });

export const requestedDeletion = kind({
  prefix: 'REQUESTED#',
  shape: z.object(Request),
  key: ({ accountId, receiptIssuedAt }: { accountId: string; receiptIssuedAt: string }) => ({
    ...deletionsRequestedOn(malaysianDate(new Date(receiptIssuedAt))),
    sk: accountId,
  }),
  ttl: ({ receiptIssuedAt }) => ledgerEnd(receiptIssuedAt),
});

export const erasedAccount = kind({
  prefix: 'ERASED#',
  shape: z.object({ ...Request, completedAt: Timestamp }),
  key: ({ accountId, completedAt }: { accountId: AccountId; completedAt: string }) => ({
    ...accountsErasedOn(malaysianDate(new Date(completedAt))),
    sk: accountId,
  }),
  ttl: ({ completedAt }) => ledgerEnd(completedAt),
});
export type ErasedAccount = ReturnType<typeof erasedAccount.parse>;
