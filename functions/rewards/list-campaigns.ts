import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { findPublished, presentCampaigns } from './campaigns.ts';
import { listCampaigns } from './contract.ts';

export const endpoint = implement(listCampaigns, {
  load: ({ caller }, { table }) => findPublished(table, caller?.accountId),

  async handle({ found }, { table, clock }, reply) {
    return reply.ok({ campaigns: await presentCampaigns(table, found, clock.now()) });
  },
});

export const handler = lambda(endpoint);
