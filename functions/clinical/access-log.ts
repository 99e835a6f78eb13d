import {
  accessLogOf,
  accessLogOfPractitioner,
  accessRequest,
  logEntry,
} from '../../shared/items/clinical.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { AccountId } from '../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { AccessLogEntry, PractitionerAccess } from './access-log-contract.ts';

/**
 * Reads one page of a patient's access log, latest entries first. Each use of an access request writes its entry in its
 * own transaction, and no code changes an entry. Entries hold no names: the practitioner's name comes from the access
 * request, where the erasure of an account can clear it.
 */
export async function readLog(table: Reads, patientId: AccountId, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, { ...accessLogOf(patientId), descending: true }, page);
  const entries = items.map(logEntry.parse);
  const requests = await table.getAll(entries.map((one) => accessRequest.key({ id: one.accessRequestId })));
  const names = new Map(
    requests.map(accessRequest.parse).map(({ id, practitioner }) => [id, practitioner.name]),
  );
  return {
    entries: entries.map((entry) => ({
      ...publicFields(AccessLogEntry, entry),
      practitionerName: names.get(entry.accessRequestId) ?? '',
    })),
    ...rest,
  };
}

/**
 * Reads one page of what an account has used as a practitioner, latest first. The log of administrators' acts records the
 * search before anything is returned.
 * @param table records the acts of an administrator, so an empty transaction writes the entry.
 */
export async function searchByPractitioner(table: Table, practitionerId: AccountId, page: OpenedPage) {
  const list = { ...accessLogOfPractitioner(practitionerId), descending: true };
  const { items, ...rest } = await readPage(table, list, page);
  await table.transact({});
  return { entries: items.map((item) => publicFields(PractitionerAccess, logEntry.parse(item))), ...rest };
}
