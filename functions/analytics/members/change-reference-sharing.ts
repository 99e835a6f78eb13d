import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { shareOwnReference } from '../workspaces/memberships.ts';
import { changeReferenceSharing } from './contract.ts';

export const endpoint = implement(changeReferenceSharing, {
  async handle({ caller: { accountId }, params: { workspaceId }, body }, { table }, reply) {
    const outcome = await shareOwnReference(table, { accountId, workspaceId }, body.shareReference);
    return outcome === 'changed' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
