import type { Reads } from '../table/table.ts';
import { type Presented, publicFields } from '../values/public-fields.ts';
import {
  accessRequest,
  type LogEntry,
  type StoredRecord,
  type StoredRequest,
  type StoredVerification,
} from './items.ts';
import { AccessLogEntry, AccessRequest, ClinicalRecord, Practitioner, Verification } from './schemas.ts';

/** Converts a stored request to its public form. `expired` is never stored; it is derived from the time `at`. */
export function presentRequest(request: StoredRequest, at: Date): Presented<typeof AccessRequest> {
  const end = request.status === 'pending' ? request.pendingExpiresAt : request.expiresAt;
  const isExpired =
    (request.status === 'pending' || request.status === 'approved') &&
    end !== undefined &&
    end <= at.toISOString();
  return {
    ...publicFields(AccessRequest, request),
    practitioner: publicFields(Practitioner, request.practitioner),
    status: isExpired ? 'expired' : request.status,
  };
}

/** Converts a stored record to the form that its patient and practitioners with access see. */
export const presentRecord = (stored: StoredRecord): Presented<typeof ClinicalRecord> =>
  publicFields(ClinicalRecord, stored);

/**
 * Converts entries of an access log to the form that the patient sees. Entries hold no names: the practitioner's name comes
 * from the access request, which is kept as long as they are.
 */
export async function presentLog(table: Reads, entries: readonly LogEntry[]) {
  const requests = await table.getAll(
    entries.map((entry) => accessRequest.key({ id: entry.accessRequestId })),
  );
  const names = new Map(
    requests.map(accessRequest.parse).map(({ id, practitioner }) => [id, practitioner.name]),
  );
  return entries.map((entry) => ({
    ...publicFields(AccessLogEntry, entry),
    practitionerName: names.get(entry.accessRequestId) ?? '',
  }));
}

/** Converts a stored verification to its public form. */
export const presentVerification = (stored: StoredVerification): Presented<typeof Verification> =>
  publicFields(Verification, stored);
