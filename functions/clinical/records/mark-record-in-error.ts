import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnRequest } from '../access-requests/transitions.ts';
import { markRecordInError } from './contract.ts';
import { markInError } from './marks.ts';

export const endpoint = implement(markRecordInError, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ caller, params, body, found }, { table, clock }, reply) {
    const use = { request: found, accountId: caller.accountId };
    const { recordId } = params;
    const outcome = await markInError(table, use, { recordId, ...body }, clock);
    if (outcome.kind === 'corrected') return reply.done();
    return outcome.kind === 'marked' ? reply.ok(outcome.record) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
