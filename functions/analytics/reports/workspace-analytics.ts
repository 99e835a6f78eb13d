import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import { workspaceAnalytics } from './contract.ts';
import { presentReport, readReport } from './workspace-analytics-report.ts';

export const endpoint = implement(workspaceAnalytics, {
  load: ({ params }, { table }) => findWorkspace(table, params.workspaceId),

  async handle({ params: { workspaceId }, query: period, found }, { table, clock }, reply) {
    if (!found) return reply.refuse('workspace_not_found');
    const at = clock.now();
    const stored = await readReport(table, workspaceId, period, at);
    return reply.ok(presentReport(workspaceId, stored, period, at));
  },
});

export const handler = lambda(endpoint);
