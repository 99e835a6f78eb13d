import * as z from 'zod/mini';
import { runSeconds } from '../../../shared/contract/worker.ts';
import { type Owner, ownerName, parseOwner } from '../../../shared/rollups/items.ts';
import { settle } from '../../../shared/rollups/settle.ts';
import { newAct } from '../../../shared/runtime/acts.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { seconds } from '../../../shared/values/clock.ts';
import { correctCounters, OutOfTime } from './correct-counters.ts';
import { allOwners, pagesOfItems } from './owners.ts';
import { rebuildPosition } from './rebuild-position.ts';
import { rebuildRollUps } from './workers.ts';

/**
 * A rebuild settles every item of an owner page by page, as the stream would. Then it corrects the counters. It saves its
 * position after each page, so that a later run can continue. Settling an item twice is safe, and the stream settles
 * what changes in pages that have been read. So every run may end at any call.
 */

/** A run ends this long before the time limit of its function, and a page takes less. */
const TIME_FOR_A_PAGE = seconds(60);

const Input = z.strictObject({ owner: z.optional(z.string()), continue: z.optional(z.boolean()) });

export const job: Job = {
  worker: rebuildRollUps,
  async run({ table, clock }, input) {
    const stopsAt = clock.elapsed() + seconds(runSeconds(rebuildRollUps)) - TIME_FOR_A_PAGE;
    const isOver = () => clock.elapsed() >= stopsAt;
    const { success, data } = Input.safeParse(input);
    if (!success)
      throw new RangeError('the input must be {} or { "owner": "<kind>:<id>", "continue": true }');
    const only = data.owner === undefined ? undefined : parseOwner(data.owner);
    const subjects = [data.owner ?? 'all'];
    await table.transact(newAct(clock, { operation: rebuildRollUps.workerId, subjects }));
    const run = { scope: only ? ownerName(only) : 'all', continues: data.continue ?? false };
    const position = await rebuildPosition(table, clock, run);
    const { saved } = position;
    const owners = (only ? [only] : await allOwners(table))
      .filter((owner) => !saved || ownerName(owner) >= ownerName(saved.owner))
      .sort((a, b) => (ownerName(a) < ownerName(b) ? -1 : 1));

    const counts = { ownersRebuilt: 0, itemsCounted: 0, itemsSkipped: 0, countersCorrected: 0 };
    const failures: unknown[] = [];
    const ownersFailed = () => (saved?.ownersFailed ?? 0) + failures.length;
    let ownersLeft = owners.length;

    const rebuild = async (owner: Owner) => {
      const from = saved && ownerName(owner) === ownerName(saved.owner) ? saved.place : undefined;
      for await (const { items, place } of pagesOfItems(table, owner, from)) {
        const { corrected, unreadable } = await settle(table, items, clock.now(), { onlyDifferent: true });
        counts.itemsCounted += corrected;
        counts.itemsSkipped += unreadable;
        if (place) await position.save(owner, ownersFailed(), place);
        if (isOver()) throw new OutOfTime();
      }
      counts.countersCorrected += await correctCounters(table, owner, clock, isOver);
      counts.ownersRebuilt += 1;
    };

    for (const owner of owners) {
      const isFirst = ownersLeft === owners.length;
      if (!isFirst && isOver()) {
        await position.save(owner, ownersFailed());
        break;
      }
      try {
        await rebuild(owner);
      } catch (error) {
        if (error instanceof OutOfTime) {
          if (!isFirst && !position.hasAdvanced()) await position.save(owner, ownersFailed());
          if (position.hasAdvanced()) break;
          throw error; // The next run would end at the same place.
        }
        if (only) throw error;
        failures.push(error);
      }
      ownersLeft -= 1;
    }
    const done = { ...counts, ownersFailed: ownersFailed(), ownersLeft };
    if (ownersLeft > 0) return done;
    await position.forget();
    if (ownersFailed() > 0) throw new PartlyFailed(failures, `${ownersFailed()} owners failed`, done);
    return done;
  },
};

export const handler = workerLambda(job);
