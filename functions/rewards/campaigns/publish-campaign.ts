import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { publishCampaign } from './contract.ts';
import { presentCampaign } from './platform-campaigns.ts';
import { findForPublication, publish } from './publication.ts';

export const endpoint = implementAct(publishCampaign, {
  load: ({ params }, { table }) => findForPublication(table, params.campaignId),

  async handle({ params, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.campaignId] });
    const outcome = await publish(table, params.campaignId, found, clock.now());
    return outcome.kind === 'done' ? reply.ok(presentCampaign(outcome.campaign)) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
