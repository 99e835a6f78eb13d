import type { TableClient } from '../table/client.ts';
import type { Part, Range } from '../table/table.ts';
import type { CalendarDate } from '../values/calendar.ts';
import {
  accountsErasedOn,
  type DeletionRequest,
  deletionsRequestedOn,
  type ErasedAccount,
  erasedAccount,
  requestedDeletion,
} from './items.ts';

/**
 * The ledger records which deletions were requested and which accounts were erased. It is a separate table: after the main
 * table is restored, a replay of the ledger closes these accounts again. The transaction that changes a request also
 * writes its entry, so both tables always agree about a request and its receipt.
 */
export interface ErasureLedger {
  /** The requests that were made, or got a new receipt, on a Malaysian day. */
  readonly requestedOn: (day: CalendarDate) => Promise<DeletionRequest[]>;
  /** The erasures that were completed on a Malaysian day. */
  readonly erasedOn: (day: CalendarDate) => Promise<ErasedAccount[]>;
}

/** The transaction part that records a request in its new state. */
export const requestEntry = (request: DeletionRequest): Part => ({
  LedgerPut: { Item: requestedDeletion.stored(request) },
});

/** The transaction part that records a completed erasure. */
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
