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
import { keptUntil } from '../../shared/table/retention.ts';
import type { Part, Reads, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { ErasureStep } from './erasure-step.ts';

/**
 * Finds the steps that erase an account in the clinical area. The law requires a patient's records, requests and access
 * log to be kept for seven years: they hold no name, and a TTL deletes them. Every pending or approved access ends. The
 * names and licences of a practitioner are removed.
 * @returns one transaction for each step that is still to be done.
 */
export async function clinicalErasures(table: Reads, accountId: AccountId, at: Date): Promise<ErasureStep[]> {
  const [records, pointers, log, asPatient, asPractitioner, verification] = await Promise.all([
    table.query(recordsOf(accountId)),
    table.query(recordIdsOf(accountId)),
    table.query(accessLogOf(accountId)),
    table.query(requestsOfPatient(accountId)),
    table.query(requestsOfPractitioner(accountId)),
    table.get(practitionerVerification.key({ id: accountId })),
  ]);
  const requests = (items: readonly StoredItem[]) =>
    items.map((item) => ({ request: accessRequest.parse(item), kept: item['ttl'] !== undefined }));
  const steps = [
    ...[...requests(asPatient), ...requests(asPractitioner)].flatMap(({ request }) => end(request, at)),
    ...requests(asPatient)
      .filter(({ kept }) => !kept)
      .map(({ request }) => keep(accessRequest.key(request), request.requestedAt)),
    ...unkept(records)
      .map(record.parse)
      .map((item) => keep(record.key(item), item.createdAt)),
    ...unkept(pointers)
      .map(recordPointer.parse)
      .map((item) => keep(recordPointer.key(item), item.createdAt)),
    ...unkept(log)
      .map(logEntry.parse)
      .map((entry) => keep(logEntry.key(entry), entry.at)),
    ...requests(asPractitioner)
      .filter(({ request }) => request.practitioner.name !== ERASED.name)
      .map(({ request }) => forgetPractitioner(request)),
    ...(verification ? [forHead(ofPractitioner, verification)(accountId)] : []),
  ];
  return steps.map((parts) => ({ parts }));
}

const ofPractitioner: ByHead<'CLINICAL#PRACTITIONER#', (accountId: AccountId) => TransactionParts> = {
  VERIFICATION: (id) => onlyPart('verification', { Delete: { Key: practitionerVerification.key({ id }) } }),
};

const onlyPart = (name: string, part: Part): TransactionParts => ({ [name]: part });

const unkept = (items: readonly StoredItem[]) => items.filter((item) => item['ttl'] === undefined);

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
