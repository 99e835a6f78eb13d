import { stockShard } from '../../../shared/rewards/items.ts';
import type { Owner } from '../../../shared/rollups/items.ts';
import {
  type Comparison,
  type Counted,
  compare,
  isCorrection,
  settle,
} from '../../../shared/rollups/settle.ts';
import { type Job, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { type Clock, seconds } from '../../../shared/values/clock.ts';
import { allOwners, placesOf } from './owners.ts';
import { checkRollUps } from './workers.ts';

/**
 * Compares the counters of some owners with the first or the last items of their lists. A change is normally counted
 * within about a second, so only a difference that is still the same after the pause counts as drift. The check
 * corrects it and reports the number.
 */
const SAMPLED_OWNERS = 20;
/** A merchant has a list of claims for each stock shard. The other owners have fewer lists than this. */
const LISTS_OF_AN_OWNER = 40;
const ITEMS_OF_A_LIST = 40;
const PAUSE = seconds(15);

export const job: Job = {
  worker: checkRollUps,
  async run({ table, clock }) {
    const owners = sample(await allOwners(table), SAMPLED_OWNERS, clock);
    const suspects: Comparison[] = [];
    let itemsCompared = 0;
    for (const owner of owners) {
      const items = await someItemsOf(table, owner, clock);
      itemsCompared += items.length;
      suspects.push(...(await compare(table, items)).filter(isCorrection));
    }
    if (suspects.length > 0) await clock.sleep(PAUSE);
    const again = await compare(
      table,
      suspects.map(({ counted }) => counted),
    );
    const drifted = again.filter(
      (comparison, n) => isCorrection(comparison) && isSameState(comparison, suspects[n]),
    );
    const { corrected } = await settle(
      table,
      drifted.map(({ counted }) => counted),
      clock.now(),
    );
    return { itemsCompared, itemsDrifted: corrected };
  },
};

/** Reads the first or the last items of some lists of an owner, with one query at a time. */
async function someItemsOf(table: Reads, owner: Owner, clock: Clock): Promise<Counted[]> {
  const { lists, shards } = await placesOf(table, owner);
  const part = { limit: ITEMS_OF_A_LIST, descending: clock.chance() < 0.5 };
  const items = sample(shards, ITEMS_OF_A_LIST, clock).map(stockShard.key);
  for (const { list, itemIn } of sample(lists, LISTS_OF_AN_OWNER, clock)) {
    items.push(...(await table.query({ ...list, ...part })).map(itemIn));
  }
  return items.map((item) => ({ owner, item }));
}

const isSameState = (now: Comparison, before: Comparison | undefined): boolean =>
  now.record?.revision === before?.record?.revision &&
  JSON.stringify(now.amounts) === JSON.stringify(before?.amounts);

/** Chooses at most `most` different random members of a list. */
function sample<T>(all: readonly T[], most: number, { chance }: Pick<Clock, 'chance'>): T[] {
  return all
    .map((item) => [chance(), item] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, item]) => item);
}

export const handler = workerLambda(job);
