import { type Clock, seconds } from '../../../shared/clock.ts';
import { type Comparison, compare, isCorrection, settle } from '../../../shared/rollups/settle.ts';
import { type Job, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { allOwners, itemsOf } from './owners.ts';
import { checkRollUps } from './workers.ts';

/**
 * Compares the counters with the first or the last items of some owners. A change is normally counted a second after it was made, so only a
 * difference that is still the same after the pause counts as drift. The check corrects it and reports the number.
 */
const SAMPLED_OWNERS = 20;
const ITEMS_OF_A_LIST = 40;
const PAUSE = seconds(15);

export const job: Job = {
  worker: checkRollUps,
  async run({ table, clock }) {
    const owners = sample(await allOwners(table), SAMPLED_OWNERS, clock);
    const suspects: Comparison[] = [];
    let itemsCompared = 0;
    for (const owner of owners) {
      const part = { limit: ITEMS_OF_A_LIST, descending: clock.chance() < 0.5 };
      const items = await itemsOf(table, owner, part);
      itemsCompared += items.length;
      suspects.push(...(await compare(table, items)).filter(isCorrection));
    }
    if (suspects.length > 0) await clock.sleep(PAUSE);
    const again = await compare(
      table,
      suspects.map(({ counted }) => counted),
    );
    const drifted = again.filter((one, n) => isCorrection(one) && isSameState(one, suspects[n]));
    const { corrected } = await settle(
      table,
      drifted.map(({ counted }) => counted),
      clock.now(),
    );
    return { itemsCompared, itemsDrifted: corrected };
  },
};

const isSameState = (now: Comparison, before: Comparison | undefined): boolean =>
  now.record?.revision === before?.record?.revision &&
  JSON.stringify(now.amounts) === JSON.stringify(before?.amounts);

/** Different random members of a list, at most `most`. */
function sample<T>(all: readonly T[], most: number, { chance }: Pick<Clock, 'chance'>): T[] {
  return all
    .map((one) => [chance(), one] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, one]) => one);
}

export const handler = workerLambda(job);
