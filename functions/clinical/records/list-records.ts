import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnRequest } from '../access-requests/transitions.ts';
import { listRecords } from './contract.ts';
import { readPatientRecords } from './records.ts';

export const endpoint = implement(listRecords, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ caller, query, found }, { table, clock, settings }, reply) {
    const use = { request: found, accountId: caller.accountId };
    const outcome = await readPatientRecords(table, use, { caller, query, settings }, clock);
    return outcome.kind === 'read' ? reply.ok(outcome.page) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
