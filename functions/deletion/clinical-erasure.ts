import {
  accessLogOf,
  accessRequest,
  logEntry,
  practitionerVerification,
  record,
  recordIdsOf,
  recordPointer,
  recordsOf,
  requestsOfPatient,
  requestsOfPractitioner,
  type StoredRequest,
} from '../../shared/clinical/items.ts';
import { type ByHead, forHead, type Key, type StoredItem } from '../../shared/table/item.ts';
import type { List } from '../../shared/table/pages.ts';
import { keptUntil } from '../../shared/table/retention.ts';
import type { Part, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase an account in the clinical area. The law requires a patient's records, requests and access
 * log to be kept for seven years: they do not name the patient, and a TTL deletes them. Every pending or approved access
 * ends. A practitioner's data is removed from the verification and the requests. The notes of other people keep the name and
 * the organization of their author (decision 6).
 */
export const clinicalErasures: Erasures = async function* (table, accountId, at) {
  const requestsOf = async function* (list: List, steps: readonly ((item: StoredItem) => ErasureStep[])[]) {
    // The steps of a request follow each other, so each kind of step is taken for the whole page.
    for (const stepsFor of steps) yield* stepsOf(table, list, stepsFor);
  };
  const ending = (item: StoredItem) => end(accessRequest.parse(item), at).map(only);
  yield* requestsOf(requestsOfPatient(accountId), [
    ending,
    keeping(accessRequest, ({ requestedAt }) => requestedAt),
  ]);
  yield* requestsOf(requestsOfPractitioner(accountId), [ending, forgetting]);
  yield* stepsOf(
    table,
    recordsOf(accountId),
    keeping(record, ({ createdAt }) => createdAt),
  );
  yield* stepsOf(
    table,
    recordIdsOf(accountId),
    keeping(recordPointer, ({ createdAt }) => createdAt),
  );
  yield* stepsOf(
    table,
    accessLogOf(accountId),
    keeping(logEntry, (entry) => entry.at),
  );
  const verification = await table.get(practitionerVerification.key({ id: accountId }));
  if (verification) yield [only(forHead(ofPractitioner, verification)(accountId))];
};

const only = (parts: TransactionParts): ErasureStep => ({ parts });

/** Sets the TTL of an item that has none yet. */
function keeping<Item>(
  of: { readonly parse: (item: StoredItem) => Item; readonly key: (item: Item) => Key },
  madeAt: (item: Item) => string,
) {
  return (stored: StoredItem): ErasureStep[] => {
    if (stored['ttl'] !== undefined) return [];
    const item = of.parse(stored);
    return [only(keep(of.key(item), madeAt(item)))];
  };
}

function forgetting(item: StoredItem): ErasureStep[] {
  const request = accessRequest.parse(item);
  return request.practitioner.name === ERASED.name ? [] : [only(forgetPractitioner(request))];
}

const ofPractitioner: ByHead<'CLINICAL#PRACTITIONER#', (accountId: AccountId) => TransactionParts> = {
  VERIFICATION: (id) => onlyPart('verification', { Delete: { Key: practitionerVerification.key({ id }) } }),
};

const onlyPart = (name: string, part: Part): TransactionParts => ({ [name]: part });

/** How a pending or approved request ends when the account of its patient or practitioner is erased. */
const ENDS = {
  pending: { to: 'denied', stamp: 'deniedAt', until: 'pendingExpiresAt' },
  approved: { to: 'revoked', stamp: 'revokedAt', until: 'expiresAt' },
} as const;

function end(request: StoredRequest, at: Date): TransactionParts[] {
  const { id, status } = request;
  if (status !== 'pending' && status !== 'approved') return [];
  const { to, stamp, until } = ENDS[status];
  const now = at.toISOString();
  if ((request[until] ?? '') <= now) return [];
  return [
    onlyPart('request', {
      Update: {
        Key: accessRequest.key({ id }),
        UpdateExpression: `SET #status = :to, ${stamp} = :now`,
        ConditionExpression: '#status = :from',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':to': to, ':from': status, ':now': now },
      },
    }),
  ];
}

function keep(Key: Key, madeAt: string): TransactionParts {
  return onlyPart('kept', {
    Update: {
      Key,
      UpdateExpression: 'SET #ttl = :ttl',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':ttl': keptUntil(madeAt) },
    },
  });
}

/** Replaces the practitioner's data in the requests of an erased account. */
const ERASED = {
  name: 'Erased account',
  licenseAuthority: '',
  licenseNumber: '',
  specialty: '',
  organization: '',
} as const;

function forgetPractitioner({ id, practitioner }: StoredRequest): TransactionParts {
  const { id: practitionerId, verifiedAt, verificationValidUntil } = practitioner;
  return onlyPart('request', {
    Update: {
      Key: accessRequest.key({ id }),
      UpdateExpression: 'SET practitioner = :erased',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':erased': { ...ERASED, id: practitionerId, verifiedAt, verificationValidUntil },
      },
    },
  });
}
