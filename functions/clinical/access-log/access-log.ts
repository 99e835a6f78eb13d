import { accessLogOf, accessLogOfPractitioner, logEntry } from '../../../shared/clinical/items.ts';
import { presentLog } from '../../../shared/clinical/presenters.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { PractitionerAccess } from './contract.ts';

/**
 * Reads one page of a patient's access log, latest entries first. Each use of an access request writes its entry in its
 * own transaction, and no code changes an entry.
 */
export async function readLog(table: Reads, patientId: AccountId, page: PageRequest) {
  const { items, ...rest } = await readPage(table, { ...accessLogOf(patientId), descending: true }, page);
  return { entries: await presentLog(table, items.map(logEntry.parse)), ...rest };
}

/**
 * Reads one page of what an account has used as a practitioner, latest first. The log of administrators' acts records the
 * search before anything is returned.
 * @param table records the acts of an administrator, so an empty transaction writes the entry.
 */
export async function searchByPractitioner(table: Table, accountId: AccountId, page: PageRequest) {
  const list = { ...accessLogOfPractitioner(accountId), descending: true };
  const { items, ...rest } = await readPage(table, list, page);
  await table.transact({});
  return { entries: items.map((item) => publicFields(PractitionerAccess, logEntry.parse(item))), ...rest };
}
