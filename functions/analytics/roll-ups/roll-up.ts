import { widenBoards } from '../../../shared/community/board-width.ts';
import { challenge } from '../../../shared/community/items.ts';
import { advanceCountedUpTo, isLate, stateBehind } from '../../../shared/rollups/counted-up-to.ts';
import { type Counted, isUnreadable, settle } from '../../../shared/rollups/settle.ts';
import {
  type Change,
  type Job,
  type WorkTools,
  workerLambda,
} from '../../../shared/runtime/worker-handler.ts';
import { ignoringTheDeadline } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { affectedBy, certificatesBehind, settleCertificates } from './changes.ts';
import { rollUp } from './workers.ts';

export const job: Job = {
  worker: rollUp,
  async onChanges(changes, tools) {
    const age = ageOf(changes, tools);
    await age.tellIfLate();
    try {
      const counts = await count(changes, tools);
      await age.tellCounted();
      return counts;
    } catch (error) {
      await age.tellBehind().catch(() => {}); // Only the first error counts.
      throw error;
    }
  },
};

/**
 * Tells up to when the changes are counted, as reports show it. The numbers are more important than how old they are, so a busy table may
 * leave this out. Changes without a time tell nothing.
 */
function ageOf(changes: readonly Change[], { table, clock }: WorkTools) {
  const times = changes.flatMap(({ changedAt }) => changedAt?.getTime() ?? []);
  const [earliest, latest] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const tell = async (write: () => Promise<void>) => {
    if (times.length > 0) await write().catch(ignoringTheDeadline);
  };
  const tellBehind = () => tell(() => stateBehind(table, earliest, clock.now()));
  return {
    tellBehind,
    tellIfLate: async () => (isLate(earliest, clock.now()) ? tellBehind() : undefined),
    tellCounted: () => tell(() => advanceCountedUpTo(table, latest)),
  };
}

async function count(changes: readonly Change[], { table, clock }: WorkTools) {
  const affected: Counted[] = [];
  const certificates: NonNullable<ReturnType<typeof certificatesBehind>>[] = [];
  let itemsSkipped = 0;
  for (const change of changes) {
    try {
      affected.push(...affectedBy(change));
      certificates.push(...[certificatesBehind(change) ?? []].flat());
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      itemsSkipped += 1;
    }
  }
  const settled = [await settle(table, affected, clock.now())];
  await widenBoardsOf(affected, table).catch(ignoringTheDeadline);
  for (const some of certificates) settled.push(await settleCertificates(table, some, clock));
  const sum = (of: 'corrected' | 'unreadable') => settled.reduce((all, { [of]: n }) => all + n, 0);
  return { itemsCounted: sum('corrected'), itemsSkipped: itemsSkipped + sum('unreadable') };
}

/** Widens the boards of challenges that more people have joined than expected. */
async function widenBoardsOf(affected: readonly Counted[], table: Table): Promise<void> {
  const joined = new Set(affected.flatMap(({ owner: { kind, id } }) => (kind === 'challenge' ? [id] : [])));
  for (const id of joined) {
    const found = challenge.parseIfAny(await table.get(challenge.key({ id })));
    if (found) await widenBoards(table, found, found.memberCount);
  }
}

export const handler = workerLambda(job);
