import { logEntry, logPartition } from '../../shared/items/clinical.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/client.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';

/** A page of a patient's access log, latest first. Uses write it, in their own transactions; nothing changes it. */
export async function readLog(table: Reads, patientId: AccountId, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, { pk: logPartition(patientId), descending: true }, page);
  const entries = items.map((item) => {
    const { patientId: _, ...shown } = logEntry.parse(item);
    return shown;
  });
  return { entries, ...rest };
}
