import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { changeDraft, findCampaign, presentCampaign } from './platform-campaigns.ts';
import { updateCampaign } from './platform-contract.ts';

export const endpoint = implement(updateCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  async handle({ body, found }, { table, clock }, reply) {
    const outcome = await changeDraft(table, found, body, clock.now());
    return outcome.kind === 'changed'
      ? reply.ok(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
