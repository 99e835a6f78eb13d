import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getPlatformCampaign } from './contract.ts';
import { findCampaign, withStock } from './platform-campaigns.ts';

export const endpoint = implement(getPlatformCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  handle: async ({ found }, { table, clock }, reply) =>
    found ? reply.ok(await withStock(table, found, clock.now())) : reply.refuse('campaign_not_found'),
});

export const handler = lambda(endpoint);
