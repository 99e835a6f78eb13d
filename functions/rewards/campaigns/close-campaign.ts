import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { closeCampaign } from './contract.ts';
import { findCampaign, presentCampaign } from './platform-campaigns.ts';
import { close } from './publication.ts';

export const endpoint = implementAct(closeCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  async handle({ params, found }, { recording, clock }, reply) {
    const outcome = await close(recording({ on: [params.campaignId] }), found, clock.now());
    return outcome.kind === 'done' ? reply.ok(presentCampaign(outcome.campaign)) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
