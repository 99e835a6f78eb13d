import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listVerifications } from './contract.ts';
import { readVerifications } from './verifications.ts';

export const endpoint = implement(listVerifications, {
  async handle({ caller, query }, { table, settings }, reply) {
    return reply.ok(await readVerifications(table, query.practitionerId, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
