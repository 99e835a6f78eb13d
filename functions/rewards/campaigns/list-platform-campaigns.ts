import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listPlatformCampaigns } from './contract.ts';
import { listCampaignsOf } from './platform-campaigns.ts';

export const endpoint = implement(listPlatformCampaigns, {
  async handle({ caller, query }, { table, settings }, reply) {
    return reply.ok(await listCampaignsOf(table, query.status, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
