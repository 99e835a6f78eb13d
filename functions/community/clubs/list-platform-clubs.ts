import { club, clubsInState } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage, readPage } from '../../../shared/table/page.ts';
import { presentManagedClub } from '../presenters.ts';
import { listPlatformClubs } from './contract.ts';

export const endpoint = implement(listPlatformClubs, {
  async handle({ caller, query: { state, limit, cursor } }, { table, settings }, reply) {
    const list = ['listPlatformClubs', state, caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    const { items, ...rest } = await readPage(table, clubsInState(state), page);
    return reply.ok({ clubs: items.map((item) => presentManagedClub(club.parse(item))), ...rest });
  },
});

export const handler = lambda(endpoint);
