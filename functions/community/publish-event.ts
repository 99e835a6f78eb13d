import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { publishEvent } from './activity-contract.ts';
import { events, setPublished } from './content.ts';
import { presentManagedEvent } from './present.ts';

export const endpoint = implement(publishEvent, {
  gather: ({ params }, { table }) => events.find(table, params.code),

  async answer({ found }, { table, clock }, reply) {
    const at = clock.now();
    const after = await setPublished(table, events, found, true, at);
    return after ? reply.ok(presentManagedEvent(after)) : reply.refuse('event_not_found');
  },
});

export const handler = lambda(endpoint);
