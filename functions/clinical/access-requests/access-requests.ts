import type * as z from 'zod/mini';
import {
  accessRequest,
  practitionerVerification,
  qrToken,
  requestsOfPatient,
  requestsOfPractitioner,
  StoredPractitioner,
  type StoredRequest,
} from '../../../shared/clinical/items.ts';
import { presentRequest } from '../../../shared/clinical/presenters.ts';
import type { AccessRequest } from '../../../shared/clinical/schemas.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { telling } from '../../../shared/notices/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, fingerprint, later, minutes } from '../../../shared/values/clock.ts';
import { PENDING_REQUEST_MINUTES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { practitionerIsVerified, validSince } from '../verifications/verifications.ts';

/**
 * A QR token becomes at most one access request. One transaction consumes the token, creates the request, and checks
 * that the practitioner is still verified and that both accounts are open. The update of the token fails if the token
 * is consumed, expired or the practitioner's own.
 */

type StoredToken = ReturnType<typeof qrToken.parse>;

export interface Exchange {
  /** The account of the practitioner. */
  readonly accountId: AccountId;
  readonly token: string;
  readonly noticeVersion: string;
}

type ExchangeOutcome =
  | { readonly kind: 'requested'; readonly request: z.input<typeof AccessRequest> }
  | { readonly kind: ExchangeRefusal };
type ExchangeRefusal =
  | 'practitioner_not_verified'
  | 'token_unknown'
  | 'own_token'
  | 'token_used'
  | 'token_expired'
  | 'account_closed';

/** Reads the token and the practitioner's verification concurrently. */
export async function findForExchange(table: Reads, { token, accountId }: Omit<Exchange, 'noticeVersion'>) {
  const [foundToken, verification] = await Promise.all([
    table.get(qrToken.key({ tokenHash: fingerprint(token) })),
    table.get(practitionerVerification.key({ accountId })),
  ]);
  return {
    token: qrToken.parseIfAny(foundToken),
    verification: practitionerVerification.parseIfAny(verification),
  };
}

/**
 * Exchanges a QR token for a pending access request (interface, section 4.1). The token is consumed only if the request
 * is created.
 * @param found the result of `findForExchange`. The transaction checks all of it again.
 * @throws {TryAgain} if the new id is already in use.
 */
export async function exchangeToken(
  table: Table,
  { accountId, noticeVersion }: Exchange,
  found: Awaited<ReturnType<typeof findForExchange>>,
  { now, newId }: Clock,
): Promise<ExchangeOutcome> {
  const { token, verification } = found;
  const at = now();
  // These checks only rule out missing items. The transaction makes the decision.
  if (!verification) return { kind: 'practitioner_not_verified' };
  const verifiedSince = validSince(verification, at);
  if (!verifiedSince) return { kind: 'practitioner_not_verified' };
  if (!token) return { kind: 'token_unknown' };

  const request: StoredRequest = {
    id: newId(),
    status: 'pending',
    patientId: token.patientId,
    practitioner: StoredPractitioner.parse(verification),
    verifiedSince,
    requestedAt: at.toISOString(),
    pendingExpiresAt: later(at, minutes(PENDING_REQUEST_MINUTES)).toISOString(),
    purpose: 'consultation_recordkeeping',
    scope: 'read_and_add',
    noticeVersion,
  };
  const refused = await table.transact({
    verification: practitionerIsVerified(accountId, verifiedSince, at),
    token: {
      Update: {
        Key: qrToken.key(token),
        UpdateExpression: 'SET consumedAt = :now, requestId = :request',
        ConditionExpression:
          'attribute_not_exists(consumedAt) AND expiresAt > :now AND patientId <> :practitioner',
        ExpressionAttributeValues: {
          ':now': at.toISOString(),
          ':request': request.id,
          ':practitioner': accountId,
        },
      },
    },
    request: {
      Put: { Item: accessRequest.stored(request), ConditionExpression: 'attribute_not_exists(pk)' },
    },
    // DynamoDB rejects two parts on one item, so the practitioner's own token gets one account check only. The
    // condition on the token refuses it anyway.
    ...(token.patientId !== accountId && { patient: accountIsOpen(token.patientId) }),
    practitioner: accountIsOpen(accountId),
    notice: telling('access_requested', {
      to: token.patientId,
      at: request.requestedAt,
      until: request.pendingExpiresAt,
      accessRequestId: request.id,
    }),
  });
  if (!refused) return { kind: 'requested', request: presentRequest(request, at) };
  if (refused.verification) return { kind: 'practitioner_not_verified' };
  if (refused.token) return { kind: whyRefused(qrToken.parseIfAny(refused.token.item), accountId) };
  if (refused.request) throw new TryAgain('collision');
  // Only the patient's account check is left. The tokens of a closed account count as unknown.
  return { kind: refused.practitioner ? 'account_closed' : 'token_unknown' };
}

/** Reads one page of an account's access requests, in its role as patient or as practitioner, latest first. */
export async function listRequests(
  table: Reads,
  as: 'patient' | 'practitioner',
  accountId: AccountId,
  page: PageRequest,
  at: Date,
) {
  const list = as === 'patient' ? requestsOfPatient(accountId) : requestsOfPractitioner(accountId);
  const { items, ...rest } = await readPage(table, { ...list, descending: true }, page);
  return { accessRequests: items.map((item) => presentRequest(accessRequest.parse(item), at)), ...rest };
}

function whyRefused(token: StoredToken | undefined, accountId: AccountId): ExchangeRefusal {
  if (!token) return 'token_unknown';
  if (token.patientId === accountId) return 'own_token';
  return token.consumedAt ? 'token_used' : 'token_expired';
}
