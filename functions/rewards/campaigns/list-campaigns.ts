import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findPublished, presentCampaigns } from './campaigns.ts';
import { listCampaigns } from './contract.ts';

export const endpoint = implement(listCampaigns, {
  async load({ caller }, { table, clock }) {
    const at = clock.now();
    return presentCampaigns(await findPublished(table, caller?.accountId, at), at);
  },

  handle: async ({ found: campaigns }, _, reply) => reply.ok({ campaigns }),
});

export const handler = lambda(endpoint);
