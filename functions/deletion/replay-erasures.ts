import * as z from 'zod/mini';
import { type DeletionRequest, LEDGER_LIFE_DAYS } from '../../shared/deletion/items.ts';
import type { ErasureLedger } from '../../shared/deletion/ledger.ts';
import { newAct } from '../../shared/runtime/acts.ts';
import { ledgerTable } from '../../shared/runtime/ledger-table.ts';
import { type Job, workerLambda } from '../../shared/runtime/worker-handler.ts';
import { type CalendarDate, datesOf, malaysianDate, startOfDay } from '../../shared/values/calendar.ts';
import { days, later } from '../../shared/values/clock.ts';
import { type AccountId, calendarDate } from '../../shared/values/resources.ts';
import { reopenErasure } from './reopen-erasure.ts';
import { replayErasures } from './workers.ts';

/**
 * `from` is the Malaysian day of the restored table's time. Requests and erasures since that day may be missing in it.
 */
const Input = z.strictObject({ from: calendarDate() });

export const job: Job = {
  worker: replayErasures,
  async run({ table, clock, ledger }, input) {
    const { success, data } = Input.safeParse(input);
    if (!success) throw new RangeError('the input must be { "from": "YYYY-MM-DD" }');
    const now = clock.now();
    const today = malaysianDate(now);
    const earliest = malaysianDate(later(now, -days(LEDGER_LIFE_DAYS)));
    if (data.from < earliest || data.from > today) {
      throw new RangeError(`from must be between ${earliest} and ${today}, the days that the ledger covers`);
    }
    await table.transact(newAct(clock, { operation: replayErasures.workerId, subjects: [data.from] }));
    const counts = { erasuresReopened: 0, erasuresDoneAlready: 0 };
    // A request that is sent just before midnight may be committed after midnight, while its ledger entry has the
    // previous day.
    const from = malaysianDate(later(startOfDay(data.from), -days(1)));
    for (const entry of await lastEntries(ledger, datesOf({ from, to: today }))) {
      const reopened = await reopenErasure(table, entry);
      counts[reopened ? 'erasuresReopened' : 'erasuresDoneAlready'] += 1;
    }
    return counts;
  },
};

/** Reads the latest entry of each account, which has the valid receipt. */
async function lastEntries(
  ledger: ErasureLedger,
  dates: readonly CalendarDate[],
): Promise<Iterable<DeletionRequest>> {
  const last = new Map<AccountId, DeletionRequest>();
  for (const day of dates) {
    for (const entry of [...(await ledger.requestedOn(day)), ...(await ledger.erasedOn(day))]) {
      const known = last.get(entry.accountId);
      if (!known || writtenAt(known) <= writtenAt(entry)) last.set(entry.accountId, entry);
    }
  }
  return last.values();
}

const writtenAt = ({ completedAt, receiptIssuedAt }: DeletionRequest): string =>
  completedAt ?? receiptIssuedAt;

export const handler = workerLambda(job, process.env, (environment) => ({
  ledger: ledgerTable(environment, replayErasures),
}));
