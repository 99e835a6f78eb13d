import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithRole, refusalWithout } from '../workspaces/roles.ts';
import { listCertificates } from './contract.ts';
import { listShared } from './shared-certificates.ts';

export const endpoint = implement(listCertificates, {
  load: ({ caller, params }, { table }) => findWithRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, query, found: { workspace, role } }, { table, settings }, reply) {
    if (workspace?.workspaceKind !== 'corporate') return reply.refuse('workspace_not_found');
    const refusal = refusalWithout('decidesOnCertificates', role);
    if (refusal) return reply.refuse(refusal);
    return reply.ok(await listShared(table, params.workspaceId, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
