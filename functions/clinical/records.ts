import type * as z from 'zod/mini';
import type { Clock } from '../../shared/clock.ts';
import { accountIsOpen } from '../../shared/items/account.ts';
import {
  accessRequest,
  logEntry,
  practitionerVerification,
  record,
  recordsOf,
  type StoredRequest,
} from '../../shared/items/clinical.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { AccountId } from '../../shared/resources.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { FailedConditions, Part, Reads, Table } from '../../shared/table/table.ts';
import { ClinicalRecord } from './contract.ts';
import { practitionerStands, standsSince } from './verifications.ts';

/**
 * A patient's record is read and added to under a grant that stands: approved, not lapsed, by a practitioner whose
 * verification stands without a break since the request, for a patient whose account is open. The same conditions guard
 * every use, in one transaction with its entry in the patient's access log; so no use is without an entry, and no
 * revocation loses against one.
 */
type UseRefusal =
  | 'access_request_not_found'
  | 'practitioner_not_verified'
  | 'access_not_approved'
  | 'account_closed';

export interface Use {
  readonly request: StoredRequest | undefined;
  readonly practitionerId: AccountId;
}

export interface Note {
  readonly title: string;
  readonly body: string;
  readonly consultedAt?: string | undefined;
}

/**
 * Adds a note to the record of the patient who approved the request.
 * @param note `consultedAt` is now by default, and never lies in the future.
 * @throws {TryAgain} when a new id is taken: no note and no log entry is ever overwritten.
 */
export async function addNote(
  table: Table,
  use: Use,
  { title, body, consultedAt }: Note,
  { now, newId }: Clock,
): Promise<
  | { readonly kind: 'added'; readonly record: z.input<typeof ClinicalRecord> }
  | { readonly kind: UseRefusal | 'consultation_in_future' }
> {
  const at = now();
  if (use.request?.practitioner.id !== use.practitionerId) return { kind: 'access_request_not_found' };
  const createdAt = at.toISOString();
  if (consultedAt !== undefined && consultedAt > createdAt) return { kind: 'consultation_in_future' };
  const { id: accessRequestId, patientId } = use.request;
  const note = {
    id: newId(),
    patientId,
    accessRequestId,
    practitionerId: use.practitionerId,
    title,
    body,
    consultedAt: consultedAt ?? createdAt,
    createdAt,
  };
  const refused = await table.transact({
    ...grantStands(use.request, at),
    record: { Put: { Item: record.stored(note), ConditionExpression: 'attribute_not_exists(pk)' } },
    log: logUse(use.request, at, { id: newId(), action: 'record_added', recordId: note.id }),
  });
  return refused ? { kind: whyRefused(refused, at) } : { kind: 'added', record: presentRecord(note) };
}

/**
 * Reads a page of the record of the patient who approved the request, latest first, and logs the reading. What was read
 * is returned only when the approval still stands afterwards.
 * @throws {TryAgain} when the id of the log entry is taken.
 */
export async function readNotes(
  table: Table,
  use: Use,
  page: OpenedPage,
  { now, newId }: Clock,
): Promise<
  | {
      readonly kind: 'read';
      readonly page: { readonly records: z.input<typeof ClinicalRecord>[]; readonly nextCursor?: string };
    }
  | { readonly kind: UseRefusal }
> {
  if (use.request?.practitioner.id !== use.practitionerId) return { kind: 'access_request_not_found' };
  // Nothing is read before the patient has approved, which may have been since the request was found.
  if (use.request.status !== 'approved') {
    const at = now();
    const refused = await table.transact(grantStands(use.request, at));
    if (refused) return { kind: whyRefused(refused, at) };
  }
  // Read first, asked again afterwards: nothing is shown that was added once the grant had ended.
  const records = await readRecords(table, use.request.patientId, page);
  const at = now();
  const refused = await table.transact({
    ...grantStands(use.request, at),
    log: logUse(use.request, at, { id: newId(), action: 'records_read' }),
  });
  return refused ? { kind: whyRefused(refused, at) } : { kind: 'read', page: records };
}

/** A page of a patient's whole record, latest first. */
export async function readRecords(table: Reads, patientId: AccountId, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, { ...recordsOf(patientId), descending: true }, page);
  return { records: items.map((item) => presentRecord(record.parse(item))), ...rest };
}

function grantStands(request: StoredRequest, at: Date) {
  return {
    grant: {
      ConditionCheck: {
        Key: accessRequest.key(request),
        ConditionExpression: '#status = :approved AND expiresAt > :now',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':approved': 'approved', ':now': at.toISOString() },
      },
    },
    verification: practitionerStands(request.practitioner.id, request.verifiedSince, at),
    patient: accountIsOpen(request.patientId),
    practitioner: accountIsOpen(request.practitioner.id),
  };
}

type UsePart = 'grant' | 'verification' | 'patient' | 'practitioner' | 'record' | 'log';

/** @throws {TryAgain} when a new id is there already: nothing in a record or a log is ever written over. */
function whyRefused(refused: FailedConditions<UsePart>, at: Date): UseRefusal {
  if (refused.practitioner) return 'account_closed';
  if (refused.verification) {
    const present = practitionerVerification.parseIfAny(refused.verification.item);
    // The practitioner has a new verification: approvals under the old one have ended.
    return standsSince(present, at) ? 'access_not_approved' : 'practitioner_not_verified';
  }
  // A patient who closes the account ends every grant.
  if (refused.grant || refused.patient) return 'access_not_approved';
  throw new TryAgain('collision');
}

function logUse(
  { id: accessRequestId, patientId, practitioner }: StoredRequest,
  at: Date,
  entry: {
    readonly id: string;
    readonly action: 'records_read' | 'record_added';
    readonly recordId?: string;
  },
): Part {
  const stored = {
    ...entry,
    at: at.toISOString(),
    patientId,
    accessRequestId,
    practitionerId: practitioner.id,
  };
  return { Put: { Item: logEntry.stored(stored), ConditionExpression: 'attribute_not_exists(pk)' } };
}

const presentRecord = (note: ReturnType<typeof record.parse>): z.input<typeof ClinicalRecord> =>
  publicFields(ClinicalRecord, note);
