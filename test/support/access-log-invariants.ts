import { expect } from 'vitest';
import { type LogEntry, logEntry, record } from '../../shared/clinical/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';

/**
 * Each record has one entry in the patient's log of its addition, and each marked one another entry of its mark.
 * @param reads the number of reads that were answered. Each has an entry; one whose answer was lost may have one.
 */
export function expectAccessLogged(items: readonly StoredItem[], reads: number): void {
  const under = (prefix: string) => items.filter(({ pk }) => String(pk).startsWith(prefix));
  const records = under('CLINICAL#RECORDS#').map(record.parse);
  const entries = under('CLINICAL#LOG#').map(logEntry.parse);
  const logged = (action: LogEntry['action']) => entries.filter((entry) => entry.action === action);
  const named = (action: LogEntry['action']) => logged(action).map(({ recordId }) => recordId);
  expect(named('record_added').sort()).toEqual(records.map(({ id }) => id).sort());
  const marked = records.filter(({ enteredInError }) => enteredInError !== undefined);
  expect(named('record_marked_in_error').sort()).toEqual(marked.map(({ id }) => id).sort());
  expect(logged('records_read').length).toBeGreaterThanOrEqual(reads);
}
