import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { renameWorkspace } from './contract.ts';
import { presentWorkspace, rename } from './workspaces.ts';

export const endpoint = implementAct(renameWorkspace, {
  async handle({ params, body }, { table }, reply) {
    const renamed = await rename(table, params.workspaceId, body.name);
    return renamed ? reply.ok(presentWorkspace(renamed)) : reply.refuse('workspace_not_found');
  },
});

export const handler = lambda(endpoint);
