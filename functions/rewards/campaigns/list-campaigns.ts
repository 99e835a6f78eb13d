import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findClaims, findPublished, presentCampaigns } from './campaigns.ts';
import { listCampaigns } from './contract.ts';

export const endpoint = implement(listCampaigns, {
  async load({ caller }, { table, clock }) {
    const at = clock.now();
    const [published, claims] = await Promise.all([
      findPublished(table, at),
      findClaims(table, caller?.accountId),
    ]);
    return presentCampaigns(published, claims, at);
  },

  handle: async ({ found: campaigns }, _, reply) => reply.ok({ campaigns }),
});

export const handler = lambda(endpoint);
