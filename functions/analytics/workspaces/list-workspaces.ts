import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listWorkspaces } from './contract.ts';
import { readWorkspaces } from './workspaces.ts';

export const endpoint = implement(listWorkspaces, {
  async handle({ caller, query }, { table, settings }, reply) {
    return reply.ok(await readWorkspaces(table, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
