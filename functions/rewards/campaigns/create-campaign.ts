import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { createCampaign } from './contract.ts';
import { createDraft, presentCampaign } from './platform-campaigns.ts';

export const endpoint = implementAct(createCampaign, {
  async handle({ body }, { recording, clock }, reply) {
    const id = clock.newId();
    const table = recording({ on: [id, body.merchantTenantId] });
    const outcome = await createDraft(table, { ...body, id }, clock.now());
    return outcome.kind === 'created'
      ? reply.created(presentCampaign(outcome.campaign))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
