import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { withdrawStock } from './contract.ts';
import { presentCampaign } from './platform-campaigns.ts';
import { findForWithdrawal, takeUnits } from './stock-changes.ts';

export const endpoint = implementAct(withdrawStock, {
  load: ({ params, body }, { table }) => findForWithdrawal(table, { ...params, ...body }),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.campaignId], reason: body.reason });
    const outcome = await takeUnits(table, { ...params, ...body }, found, clock.now());
    if (outcome.kind === 'done') return reply.ok(presentCampaign(outcome.campaign));
    return outcome.kind === 'too_few_free'
      ? reply.refuse(outcome.kind, `Only ${outcome.free} units are free.`)
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
