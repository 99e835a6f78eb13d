import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { assignOwner } from './contract.ts';
import { assignOwner as assign } from './ownership.ts';
import { findWithMembership } from './roles.ts';
import { presentWorkspace } from './workspaces.ts';

export const endpoint = implementAct(assignOwner, {
  load: ({ params, body }, { table }) => findWithMembership(table, body.accountId, params.workspaceId),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.workspaceId, body.accountId] });
    const outcome = await assign(table, { ...params, ...body }, found, clock);
    return outcome.kind === 'assigned'
      ? reply.ok(presentWorkspace(outcome.workspace))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
