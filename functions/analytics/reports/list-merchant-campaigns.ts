import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { refusalAtMerchant } from '../workspaces/roles.ts';
import { listMerchantCampaigns } from './contract.ts';
import { listCampaignsOfMerchant } from './merchant-campaigns.ts';

export const endpoint = implement(listMerchantCampaigns, {
  load: ({ caller, params }, { table }) => refusalAtMerchant(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, query, found: refusal }, { table, clock, settings }, reply) {
    if (refusal) return reply.refuse(refusal);
    return reply.ok(
      await listCampaignsOfMerchant(table, params.workspaceId, { caller, query, settings }, clock.now()),
    );
  },
});

export const handler = lambda(endpoint);
