import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { renameWorkspace } from './contract.ts';
import { presentWorkspace, rename } from './workspaces.ts';

export const endpoint = implementAct(renameWorkspace, {
  async handle({ params, body }, { recording }, reply) {
    const renamed = await rename(recording({ on: [params.workspaceId] }), params.workspaceId, body.name);
    return renamed ? reply.ok(presentWorkspace(renamed)) : reply.refuse('workspace_not_found');
  },
});

export const handler = lambda(endpoint);
