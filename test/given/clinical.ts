import {
  accessRequest,
  practitionerVerification,
  qrToken,
  StoredPractitioner,
  type StoredRequest,
} from '../../shared/clinical/items.ts';
import { fingerprint, hours, later, minutes } from '../../shared/values/clock.ts';
import {
  APPROVED_ACCESS_HOURS,
  PENDING_REQUEST_MINUTES,
  QR_TOKEN_MINUTES,
} from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { iso } from './items.ts';

type Verification = Parameters<typeof practitionerVerification.stored>[0];

/** What an administrator has compared with the register. */
export const describedPractitioner = {
  name: 'Dr Aisyah binti Rahman',
  licenseAuthority: 'Malaysian Medical Council',
  licenseNumber: 'MMC 48213',
  specialty: 'Family medicine',
  organization: 'Klinik Seri Damai',
};

/** A verified account. A verification that the account has is replaced, and the practitioner keeps the id. */
export async function givenPractitioner(world: World, more: Partial<Verification> = {}): Promise<AccountId> {
  const accountId = more.accountId ?? newAccount();
  const found = more.accountId && (await world.item(practitionerVerification.key({ accountId })));
  const verifiedAt = iso(later(world.now(), -hours(1000)));
  await world.put(
    practitionerVerification.stored({
      id: practitionerVerification.parseIfAny(found)?.id ?? newId(),
      accountId,
      ...describedPractitioner,
      verifiedAt,
      ...(!more.withdrawnAt && { verifiedSince: verifiedAt }),
      verificationValidUntil: iso(later(world.now(), hours(1000))),
      ...more,
    }),
  );
  return accountId;
}

/** A patient with an issued QR token. */
export async function givenToken(world: World, more: Partial<Parameters<typeof qrToken.stored>[0]> = {}) {
  const token = world.clock.newSecret();
  const patientId = more.patientId ?? newAccount();
  const issued = {
    tokenHash: fingerprint(token),
    issuedAt: iso(world.now()),
    expiresAt: iso(later(world.now(), minutes(QR_TOKEN_MINUTES))),
  };
  await world.put(qrToken.stored({ ...issued, ...more, patientId }));
  return { token, patientId, key: qrToken.key(issued) };
}

/** An access request of a verified practitioner for a patient, in any state. */
export async function givenRequest(world: World, more: Partial<StoredRequest> = {}): Promise<StoredRequest> {
  const accountId = more.practitioner?.accountId ?? (await givenPractitioner(world));
  const stored = (await world.item(practitionerVerification.key({ accountId }))) ?? {};
  const { verifiedSince = '' } = practitionerVerification.parse(stored);
  const now = world.now();
  const approved = more.status === 'approved' || more.status === 'revoked';
  const made: StoredRequest = {
    id: newId(),
    status: 'pending',
    patientId: newAccount(),
    practitioner: StoredPractitioner.parse(stored),
    verifiedSince,
    requestedAt: iso(now),
    pendingExpiresAt: iso(later(now, minutes(PENDING_REQUEST_MINUTES))),
    ...(approved && { approvedAt: iso(now), expiresAt: iso(later(now, hours(APPROVED_ACCESS_HOURS))) }),
    purpose: 'consultation_recordkeeping',
    scope: 'read_and_add',
    noticeVersion: '2031-01-01',
    ...more,
  };
  await world.put(accessRequest.stored(made));
  return made;
}

/** The body of a consultation note. */
export const recordBody = { title: 'Blood pressure', body: '128/82 at rest.' };

/** The body with which an administrator enters a verification. */
export const verificationBody = {
  name: 'Dr Lim Wei Han',
  licenseAuthority: 'Malaysian Medical Council',
  licenseNumber: 'MMC 51877',
  specialistRegistration: 'NSR 138842',
  specialty: 'Family medicine',
  organization: 'Klinik Damai',
  verificationValidUntil: '2032-03-14T04:00:00.000Z',
};
