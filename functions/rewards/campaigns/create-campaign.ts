import { implementAct } from '../../../shared/act-endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { createDraft, presentCampaign } from './platform-campaigns.ts';
import { createCampaign } from './platform-contract.ts';

export const endpoint = implementAct(createCampaign, {
  async handle({ body }, { table, clock }, reply) {
    const outcome = await createDraft(table, body, clock);
    return outcome.kind === 'created'
      ? reply.created(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
