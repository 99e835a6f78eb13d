import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listHiddenAliases } from './contract.ts';
import { readHidden } from './exhibition-aliases.ts';

export const endpoint = implement(listHiddenAliases, {
  async handle({ caller, params, query }, { table, settings }, reply) {
    return reply.ok(await readHidden(table, params.code, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
