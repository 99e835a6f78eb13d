import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { change } from './changes.ts';
import { updateCampaign } from './contract.ts';
import { findCampaign, presentCampaign } from './platform-campaigns.ts';

export const endpoint = implementAct(updateCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.campaignId] });
    const outcome = await change(table, params.campaignId, found, body, clock.now());
    return outcome.kind === 'changed'
      ? reply.ok(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
