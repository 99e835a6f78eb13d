import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnRequest } from '../access-requests/transitions.ts';
import { findVerification } from '../verifications/verifications.ts';
import { addRecord } from './contract.ts';
import { addPatientRecord } from './records.ts';

export const endpoint = implement(addRecord, {
  async load({ caller: { accountId }, params }, { table }) {
    const [request, verification] = await Promise.all([
      findOwnRequest(table, params.id, accountId),
      findVerification(table, accountId),
    ]);
    return { request, verification };
  },

  async handle({ caller, body, found }, { table, clock }, reply) {
    const use = { ...found, accountId: caller.accountId };
    const outcome = await addPatientRecord(table, use, body, clock);
    if (outcome.kind === 'added') return reply.created(outcome.record);
    return outcome.kind === 'added_before' ? reply.ok(outcome.record) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
