import { telling } from '../notices/items.ts';
import type { Part } from '../table/table.ts';
import type { StoredRequest } from './items.ts';

/**
 * Tells the practitioner what the patient has decided about a request. The erasure of a patient's account ends a request, too, and tells it
 * in the same words.
 * @param request as it is after the decision
 */
export function tellingPractitioner(
  { id, status, practitioner, expiresAt }: StoredRequest,
  at: string,
): Part {
  const told = { to: practitioner.accountId, at, accessRequestId: id };
  if (status === 'approved') return telling('access_approved', { ...told, until: expiresAt ?? at });
  return telling(status === 'denied' ? 'access_denied' : 'access_ended_by_patient', told);
}
