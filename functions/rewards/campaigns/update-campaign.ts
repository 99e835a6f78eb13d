import { implementAct } from '../../../shared/act-endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { change } from './changes.ts';
import { findCampaign, presentCampaign } from './platform-campaigns.ts';
import { updateCampaign } from './platform-contract.ts';

export const endpoint = implementAct(updateCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  async handle({ params, body, found }, { table, clock }, reply) {
    const outcome = await change(table, params.campaignId, found, body, clock.now());
    return outcome.kind === 'changed'
      ? reply.ok(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
