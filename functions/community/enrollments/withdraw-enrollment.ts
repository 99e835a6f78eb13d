import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { withdrawEnrollment } from './contract.ts';
import { withdraw } from './enrollments.ts';

export const endpoint = implement(withdrawEnrollment, {
  async handle({ caller, params }, { table, clock }, reply) {
    await withdraw(table, params.id, caller.accountId, clock.now());
    return reply.done();
  },
});

export const handler = lambda(endpoint);
