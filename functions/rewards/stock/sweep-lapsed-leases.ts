import { runSeconds } from '../../../shared/contract/worker.ts';
import { deletionsOfEmptyRows, holdPartitions } from '../../../shared/rewards/holds.ts';
import { claim, heldPartitions, lapsedUntil } from '../../../shared/rewards/items.ts';
import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import { reportOf } from '../../../shared/rollups/items.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Table } from '../../../shared/table/table.ts';
import { seconds } from '../../../shared/values/clock.ts';
import { findStockedCampaigns } from './stocked-campaigns.ts';
import { sweepLapsedLeases } from './workers.ts';

/** Claims of each list that a round reads. */
const MAX_PER_PARTITION = 100;
/** Shards whose units are released concurrently. */
const SHARDS_AT_ONCE = 10;
/** A run releases nothing more this long before the time limit of its function. */
const MARGIN = seconds(20);

export const job: Job = {
  worker: sweepLapsedLeases,
  async run({ table, clock }) {
    const at = clock.now();
    const stopsAt = clock.elapsed() + seconds(runSeconds(sweepLapsedLeases)) - MARGIN;
    const isOver = () => clock.elapsed() >= stopsAt;
    const failures: unknown[] = [];
    let unitsReleased = 0;
    /** The claims that this run has tried to release. The index may still list them. */
    const tried = new Set<string>();

    // The claims of a shard are released one after the other, because concurrent releases would conflict on its
    // counters. An error must not stop the release of other claims.
    const releaseIn = async (claims: readonly StoredItem[]) => {
      const failed = await eachByItself(claims, async (item) => {
        if (isOver()) return;
        tried.add(nameOf(item));
        if ((await releaseUnit(table, claim.parse(item), at)) === 'released') unitsReleased += 1;
      });
      failures.push(...failed);
    };

    // The rounds begin with the oldest and with the newest claims in turn. So claims whose release always fails never
    // keep the others waiting.
    let descending = clock.chance() < 0.5;
    const findLapsed = async () =>
      (await readLapsed(table, at, descending)).filter((item) => !tried.has(nameOf(item)));
    let lapsed = await findLapsed();
    while (lapsed.length > 0 && !isOver()) {
      const shards = [...Map.groupBy(lapsed, ({ campaignId, shard }) => `${campaignId}#${shard}`).values()];
      const lanes = Array.from({ length: SHARDS_AT_ONCE }, async () => {
        for (let shard = shards.pop(); shard; shard = shards.pop()) await releaseIn(shard);
      });
      await Promise.all(lanes);
      descending = !descending;
      lapsed = await findLapsed();
    }
    const stocked = await findStockedCampaigns(table, clock);
    const merchants = new Set(stocked.map(({ merchantTenantId }) => merchantTenantId));
    failures.push(...(await deleteEmptyRows(table, merchants, at)));

    // `claimsLeft` counts at most `MAX_PER_PARTITION` claims of each list.
    const counts = { unitsReleased, claimsLeft: lapsed.length };
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} claims or rows failed`, counts);
    return counts;
  },
};

const nameOf = ({ pk, sk }: StoredItem) => `${pk} ${sk}`;

async function readLapsed(table: Table, at: Date, descending: boolean): Promise<StoredItem[]> {
  const part = { ...lapsedUntil(at), limit: MAX_PER_PARTITION, descending };
  const found = await Promise.all(heldPartitions.map((list) => table.query({ ...list, ...part })));
  return found.flat();
}

/** Deletes the rows of holds of all campaigns and of these merchants that have passed and count nothing. */
async function deleteEmptyRows(table: Table, merchants: ReadonlySet<string>, at: Date) {
  const partitions = [...holdPartitions, ...[...merchants].map((id) => reportOf(id).pk)];
  return eachByItself(partitions, async (pk) => {
    for (const deletion of await deletionsOfEmptyRows(table, pk, at)) {
      // If a row counts a late reservation meanwhile, the rows of this transaction stay for the next run.
      await table.transact(deletion);
    }
  });
}

export const handler = workerLambda(job);
