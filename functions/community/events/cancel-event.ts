import { closeCampaignsOf } from '../../../shared/rewards/closing.ts';
import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedEvent } from '../presenters.ts';
import { events } from '../versioned-content.ts';
import { cancelEvent } from './contract.ts';
import { cancel } from './events.ts';

export const endpoint = implementAct(cancelEvent, {
  load: ({ params }, { table }) => events.find(table, params.code),

  async handle({ params, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.code] });
    const outcome = await cancel(table, params.code, found, clock.now());
    if (outcome.kind !== 'cancelled') return reply.refuse(outcome.kind);
    const { event } = outcome;
    const openReservations = await closeCampaignsOf(table, event.id, clock.now());
    return reply.ok({ event: presentManagedEvent(event), openReservations });
  },
});

export const handler = lambda(endpoint);
