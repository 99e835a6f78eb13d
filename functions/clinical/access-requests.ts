import type * as z from 'zod/mini';
import { type Clock, fingerprint, later, minutes } from '../../shared/clock.ts';
import { accountIsOpen } from '../../shared/items/account.ts';
import {
  accessRequest,
  practitionerVerification,
  qrToken,
  requestsOfPatient,
  requestsOfPractitioner,
  type StoredRequest,
} from '../../shared/items/clinical.ts';
import { PENDING_REQUEST_MINUTES } from '../../shared/limits.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { AccountId } from '../../shared/resources.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { AccessRequest, Practitioner } from './contract.ts';
import { practitionerStands, standsSince } from './verifications.ts';

/**
 * A token becomes one request, once: the update on the token carries `not consumed, not lapsed, not one's own`, in one
 * transaction with the new request and the checks that the practitioner's verification and both accounts still stand.
 */

type StoredToken = ReturnType<typeof qrToken.parse>;

export interface Exchange {
  readonly practitionerId: AccountId;
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

/** The token and the verification, side by side. */
export async function findForExchange(
  table: Reads,
  { token, practitionerId }: Omit<Exchange, 'noticeVersion'>,
) {
  const [foundToken, verification] = await Promise.all([
    table.get(qrToken.key({ tokenHash: fingerprint(token) })),
    table.get(practitionerVerification.key({ id: practitionerId })),
  ]);
  return {
    token: qrToken.parseIfAny(foundToken),
    verification: practitionerVerification.parseIfAny(verification),
  };
}

/**
 * Exchanges a token for a pending request of its practitioner, once.
 * @param found what `findForExchange` returned; the transaction checks all of it again.
 * @throws {TryAgain} when the new id is taken.
 */
export async function exchangeToken(
  table: Table,
  { practitionerId, noticeVersion }: Exchange,
  found: Awaited<ReturnType<typeof findForExchange>>,
  { now, newId }: Clock,
): Promise<ExchangeOutcome> {
  const { token, verification } = found;
  const at = now();
  // Without them there is nothing to hold a condition against; with them the transaction decides.
  if (!verification) return { kind: 'practitioner_not_verified' };
  const verifiedSince = standsSince(verification, at);
  if (!verifiedSince) return { kind: 'practitioner_not_verified' };
  if (!token) return { kind: 'token_unknown' };

  const request: StoredRequest = {
    id: newId(),
    status: 'pending',
    patientId: token.patientId,
    practitioner: publicFields(Practitioner, verification),
    verifiedSince,
    requestedAt: at.toISOString(),
    pendingExpiresAt: later(at, minutes(PENDING_REQUEST_MINUTES)).toISOString(),
    purpose: 'consultation_recordkeeping',
    scope: 'read_and_add',
    noticeVersion,
  };
  const refused = await table.transact({
    verification: practitionerStands(practitionerId, verifiedSince, at),
    token: {
      Update: {
        Key: qrToken.key(token),
        UpdateExpression: 'SET consumedAt = :now, requestId = :request',
        ConditionExpression:
          'attribute_not_exists(consumedAt) AND expiresAt > :now AND patientId <> :practitioner',
        ExpressionAttributeValues: {
          ':now': at.toISOString(),
          ':request': request.id,
          ':practitioner': practitionerId,
        },
      },
    },
    request: {
      Put: { Item: accessRequest.stored(request), ConditionExpression: 'attribute_not_exists(pk)' },
    },
    // The token's part refuses one's own token. Here the two account checks would be on the same item.
    ...(token.patientId !== practitionerId && { patient: accountIsOpen(token.patientId) }),
    practitioner: accountIsOpen(practitionerId),
  });
  if (!refused) return { kind: 'requested', request: presentRequest(request, at) };
  if (refused.verification) return { kind: 'practitioner_not_verified' };
  if (refused.token) return { kind: whyRefused(qrToken.parseIfAny(refused.token.item), practitionerId) };
  if (refused.request) throw new TryAgain('collision');
  // A patient whose account was closed shows no tokens: this one is as good as gone.
  return { kind: refused.practitioner ? 'account_closed' : 'token_unknown' };
}

/** A page of the requests of one account, as their patient or as their practitioner; latest first. */
export async function listRequests(
  table: Reads,
  as: 'patient' | 'practitioner',
  accountId: AccountId,
  page: OpenedPage,
  at: Date,
) {
  const list = as === 'patient' ? requestsOfPatient(accountId) : requestsOfPractitioner(accountId);
  const { items, ...rest } = await readPage(table, { ...list, descending: true }, page);
  return { accessRequests: items.map((item) => presentRequest(accessRequest.parse(item), at)), ...rest };
}

/** A request as its patient and practitioner see it: `expired` follows from the clock, no job writes it. */
export function presentRequest(request: StoredRequest, at: Date): z.input<typeof AccessRequest> {
  const end = request.status === 'pending' ? request.pendingExpiresAt : request.expiresAt;
  const lapsed =
    (request.status === 'pending' || request.status === 'approved') &&
    end !== undefined &&
    end <= at.toISOString();
  return {
    ...publicFields(AccessRequest, request),
    practitioner: publicFields(Practitioner, request.practitioner),
    status: lapsed ? 'expired' : request.status,
  };
}

function whyRefused(token: StoredToken | undefined, practitionerId: AccountId): ExchangeRefusal {
  if (!token) return 'token_unknown';
  if (token.patientId === practitionerId) return 'own_token';
  return token.consumedAt ? 'token_used' : 'token_expired';
}
