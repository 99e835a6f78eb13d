import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { actListOf, readActs } from './acts.ts';
import { listAdministratorActs } from './contract.ts';

export const endpoint = implement(listAdministratorActs, {
  async handle({ caller, query }, { table, clock, settings }, reply) {
    const acts = actListOf(query, clock.now());
    return reply.ok(await readActs(table, acts, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
