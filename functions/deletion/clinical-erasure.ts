import { tellingPractitioner } from '../../shared/clinical/decision-notices.ts';
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
  type StoredVerification,
} from '../../shared/clinical/items.ts';
import { type ByHead, forHead, type Key, type StoredItem } from '../../shared/table/item.ts';
import { keptUntil } from '../../shared/table/retention.ts';
import type { Part, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase an account in the clinical area. The law requires a patient's records, requests and access
 * log to be kept for seven years: they do not name the patient, and a TTL deletes them. Every pending or approved access
 * ends. Requests, records and log entries of other people keep the practitioner as verified, and the verification is withdrawn
 * and kept for seven years: nobody vanishes from a log (decision 6).
 */
export const clinicalErasures: Erasures = async function* (table, accountId, at) {
  const ending = (item: StoredItem) => end(accessRequest.parse(item), accountId, at).map(only);
  // The steps of a request follow each other, so each kind of step is taken for the whole list.
  yield* stepsOf(table, requestsOfPatient(accountId), ending);
  yield* stepsOf(
    table,
    requestsOfPatient(accountId),
    keeping(accessRequest, ({ requestedAt }) => requestedAt),
  );
  yield* stepsOf(table, requestsOfPractitioner(accountId), ending);
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
  const verification = await table.get(practitionerVerification.key({ accountId }));
  if (verification) yield forHead(ofPractitioner, verification)(verification, at).map(only);
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

const ofPractitioner: ByHead<'CLINICAL#PRACTITIONER#', (item: StoredItem, at: Date) => TransactionParts[]> = {
  VERIFICATION: (item, at) => retire(practitionerVerification.parse(item), at),
};

const onlyPart = (name: string, part: Part): TransactionParts => ({ [name]: part });

/** How a pending or approved request ends when the account of its patient or practitioner is erased. */
const ENDS = {
  pending: { to: 'denied', stamp: 'deniedAt', until: 'pendingExpiresAt' },
  approved: { to: 'revoked', stamp: 'revokedAt', until: 'expiresAt' },
} as const;

/** The practitioner is told the end of an access that the patient's account ends. */
function end(request: StoredRequest, leaver: AccountId, at: Date): TransactionParts[] {
  const { id, status, patientId } = request;
  if (status !== 'pending' && status !== 'approved') return [];
  const { to, stamp, until } = ENDS[status];
  const now = at.toISOString();
  if ((request[until] ?? '') <= now) return [];
  return [
    {
      request: {
        Update: {
          Key: accessRequest.key({ id }),
          UpdateExpression: `SET #status = :to, ${stamp} = :now`,
          ConditionExpression: '#status = :from',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':to': to, ':from': status, ':now': now },
        },
      },
      ...(patientId === leaver && { notice: tellingPractitioner({ ...request, status: to }, now) }),
    },
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

/**
 * Withdraws the verification of an erased account and takes it off the list of practitioners. What was verified stays, and
 * administrators find it by the practitioner's id, until its TTL.
 */
function retire({ accountId, erasedAt }: StoredVerification, at: Date): TransactionParts[] {
  if (erasedAt !== undefined) return [];
  const now = at.toISOString();
  return [
    onlyPart('verification', {
      Update: {
        Key: practitionerVerification.key({ accountId }),
        UpdateExpression:
          'SET erasedAt = :now, withdrawnAt = if_not_exists(withdrawnAt, :now), #ttl = :ttl REMOVE verifiedSince, gsi1pk, gsi1sk',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasedAt)',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': now, ':ttl': keptUntil(now) },
      },
    }),
  ];
}
