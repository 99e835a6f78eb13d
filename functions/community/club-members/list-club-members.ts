import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { isOwner, readMembers } from './club-members.ts';
import { listClubMembers } from './contract.ts';

export const endpoint = implement(listClubMembers, {
  load: ({ caller, params }, { table }) => isOwner(table, params.id, caller.accountId),

  async handle({ caller, params: { id }, query, found: owns }, { table, settings }, reply) {
    const { standing, limit, cursor } = query;
    const list = ['listClubMembers', caller.accountId, id, standing];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    if (!owns) return reply.refuse('club_not_found');
    return reply.ok(await readMembers(table, id, standing, page));
  },
});

export const handler = lambda(endpoint);
