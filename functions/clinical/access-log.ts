import { accessLogOf, logEntry } from '../../shared/items/clinical.ts';
import { presentLog } from '../../shared/presenters/clinical.ts';
import type { AccountId } from '../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { Reads } from '../../shared/table/table.ts';

/**
 * Reads one page of a patient's access log, latest entries first. Each use of an access request writes its entry in its
 * own transaction, and no code changes an entry.
 */
export async function readLog(table: Reads, patientId: AccountId, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, { ...accessLogOf(patientId), descending: true }, page);
  return { entries: await presentLog(table, items.map(logEntry.parse)), ...rest };
}
