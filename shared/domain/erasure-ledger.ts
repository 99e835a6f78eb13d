import type { CalendarDate } from '../calendar.ts';
import {
  accountsErasedOn,
  type DeletionRequest,
  deletionsRequestedOn,
  type ErasedAccount,
  erasedAccount,
  requestedDeletion,
} from '../items/deletion.ts';
import type { TableClient } from '../table/client.ts';
import type { Part, Range } from '../table/table.ts';

/**
 * The ledger says which deletions were requested and which accounts were erased. It is a table of its own, so a restored
 * table can learn from it which accounts to close again. Its entries are parts of the very transactions that change the
 * request, so the ledger and the table never disagree: a request is in both or in neither, with the same receipt.
 */
export interface ErasureLedger {
  /** The requests that were made, or got another receipt, on a Malaysian day. */
  readonly requestedOn: (day: CalendarDate) => Promise<DeletionRequest[]>;
  /** The erasures that were completed on a Malaysian day. */
  readonly erasedOn: (day: CalendarDate) => Promise<ErasedAccount[]>;
}

/** The part of a transaction that writes down a request as it is from now on. */
export const requestEntry = (request: DeletionRequest): Part => ({
  LedgerPut: { Item: requestedDeletion.stored(request) },
});

/** The part of a transaction that writes down a completed erasure. */
export const erasureEntry = (erased: ErasedAccount): Part => ({
  LedgerPut: { Item: erasedAccount.stored(erased) },
});

/** @param tables the client of the ledger itself. */
export function erasureLedger(tables: TableClient): ErasureLedger {
  const entriesIn = (range: Range) => tables.session().table.query(range);
  return {
    requestedOn: async (day) => (await entriesIn(deletionsRequestedOn(day))).map(requestedDeletion.parse),
    erasedOn: async (day) => (await entriesIn(accountsErasedOn(day))).map(erasedAccount.parse),
  };
}
