import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getWorkspace } from './contract.ts';
import { findWorkspace, presentWorkspace } from './workspaces.ts';

export const endpoint = implement(getWorkspace, {
  load: ({ params }, { table }) => findWorkspace(table, params.workspaceId),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentWorkspace(found)) : reply.refuse('workspace_not_found'),
});

export const handler = lambda(endpoint);
