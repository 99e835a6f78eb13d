import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { leaveWorkspace } from './members-contract.ts';
import { leave } from './memberships.ts';

export const endpoint = implement(leaveWorkspace, {
  async handle({ caller: { accountId }, params: { workspaceId } }, { table, clock }, reply) {
    const outcome = await leave(table, { accountId, workspaceId }, clock.now());
    return outcome === 'left' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
