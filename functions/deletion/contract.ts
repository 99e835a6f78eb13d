import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { RECEIPT_DAYS, RECEIPT_DAYS_AFTER_COMPLETION } from '../../shared/limits.ts';
import { Timestamp, Uuid } from '../../shared/resources.ts';

export const DeletionReceiptStatus = z.strictObject({
  id: Uuid,
  status: z.enum(['pending', 'completed']),
  requestedAt: Timestamp,
  completedAt: z.optional(Timestamp),
  receiptExpiresAt: Timestamp,
  noticeVersion: z.string(),
});

const IssuedReceipt = z.strictObject({ request: DeletionReceiptStatus, receiptToken: z.string() });

export const requestDeletion = contract({
  operationId: 'requestDeletion',
  area: 'deletion',
  method: 'POST',
  path: '/v1/account/deletion',
  summary: "Request the deletion of the caller's account",
  description: `Closes the account at once: every other endpoint refuses it from then on. The receipt is shown this once; asked again before all is erased, the same request answers 200 with a new receipt that replaces the old one. A receipt is good until ${RECEIPT_DAYS} days after the request, or until ${RECEIPT_DAYS_AFTER_COMPLETION} days after completion.`,
  caller: 'account',
  session: 'fresh_password',
  admitsClosedAccounts: true,
  success: { 200: IssuedReceipt, 201: IssuedReceipt },
  refusals: { account_closed: [403, 'The account is deleted: nothing of it is left that could be.'] },
  settings: ['DELETION_NOTICE_VERSION'],
  touches: {
    table: {
      'ACCOUNT#': ['UpdateItem'],
      'DELETION#REQUEST#': ['GetItem', 'PutItem', 'UpdateItem'],
      'DELETION#RECEIPT#': ['PutItem', 'DeleteItem'],
      'REWARDS#ACCOUNT#': ['Query', 'UpdateItem'],
      'WORKSPACE#ACCOUNT#': ['Query', 'UpdateItem', 'DeleteItem'],
      'WORKSPACE#INVITATION#': ['UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
    ledger: { 'REQUESTED#': ['PutItem'] },
  },
});

export const checkDeletionReceipt = contract({
  operationId: 'checkDeletionReceipt',
  area: 'deletion',
  method: 'POST',
  path: '/v1/account/deletion/receipt',
  summary: 'Check an account deletion by its receipt',
  description:
    'Possession of the receipt is the only credential, and it authenticates no account; an Authorization header is not read. Any string reaches the one look-up: unknown, expired, replaced and malformed receipts get the same answer.',
  caller: 'nobody',
  body: z.strictObject({ receiptToken: z.string() }),
  success: { 200: DeletionReceiptStatus },
  refusals: { receipt_not_found: [404, 'There is no such receipt, or not any more.'] },
  watched: ['receipt_not_found'],
  touches: { table: { 'DELETION#RECEIPT#': ['Query'] } },
});
