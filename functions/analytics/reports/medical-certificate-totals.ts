import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithRole, refusalWithout } from '../workspaces/roles.ts';
import { countCertificates, readCertificateDays } from './certificate-totals.ts';
import { medicalCertificateTotals } from './contract.ts';

export const endpoint = implement(medicalCertificateTotals, {
  load: ({ caller, params }, { table }) => findWithRole(table, caller.accountId, params.workspaceId),

  async handle(
    { params: { workspaceId }, query: period, found: { workspace, role } },
    { table, clock },
    reply,
  ) {
    if (workspace?.workspaceKind !== 'corporate') return reply.refuse('workspace_not_found');
    const refusal = refusalWithout('decidesOnCertificates', role);
    if (refusal) return reply.refuse(refusal);
    const at = clock.now();
    const stored = await readCertificateDays(table, workspaceId, period, at);
    return reply.ok(countCertificates(workspaceId, stored, period, at));
  },
});

export const handler = lambda(endpoint);
