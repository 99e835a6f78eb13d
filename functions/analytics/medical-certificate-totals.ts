import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { countCertificates, readForTotals } from './certificate-totals.ts';
import { medicalCertificateTotals } from './contract.ts';
import { findRole, findWorkspace } from './workspaces.ts';

export const endpoint = implement(medicalCertificateTotals, {
  async gather({ caller, params: { workspaceId } }, { table }) {
    const [workspace, role] = await Promise.all([
      findWorkspace(table, workspaceId),
      findRole(table, caller.accountId, workspaceId),
    ]);
    return { workspace, role };
  },

  async answer(
    { params: { workspaceId }, query: period, found: { workspace, role } },
    { table, clock },
    reply,
  ) {
    // To whom is not in it, a workspace is one that does not exist.
    if (workspace?.workspaceKind !== 'corporate' || role === undefined)
      return reply.refuse('workspace_not_found');
    if (role !== 'owner' && role !== 'hr_admin') return reply.refuse('not_workspace_officer');
    const stored = await readForTotals(table, workspaceId, period);
    return reply.ok(countCertificates(workspaceId, stored, period, clock.now()));
  },
});

export const handler = lambda(endpoint);
