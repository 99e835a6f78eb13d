import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedEvent } from '../presenters.ts';
import { createEvent } from './contract.ts';
import { findForEvent, makeEvent } from './events.ts';

export const endpoint = implementAct(createEvent, {
  load: ({ body }, { table }) => findForEvent(table, body.clubId),

  async handle({ body, found }, { recording, clock }, reply) {
    const outcome = await makeEvent(recording({ on: [body.joinCode, body.clubId] }), found, body, clock);
    return outcome.kind === 'made'
      ? reply.created(presentManagedEvent(outcome.event))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
