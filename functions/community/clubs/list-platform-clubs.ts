import { club, clubsInState } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readPage } from '../../../shared/table/page.ts';
import { presentManagedClub } from '../presenters.ts';
import { listPlatformClubs } from './contract.ts';

export const endpoint = implement(listPlatformClubs, {
  async handle({ caller, query }, { table, settings }, reply) {
    const { items, ...rest } = await readPage(table, clubsInState(query.state), { caller, query, settings });
    return reply.ok({ clubs: items.map((item) => presentManagedClub(club.parse(item))), ...rest });
  },
});

export const handler = lambda(endpoint);
