import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listPlatformCampaigns } from './contract.ts';
import { listCampaignsOf } from './platform-campaigns.ts';

export const endpoint = implement(listPlatformCampaigns, {
  async handle({ caller, query }, { table, settings, clock }, reply) {
    const page = { caller, query, settings };
    return reply.ok(await listCampaignsOf(table, query.status, page, clock.now()));
  },
});

export const handler = lambda(endpoint);
