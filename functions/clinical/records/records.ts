import type * as z from 'zod/mini';
import {
  record,
  recordPointer,
  recordsOf,
  type StoredRequest,
  type StoredVerification,
} from '../../../shared/clinical/items.ts';
import { presentRecord } from '../../../shared/clinical/presenters.ts';
import type { ClinicalRecord } from '../../../shared/clinical/schemas.ts';
import { telling } from '../../../shared/notices/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { accessIsValid, logUse, type Use, type UseRefusal, whyInvalid, whyRefused } from './uses.ts';

export interface NewRecord {
  /** The client's id of the record, which it repeats when it retries. By default, the record gets a new id. */
  readonly recordId?: string | undefined;
  readonly title: string;
  readonly body: string;
  readonly consultedAt?: string | undefined;
}

/**
 * Adds a record to those of the patient who approved the request. It names its author as in `use.verification`.
 * @param newRecord `consultedAt` defaults to the current time.
 * @returns `added_before` with the existing record if an earlier attempt with the same `recordId` and the same text has added
 * it; the patient's log then has a reading. With another text it is `record_id_taken`, so that no change of a record is lost.
 * @throws {TryAgain} if a generated id is already in use. Records and log entries are never overwritten.
 */
export async function addPatientRecord(
  table: Table,
  use: Use & { readonly verification: StoredVerification | undefined },
  { recordId, title, body, consultedAt }: NewRecord,
  { now, newId }: Clock,
): Promise<
  | { readonly kind: 'added' | 'added_before'; readonly record: z.input<typeof ClinicalRecord> }
  | { readonly kind: UseRefusal | 'consultation_in_future' | 'record_id_taken' }
> {
  const at = now();
  if (use.request?.practitioner.accountId !== use.accountId) return { kind: 'access_request_not_found' };
  const createdAt = at.toISOString();
  if (consultedAt !== undefined && consultedAt > createdAt) return { kind: 'consultation_in_future' };
  const { id: accessRequestId, patientId } = use.request;
  // Without a verification, the transaction fails.
  const { id: practitionerId, name, organization } = use.verification ?? use.request.practitioner;
  const added = {
    id: recordId ?? newId(),
    patientId,
    accessRequestId,
    practitionerId,
    practitionerAccountId: use.accountId,
    practitionerName: name,
    practitionerOrganization: organization,
    title,
    body,
    consultedAt: consultedAt ?? createdAt,
    createdAt,
  };
  const refused = await table.transact({
    ...accessIsValid(use.request, at),
    // The id of a record exists once, so no record is overwritten.
    record: { Put: { Item: record.stored(added) } },
    id: { Put: { Item: recordPointer.stored(added), ConditionExpression: 'attribute_not_exists(pk)' } },
    log: logUse(use.request, at, { id: newId(), action: 'record_added', recordId: added.id }),
    notice: telling('record_added', { to: patientId, at: createdAt, accessRequestId, recordId: added.id }),
  });
  if (!refused) return { kind: 'added', record: presentRecord(added) };
  const why = whyInvalid(refused, at);
  if (why) return { kind: why };
  if (!refused.id || recordId === undefined) throw new TryAgain('collision');
  const earlier = recordPointer.parse(refused.id.item ?? {});
  if (earlier.accessRequestId !== accessRequestId) return { kind: 'record_id_taken' };
  const found = await readByPointer(table, earlier);
  const isSame =
    found.title === title &&
    found.body === body &&
    (consultedAt === undefined || found.consultedAt === consultedAt);
  return isSame
    ? showAgain(table, use.request, found, 'added_before', { now, newId })
    : { kind: 'record_id_taken' };
}

/** Only a pointer knows the partition of a record. @throws {ZodError} if the record is missing: both are written in one transaction. */
export const readByPointer = async (table: Reads, pointer: ReturnType<typeof recordPointer.parse>) =>
  record.parse((await table.get(record.key(pointer))) ?? {});

/** Returns a record that is there already, and logs this as a reading. The check of the access follows the read. */
export async function showAgain<Kind extends string>(
  table: Table,
  request: StoredRequest,
  found: ReturnType<typeof record.parse>,
  kind: Kind,
  { now, newId }: Pick<Clock, 'now' | 'newId'>,
): Promise<
  { readonly kind: Kind; readonly record: z.input<typeof ClinicalRecord> } | { readonly kind: UseRefusal }
> {
  const at = now();
  const refused = await table.transact({
    ...accessIsValid(request, at),
    log: logUse(request, at, { id: newId(), action: 'records_read', recordId: found.id }),
  });
  return refused ? { kind: whyRefused(refused, at) } : { kind, record: presentRecord(found) };
}

/**
 * Reads one page of the records of the patient who approved the request, latest first, and logs the read. The page is
 * returned only if the access is still valid after the read.
 * @throws {TryAgain} if the id of the log entry is already in use.
 */
export async function readPatientRecords(
  table: Table,
  use: Use,
  page: PageRequest,
  { now, newId }: Clock,
): Promise<
  | {
      readonly kind: 'read';
      readonly page: { readonly records: z.input<typeof ClinicalRecord>[]; readonly nextCursor?: string };
    }
  | { readonly kind: UseRefusal }
> {
  if (use.request?.practitioner.accountId !== use.accountId) return { kind: 'access_request_not_found' };
  // No records are read without an approval. The patient may have approved after the request was loaded, so check
  // again.
  if (use.request.status !== 'approved') {
    const at = now();
    const refused = await table.transact(accessIsValid(use.request, at));
    if (refused) return { kind: whyRefused(refused, at) };
  }
  // The check follows the read, so the page contains nothing that was added after the access ended.
  const records = await readRecords(table, use.request.patientId, page);
  const at = now();
  const refused = await table.transact({
    ...accessIsValid(use.request, at),
    log: logUse(use.request, at, { id: newId(), action: 'records_read' }),
  });
  return refused ? { kind: whyRefused(refused, at) } : { kind: 'read', page: records };
}

/** Reads one page of all records of a patient, latest first. */
export async function readRecords(table: Reads, patientId: AccountId, page: PageRequest) {
  const { items, ...rest } = await readPage(table, { ...recordsOf(patientId), descending: true }, page);
  return { records: items.map((item) => presentRecord(record.parse(item))), ...rest };
}
