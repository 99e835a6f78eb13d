import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { refusalAtMerchant } from '../workspaces/roles.ts';
import { merchantReport } from './contract.ts';
import { presentMerchantReport, readReport } from './workspace-analytics-report.ts';

export const endpoint = implement(merchantReport, {
  load: ({ caller, params }, { table }) => refusalAtMerchant(table, caller.accountId, params.workspaceId),

  async handle({ params: { workspaceId }, query: period, found: refusal }, { table, clock }, reply) {
    if (refusal) return reply.refuse(refusal);
    const at = clock.now();
    const stored = await readReport(table, workspaceId, period, at);
    return reply.ok(presentMerchantReport(workspaceId, stored, period, at));
  },
});

export const handler = lambda(endpoint);
