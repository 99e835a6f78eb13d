import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedEvent } from '../presenters.ts';
import { events } from '../versioned-content.ts';
import { unpublishEvent } from './contract.ts';
import { setEventPublished } from './events.ts';

export const endpoint = implementAct(unpublishEvent, {
  load: ({ params }, { table }) => events.find(table, params.code),

  async handle({ params, found }, { recording, clock }, reply) {
    const at = clock.now();
    const after = await setEventPublished(recording({ on: [params.code] }), found, false, at);
    return after ? reply.ok(presentManagedEvent(after)) : reply.refuse('event_not_found');
  },
});

export const handler = lambda(endpoint);
