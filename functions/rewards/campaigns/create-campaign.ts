import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { createCampaign } from './contract.ts';
import { createDraft, presentCampaign } from './platform-campaigns.ts';

export const endpoint = implementAct(createCampaign, {
  async handle({ body }, { table, clock }, reply) {
    const outcome = await createDraft(table, body, clock);
    return outcome.kind === 'created'
      ? reply.created(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
