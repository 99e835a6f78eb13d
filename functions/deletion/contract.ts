import * as z from 'zod/mini';
import { contract } from '../../shared/contract/contract.ts';
import { RECEIPT_DAYS, RECEIPT_DAYS_AFTER_COMPLETION } from '../../shared/values/limits.ts';
import { Timestamp, Uuid } from '../../shared/values/resources.ts';

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
  description: `Closes the account immediately: every other endpoint refuses it from then on. The receipt token is returned only once. Until the erasure is complete, repeating the call returns 200 with the same request and a new receipt, and the old receipt becomes invalid. A receipt is valid for ${RECEIPT_DAYS} days after the request, and for at least ${RECEIPT_DAYS_AFTER_COMPLETION} days after the completion of the erasure. Access requests, notes and logs of patients keep naming a practitioner, with what was verified.`,
  caller: 'account',
  session: 'fresh_password',
  admitsClosedAccounts: true,
  success: { 200: IssuedReceipt, 201: IssuedReceipt },
  refusals: { account_closed: [403, 'The account has already been erased.'] },
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
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
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
  summary: 'Check the state of an account deletion with its receipt',
  description:
    'The receipt token is the only credential. It does not authenticate an account, and the Authorization header is ignored. Unknown, expired, replaced and malformed receipts all get the same response.',
  caller: 'nobody',
  body: z.strictObject({ receiptToken: z.string() }),
  success: { 200: DeletionReceiptStatus },
  refusals: { receipt_not_found: [404, 'The receipt is unknown or has expired.'] },
  watched: ['receipt_not_found'],
  touches: { table: { 'DELETION#RECEIPT#': ['Query'] } },
});
