import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readAdministrators } from './administrators.ts';
import { listAdministrators } from './contract.ts';

export const endpoint = implement(listAdministrators, {
  async handle({ caller, query }, { table, settings }, reply) {
    return reply.ok(await readAdministrators(table, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
