import { claim, heldPartitions, lapsedUntil } from '../../../shared/rewards/items.ts';
import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import {
  eachByItself,
  type Job,
  PartlyFailed,
  workerLambda,
} from '../../../shared/runtime/worker-handler.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { sweepLapsedLeases } from './workers.ts';

/**
 * Claims per partition and run. All of them may be in one shard, which releases about 50 units a second: a run still
 * ends before its deadline. The next run, a minute later, continues.
 */
const MAX_PER_PARTITION = 100;
/** Shards whose units are released concurrently. */
const SHARDS_AT_ONCE = 10;

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    const at = clock.now();
    // A run begins with the oldest or with the newest claims, at random. So claims whose release always fails never
    // keep the others waiting.
    const descending = clock.chance() < 0.5;
    const lapsed = await Promise.all(
      heldPartitions.map((list) =>
        table.query({ ...list, ...lapsedUntil(at), limit: MAX_PER_PARTITION, descending }),
      ),
    );
    const shards = [...Map.groupBy(lapsed.flat(), shardOf).values()];
    let unitsReleased = 0;
    // The claims of a shard are released one after the other, because concurrent releases would conflict on its
    // counters. An error must not stop the release of other claims.
    const release = (claims: readonly StoredItem[]) =>
      eachByItself(claims, async (item) => {
        if ((await releaseUnit(table, claim.parse(item), at)) === 'released') unitsReleased += 1;
      });
    const lanes = Array.from({ length: SHARDS_AT_ONCE }, async () => {
      const failures: unknown[] = [];
      for (let shard = shards.pop(); shard; shard = shards.pop()) failures.push(...(await release(shard)));
      return failures;
    });
    const failures = (await Promise.all(lanes)).flat();
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} claims failed`, { unitsReleased });
    return { unitsReleased };
  },
};

const shardOf = ({ campaignId, shard }: StoredItem) => `${campaignId}#${shard}`;

export const handler = workerLambda(job);
