import { hiddenAlias, hidingAliases } from '../../../shared/community/boards.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { endOf } from '../../../shared/table/item.ts';
import { events } from '../versioned-content.ts';
import { lookAtHiddenAliases } from '../workers.ts';
import { finish, followUp } from './exhibition-aliases.ts';

/** Aliases of a run. The next run, a minute later, continues. */
const MAX_AT_ONCE = 200;

/** Looks again for enrollments that were in flight when an alias was hidden or shown, and continues what was interrupted. */
export const job: Job = {
  worker: lookAtHiddenAliases,
  async run({ table, clock }) {
    const now = clock.now();
    const due = await table.query({ ...hidingAliases, to: endOf(now.toISOString()), limit: MAX_AT_ONCE });
    let aliasesDone = 0;
    const failures = await eachByItself(due.map(hiddenAlias.parse), async (item) => {
      const event = await events.find(table, item.joinCode);
      if (event) await followUp(table, event, item, clock.now());
      await finish(table, item);
      aliasesDone += 1;
    });
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} aliases failed`, { aliasesDone });
    return { aliasesDone };
  },
};

export const handler = workerLambda(job);
