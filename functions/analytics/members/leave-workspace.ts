import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { leave } from '../workspaces/memberships.ts';
import { leaveWorkspace } from './contract.ts';

export const endpoint = implement(leaveWorkspace, {
  async handle({ caller: { accountId }, params: { workspaceId } }, { table, clock }, reply) {
    const outcome = await leave(table, { accountId, workspaceId }, clock.now());
    return outcome === 'left' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
