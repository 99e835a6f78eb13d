import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnRequest } from '../access-requests/transitions.ts';
import { addRecord } from './contract.ts';
import { addPatientRecord } from './records.ts';

export const endpoint = implement(addRecord, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ caller, body, found }, { table, clock }, reply) {
    const outcome = await addPatientRecord(
      table,
      { request: found, practitionerId: caller.accountId },
      body,
      clock,
    );
    if (outcome.kind === 'added') return reply.created(outcome.record);
    return outcome.kind === 'added_before' ? reply.ok(outcome.record) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
