import * as z from 'zod/mini';
import { datesOf, malaysianDate } from '../../shared/calendar.ts';
import { days, later } from '../../shared/clock.ts';
import { LEDGER_LIFE_DAYS } from '../../shared/items/deletion.ts';
import { ledgerTable } from '../../shared/ledger-table.ts';
import { calendarDate } from '../../shared/resources.ts';
import { type Job, workerLambda } from '../../shared/work.ts';
import { reopenErasure } from './reopening.ts';
import { replayErasures } from './workers.ts';

/** The day from which on what was erased may stand in the restored table again: that of the backup, in Malaysia. */
const Said = z.strictObject({ from: calendarDate() });

export const job: Job = {
  worker: replayErasures,
  async run({ table, clock, ledger }, said) {
    const { success, data } = Said.safeParse(said);
    if (!success) throw new RangeError('say from when on: { "from": "YYYY-MM-DD" }');
    const now = clock.now();
    const today = malaysianDate(now);
    const earliest = malaysianDate(later(now, -days(LEDGER_LIFE_DAYS)));
    if (data.from < earliest || data.from > today) {
      throw new RangeError(`the ledger knows of ${earliest} to ${today}`);
    }
    const counts = { erasuresReopened: 0, erasuresDoneAlready: 0 };
    for (const day of datesOf({ from: data.from, to: today })) {
      for (const erased of await ledger.erasedOn(day)) {
        const reopened = await reopenErasure(table, erased);
        counts[reopened ? 'erasuresReopened' : 'erasuresDoneAlready'] += 1;
      }
    }
    return counts;
  },
};

export const handler = workerLambda(job, process.env, (environment) => ({
  ledger: ledgerTable(environment),
}));
