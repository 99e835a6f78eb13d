import { challenge, isShown } from '../../../shared/community/items.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { findVisibleClubOf, readIfVisible } from '../../../shared/community/visibility.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getLeaderboard } from './contract.ts';
import { readLeaderboard } from './leaderboard.ts';

export const endpoint = implement(getLeaderboard, {
  async load({ caller: { accountId }, params: { id } }, { table }) {
    const keys = [challenge.key({ id }), enrollment.key({ accountId, challengeId: id })];
    const items = await table.getAll(keys);
    const found = challenge.parseIfAny(items.find(({ sk }) => sk === 'CHALLENGE'));
    return { challenge: found && isShown(found) ? found : undefined, isEnrolled: items.length > 1 };
  },

  async handle({ caller, query, found }, { table, settings }, reply) {
    const { challenge: shown, isEnrolled } = found;
    const ranks = await readIfVisible(shown, {
      isLikely: shown?.parentsShown || isEnrolled,
      isVisible: async () => (await findVisibleClubOf(table, shown, caller.accountId)) !== undefined,
      read: (of) => readLeaderboard(table, of, { caller, query, settings }),
    });
    return ranks ? reply.ok(ranks) : reply.refuse('challenge_not_found');
  },
});

export const handler = lambda(endpoint);
