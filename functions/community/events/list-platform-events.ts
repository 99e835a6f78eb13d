import { event, eventsOfClub } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage, readPage } from '../../../shared/table/page.ts';
import { presentManagedEvent } from '../presenters.ts';
import { listPlatformEvents } from './contract.ts';

export const endpoint = implement(listPlatformEvents, {
  async handle({ caller, params: { id }, query: { limit, cursor } }, { table, settings }, reply) {
    const list = ['listPlatformEvents', id, caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    const range = { ...eventsOfClub(id), descending: true };
    const { items, ...rest } = await readPage(table, range, page);
    return reply.ok({ events: items.map((item) => presentManagedEvent(event.parse(item))), ...rest });
  },
});

export const handler = lambda(endpoint);
