import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { restockCampaign } from './contract.ts';
import { presentCampaign } from './platform-campaigns.ts';
import { addUnits, findForRestock } from './stock-changes.ts';

export const endpoint = implementAct(restockCampaign, {
  load: ({ params, body }, { table }) => findForRestock(table, { ...params, ...body }),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.campaignId] });
    const outcome = await addUnits(table, { ...params, ...body }, found, clock.now());
    return outcome.kind === 'done' ? reply.ok(presentCampaign(outcome.campaign)) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
