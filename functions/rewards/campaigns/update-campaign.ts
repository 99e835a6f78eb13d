import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { MAX_UNITS_AT_ONCE } from '../../../shared/values/limits.ts';
import { change } from './changes.ts';
import { updateCampaign } from './contract.ts';
import { findCampaign, presentCampaign } from './platform-campaigns.ts';

export const endpoint = implementAct(updateCampaign, {
  load: ({ params }, { table }) => findCampaign(table, params.campaignId),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.campaignId] });
    const outcome = await change(table, params.campaignId, found, body, clock.now());
    if (outcome.kind === 'changed') return reply.ok(presentCampaign(outcome.campaign));
    if (outcome.kind === 'too_many_units') {
      const issue = { path: 'body.stockUnits', message: `must be at most ${MAX_UNITS_AT_ONCE}` };
      throw new RefusedRequest('invalid_request', { issues: [issue] });
    }
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
