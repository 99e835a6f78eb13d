import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listExclusions } from './contract.ts';
import { readExclusions } from './exclusions.ts';

export const endpoint = implement(listExclusions, {
  async handle({ caller, params: { id }, query }, { table, settings }, reply) {
    return reply.ok(await readExclusions(table, id, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
