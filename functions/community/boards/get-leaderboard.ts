import { isShown } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { challenges } from '../versioned-content.ts';
import { findVisibleClubOf } from '../visibility.ts';
import { getLeaderboard } from './contract.ts';
import { readLeaderboard } from './leaderboard.ts';

export const endpoint = implement(getLeaderboard, {
  load: ({ params }, { table }) => challenges.find(table, params.id),

  async handle({ caller, query: { limit, cursor }, found }, { table, settings }, reply) {
    const list = ['getLeaderboard', caller.accountId, found?.id ?? ''];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    const shown = found && isShown(found) ? found : undefined;
    const club = await findVisibleClubOf(table, shown, caller.accountId);
    if (!found || !club) return reply.refuse('challenge_not_found');
    return reply.ok(await readLeaderboard(table, found, page));
  },
});

export const handler = lambda(endpoint);
