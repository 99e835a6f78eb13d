import { implement } from '../../shared/runtime/endpoint.ts';
import { publicLambda } from '../../shared/runtime/public-lambda.ts';
import { checkDeletionReceipt } from './contract.ts';
import { findReceipt } from './receipts.ts';

export const endpoint = implement(checkDeletionReceipt, {
  async handle({ body }, { table, clock }, reply) {
    const status = await findReceipt(table, body.receiptToken, clock.now());
    return status ? reply.ok(status) : reply.refuse('receipt_not_found');
  },
});

export const handler = publicLambda(endpoint);
