import { accessLogOfPractitioner, logEntry } from '../../../shared/clinical/items.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { correctableSince } from './marks.ts';

/**
 * Reads one page of the practitioner's log, latest first, and returns the records that it shows as added and whose author may still
 * mark them. Readings are in the same log, so a page may have no records although the next one has.
 */
export async function readAdditions(table: Reads, accountId: AccountId, page: PageRequest, at: Date) {
  const list = { ...accessLogOfPractitioner(accountId), descending: true };
  const { items, ...next } = await readPage(table, list, page);
  const entries = items.map(logEntry.parse);
  const recent = entries.filter((entry) => entry.at > correctableSince(at));
  return {
    additions: recent.flatMap(({ action, recordId, accessRequestId, at: createdAt }) =>
      action === 'record_added' && recordId !== undefined ? [{ recordId, accessRequestId, createdAt }] : [],
    ),
    // Everything after an entry that is too old is older.
    ...(recent.length === entries.length && next),
  };
}
