import type { CalendarDate } from './calendar.ts';
import { type ErasedAccount, erasedAccount } from './items/deletion.ts';
import type { TableClient } from './table/client.ts';
import { partition } from './table/item.ts';

/** Which accounts were erased. It lies outside the table, so a restored table can be told whom it has to forget. */
export interface ErasureLedger {
  /** Written before the erasure is called completed; again changes nothing. */
  readonly record: (erased: ErasedAccount) => Promise<void>;
  readonly erasedOn: (day: CalendarDate) => Promise<ErasedAccount[]>;
}

export function erasureLedger(tables: TableClient): ErasureLedger {
  return {
    async record(erased) {
      await tables.session().table.transact({ erased: { Put: { Item: erasedAccount.stored(erased) } } });
    },
    async erasedOn(day) {
      const found = await tables.session().table.query({ pk: partition('ERASED#', day) });
      return found.map(erasedAccount.parse);
    },
  };
}
