import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { findCampaign, withStock } from './platform-campaigns.ts';
import { getPlatformCampaign } from './platform-contract.ts';

export const endpoint = implement(getPlatformCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  handle: async ({ found }, { table, clock }, reply) =>
    found ? reply.ok(await withStock(table, found, clock.now())) : reply.refuse('campaign_not_found'),
});

export const handler = lambda(endpoint);
