import { type Counted, isUnreadable, settle } from '../../../shared/rollups/settle.ts';
import { type Job, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { affectedBy } from './changes.ts';
import { rollUp } from './workers.ts';

export const job: Job = {
  worker: rollUp,
  async onChanges(changes, { table, clock }) {
    const affected: Counted[] = [];
    let itemsSkipped = 0;
    for (const change of changes) {
      try {
        affected.push(...(await affectedBy(table, change)));
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        itemsSkipped += 1;
      }
    }
    const { corrected, unreadable } = await settle(table, affected, clock.now());
    return { itemsCounted: corrected, itemsSkipped: itemsSkipped + unreadable };
  },
};

export const handler = workerLambda(job);
