import { event, eventsOfClub } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readPage } from '../../../shared/table/page.ts';
import { presentManagedEvent } from '../presenters.ts';
import { listPlatformEvents } from './contract.ts';

export const endpoint = implement(listPlatformEvents, {
  async handle({ caller, params: { id }, query }, { table, settings }, reply) {
    const range = { ...eventsOfClub(id), descending: true };
    const { items, ...rest } = await readPage(table, range, { caller, query, settings });
    return reply.ok({ events: items.map((item) => presentManagedEvent(event.parse(item))), ...rest });
  },
});

export const handler = lambda(endpoint);
