import { displayOf, displayRank } from '../../../shared/community/boards.ts';
import { type Challenge, challenge, startedActivities } from '../../../shared/community/items.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { queryTogether } from '../../../shared/table/query-together.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { DISPLAY_TOP } from '../../../shared/values/limits.ts';
import { writeLastShownSteps } from '../workers.ts';

/**
 * Writes into each live challenge the steps of the last rank that its display shows: a number without a name. Step reports read
 * it together with the challenge, and decide by it when the phone should report again.
 */
export const job: Job = {
  worker: writeLastShownSteps,
  async run({ table, clock }) {
    const live = await table.query({ ...startedActivities('CHALLENGE'), from: clock.now().toISOString() });
    let challengesWritten = 0;
    const failures = await eachByItself(live, async (stored) => {
      const item = challenge.parse(stored);
      const lastShownSteps = await findLastShownSteps(table, item);
      if (lastShownSteps === (item.lastShownSteps ?? 0)) return;
      const exists = { ConditionExpression: 'attribute_exists(pk)' };
      await table.transact({
        challenge: { Update: { Key: challenge.key(item), ...assigning({ lastShownSteps }, exists) } },
      });
      challengesWritten += 1;
    });
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} challenges failed`, { challengesWritten });
    return { challengesWritten };
  },
};

/** @returns 0 while the display has room for another rank */
async function findLastShownSteps(table: Reads, of: Challenge): Promise<number> {
  // The numbers of a display precede its ranks.
  const items = await queryTogether(table, displayOf(of), {
    limit: DISPLAY_TOP + 1,
    distinct: 'participantId',
  });
  const last = items.filter(({ sk }) => sk !== 'COUNT')[DISPLAY_TOP - 1];
  return displayRank.parseIfAny(last)?.steps ?? 0;
}

export const handler = workerLambda(job);
