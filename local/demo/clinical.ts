import { accessRequest, practitionerVerification } from '../../shared/clinical/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { days, hours, minutes } from '../../shared/values/clock.ts';
import { APPROVED_ACCESS_HOURS, PENDING_REQUEST_MINUTES } from '../../shared/values/limits.ts';
import { fixedAccount, fixedId } from './ids.ts';
import { accountOf } from './people.ts';
import type { Times } from './times.ts';

/** Verified practitioners and their access requests to the patient. */
export function clinical({ ago, ahead }: Times): StoredItem[] {
  const familyPhysician = {
    id: fixedId('practitioner', 1),
    accountId: accountOf('practitioner'),
    name: 'Dr Lim Wei Han',
    licenseAuthority: 'Malaysian Medical Council',
    licenseNumber: 'MMC 61284',
    specialistRegistration: 'NSR 138842',
    specialty: 'Family medicine',
    organization: 'Klinik Keluarga Damansara',
    verifiedAt: ago(days(3)),
    verificationValidUntil: ahead(days(362)),
  };
  const expired = {
    id: fixedId('practitioner', 2),
    accountId: accountOf('lapsed-practitioner'),
    name: 'Dr Ganesan a/l Muthu',
    licenseAuthority: 'Malaysian Medical Council',
    licenseNumber: 'MMC 40917',
    specialty: 'Internal medicine',
    organization: 'Poliklinik Sri Petaling',
    verifiedAt: ago(days(395)),
    verificationValidUntil: ago(days(30)),
  };
  const dentist = {
    id: fixedId('practitioner', 3),
    accountId: fixedAccount('employee', 900),
    name: 'Dr Siti Hajar binti Roslan',
    licenseAuthority: 'Malaysian Dental Council',
    licenseNumber: 'MDC 22370',
    specialty: 'Orthodontics',
    organization: 'Klinik Pergigian Senyum',
    verifiedAt: ago(days(120)),
    verificationValidUntil: ahead(days(245)),
  };
  const asked = {
    patientId: accountOf('patient'),
    purpose: 'consultation_recordkeeping',
    scope: 'read_and_add',
    noticeVersion: '2026-01-01',
  } as const;
  return [
    practitionerVerification.stored({ ...familyPhysician, verifiedSince: familyPhysician.verifiedAt }),
    practitionerVerification.stored({ ...expired, verifiedSince: expired.verifiedAt }),
    practitionerVerification.stored({ ...dentist, withdrawnAt: ago(days(14)) }),
    accessRequest.stored({
      ...asked,
      id: fixedId('accessRequest', 1),
      status: 'approved',
      practitioner: familyPhysician,
      verifiedSince: familyPhysician.verifiedAt,
      requestedAt: ago(days(2)),
      pendingExpiresAt: ago(days(2) - minutes(PENDING_REQUEST_MINUTES)),
      approvedAt: ago(days(2) - minutes(2)),
      expiresAt: ago(days(2) - minutes(2) - hours(APPROVED_ACCESS_HOURS)),
    }),
    accessRequest.stored({
      ...asked,
      id: fixedId('accessRequest', 2),
      status: 'denied',
      practitioner: dentist,
      verifiedSince: dentist.verifiedAt,
      requestedAt: ago(days(40)),
      pendingExpiresAt: ago(days(40) - minutes(PENDING_REQUEST_MINUTES)),
      deniedAt: ago(days(40) - minutes(4)),
    }),
  ];
}
