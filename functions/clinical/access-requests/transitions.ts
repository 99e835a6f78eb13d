import { tellingPractitioner } from '../../../shared/clinical/decision-notices.ts';
import { accessRequest, type StoredRequest } from '../../../shared/clinical/items.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { hours, later } from '../../../shared/values/clock.ts';
import { APPROVED_ACCESS_HOURS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/**
 * The transitions of an access request. Each one names the state that it leaves, and the condition of its write is
 * derived from that. A test compares this table with the diagram in docs/data-model.md.
 */
interface Transition {
  readonly from: StoredRequest['status'];
  readonly to: StoredRequest['status'];
  /** The attribute with the expiry of the `from` state. */
  readonly until: 'pendingExpiresAt' | 'expiresAt';
  readonly stamp: 'approvedAt' | 'deniedAt' | 'revokedAt';
  readonly by: readonly ('patient' | 'practitioner')[];
  /** The refusal if the request is in any other state. */
  readonly otherwise: 'not_pending' | 'not_approved';
}

export const transitions = {
  approve: {
    from: 'pending',
    to: 'approved',
    until: 'pendingExpiresAt',
    stamp: 'approvedAt',
    by: ['patient'],
    otherwise: 'not_pending',
  },
  deny: {
    from: 'pending',
    to: 'denied',
    until: 'pendingExpiresAt',
    stamp: 'deniedAt',
    by: ['patient'],
    otherwise: 'not_pending',
  },
  revoke: {
    from: 'approved',
    to: 'revoked',
    until: 'expiresAt',
    stamp: 'revokedAt',
    by: ['patient', 'practitioner'],
    otherwise: 'not_approved',
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

type ForOthers<N extends TransitionName> = N extends N
  ? (typeof transitions)[N]['by'] extends readonly ['patient']
    ? 'not_the_patient'
    : never
  : never;

/**
 * The outcomes of a transition. `not_the_patient` is possible only for transitions that are reserved for the patient.
 */
export type TransitionOutcome<N extends TransitionName> =
  | { readonly kind: 'moved'; readonly request: StoredRequest }
  | {
      readonly kind:
        | 'access_request_not_found'
        | 'request_expired'
        | (typeof transitions)[N]['otherwise']
        | ForOthers<N>;
    };

/** Finds an access request of the caller, as patient or practitioner. Requests of other people count as not found. */
export async function findOwnRequest(table: Reads, id: string, accountId: AccountId) {
  const request = accessRequest.parseIfAny(await table.get(accessRequest.key({ id })));
  if (!request || (request.patientId !== accountId && request.practitioner.accountId !== accountId))
    return undefined;
  return request;
}

/**
 * Applies a transition to a request of the caller. The condition of the write checks the state and the expiry; the
 * loaded request only identifies the item and the role of the caller.
 * @param request the result of `findOwnRequest` for this account.
 */
export async function move<N extends TransitionName>(
  table: Table,
  name: N,
  request: StoredRequest | undefined,
  accountId: AccountId,
  at: Date,
): Promise<TransitionOutcome<N>> {
  // The row of the transition table determines the possible refusals; TypeScript cannot infer that from `Transition`.
  return (await moveBy(table, transitions[name], request, accountId, at)) as TransitionOutcome<N>;
}

async function moveBy(
  table: Table,
  transition: Transition,
  request: StoredRequest | undefined,
  accountId: AccountId,
  at: Date,
): Promise<TransitionOutcome<TransitionName>> {
  if (!request) return { kind: 'access_request_not_found' };
  const role = request.patientId === accountId ? 'patient' : 'practitioner';
  if (!transition.by.includes(role)) return { kind: 'not_the_patient' };

  const now = at.toISOString();
  const changes = {
    status: transition.to,
    [transition.stamp]: now,
    ...(transition.to === 'approved' && { expiresAt: later(at, hours(APPROVED_ACCESS_HOURS)).toISOString() }),
  };
  const refused = await table.transact({
    request: transitionPart(request.id, transition, changes, now),
    ...(role === 'patient' && { notice: tellingPractitioner({ ...request, ...changes }, now) }),
  });
  if (!refused) return { kind: 'moved', request: { ...request, ...changes } };
  const current = accessRequest.parseIfAny(refused.request?.item);
  if (!current) return { kind: 'access_request_not_found' };
  return { kind: current.status === transition.from ? 'request_expired' : transition.otherwise };
}

function transitionPart(
  id: string,
  { from, until }: Transition,
  changes: Readonly<Record<string, string>>,
  now: string,
): Part {
  return {
    Update: {
      Key: accessRequest.key({ id }),
      ...assigning(changes, {
        ConditionExpression: `#status = :from AND ${until} > :now`,
        ExpressionAttributeValues: { ':from': from, ':now': now },
      }),
    },
  };
}
