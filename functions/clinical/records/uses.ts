import {
  accessRequest,
  logEntry,
  practitionerVerification,
  type StoredRequest,
} from '../../../shared/clinical/items.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { FailedConditions, Part } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { practitionerIsVerified, validSince } from '../verifications/verifications.ts';

/**
 * A practitioner reads, adds and marks records only under a valid access request: it is approved and has not expired, the
 * practitioner has been verified without interruption since the request, and both accounts are open. One transaction
 * checks these conditions and writes the entry in the patient's access log. Therefore every use has a log entry, and no
 * use succeeds after a revocation. The only exception is an author who corrects an own record (marks.ts).
 */
export type UseRefusal =
  | 'access_request_not_found'
  | 'practitioner_not_verified'
  | 'access_not_approved'
  | 'account_closed';

/** The use of an access request by a practitioner. */
export interface Use {
  readonly request: StoredRequest | undefined;
  /** The account of the practitioner. */
  readonly accountId: AccountId;
}

/** What the transactions of uses check and write. */
export type UsePart = 'grant' | 'verification' | 'patient' | 'practitioner' | 'record' | 'id' | 'log';

/** The conditions of a use. A transaction fails unless the access is valid at that time. */
export const accessIsValid = (request: StoredRequest, at: Date) => ({
  grant: {
    ConditionCheck: {
      Key: accessRequest.key(request),
      ConditionExpression: '#status = :approved AND expiresAt > :now',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':approved': 'approved', ':now': at.toISOString() },
    },
  },
  ...bothAreHere(request, at),
});

/** The conditions of a correction. A transaction fails unless the patient has ever approved the request. */
export const accessWasApproved = (request: StoredRequest, at: Date) => ({
  grant: {
    ConditionCheck: {
      Key: accessRequest.key(request),
      ConditionExpression: 'attribute_exists(approvedAt)',
    },
  },
  ...bothAreHere(request, at),
});

/** The practitioner has been verified without interruption since the request, and both accounts are open. */
const bothAreHere = ({ practitioner: { accountId }, patientId, verifiedSince }: StoredRequest, at: Date) => ({
  verification: practitionerIsVerified(accountId, verifiedSince, at),
  patient: accountIsOpen(patientId),
  practitioner: accountIsOpen(accountId),
});

/** @throws {TryAgain} if only the id of the log entry is already in use. */
export function whyRefused(refused: FailedConditions<UsePart>, at: Date): UseRefusal {
  const why = whyInvalid(refused, at);
  if (!why) throw new TryAgain('collision');
  return why;
}

/** Returns `undefined` if the access is valid. */
export function whyInvalid(refused: FailedConditions<UsePart>, at: Date): UseRefusal | undefined {
  if (refused.practitioner) return 'account_closed';
  if (refused.verification) {
    const current = practitionerVerification.parseIfAny(refused.verification.item);
    // A new verification does not restore the approvals that were given under an earlier one.
    return validSince(current, at) ? 'access_not_approved' : 'practitioner_not_verified';
  }
  // Closing the patient's account ends every access.
  return refused.grant || refused.patient ? 'access_not_approved' : undefined;
}

/** Writes an entry in the patient's access log. Entries are never overwritten. */
export function logUse(
  { id: accessRequestId, patientId, practitioner }: StoredRequest,
  at: Date,
  entry: {
    readonly id: string;
    readonly action: 'records_read' | 'record_added' | 'record_marked_in_error';
    readonly recordId?: string;
  },
): Part {
  const stored = {
    ...entry,
    at: at.toISOString(),
    patientId,
    accessRequestId,
    practitionerId: practitioner.id,
    practitionerAccountId: practitioner.accountId,
  };
  return { Put: { Item: logEntry.stored(stored), ConditionExpression: 'attribute_not_exists(pk)' } };
}
