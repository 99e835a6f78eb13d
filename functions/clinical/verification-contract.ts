import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { AccountId, line, Nothing, pageOf, pageQuery, Timestamp, title } from '../../shared/resources.ts';
import { Practitioner } from './contract.ts';

/** Who is a practitioner: what administrators enter by hand, see and withdraw. */

const practitioner_not_found = [404, 'That account has no verification.'] as const;
const practitionerParams = z.strictObject({ accountId: AccountId });

export const verifyPractitioner = contract({
  operationId: 'verifyPractitioner',
  area: 'clinical',
  method: 'PUT',
  path: '/v1/platform/practitioners/{accountId}',
  summary: 'Enter or renew the verification of a practitioner by hand',
  description:
    'When a verification is renewed while it stands, accesses go on. A new one after it lapsed or was withdrawn brings none of them back: the practitioner asks the patients again.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params: practitionerParams,
  body: z.strictObject({
    name: title(),
    licenseAuthority: title(),
    licenseNumber: line(60),
    specialistRegistration: z.optional(line(60)),
    specialty: title(),
    organization: title(),
    verificationValidUntil: Timestamp,
  }),
  success: { 200: Practitioner },
  refusals: {
    verification_in_past: [409, 'verificationValidUntil must lie in the future.'],
    practitioner_account_closed: [409, 'That account is deleted or its deletion is pending.'],
  },
  touches: {
    table: { 'CLINICAL#PRACTITIONER#': ['GetItem', 'PutItem'], 'ACCOUNT#': ['ConditionCheckItem'] },
  },
});

export const withdrawVerification = contract({
  operationId: 'withdrawVerification',
  area: 'clinical',
  method: 'DELETE',
  path: '/v1/platform/practitioners/{accountId}',
  summary: 'Withdraw the verification of a practitioner',
  description:
    'From this moment the account is no practitioner: reads and additions under approved accesses end too, for good.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params: practitionerParams,
  success: { 204: Nothing },
  refusals: { practitioner_not_found },
  touches: { table: { 'CLINICAL#PRACTITIONER#': ['UpdateItem'] } },
});

/** A verification as administrators see it. */
export const Verification = z.extend(Practitioner, {
  /** Since when it stands without a break; absent once it was withdrawn. */
  verifiedSince: z.optional(Timestamp),
  withdrawnAt: z.optional(Timestamp),
});

export const getVerification = contract({
  operationId: 'getVerification',
  area: 'clinical',
  method: 'GET',
  path: '/v1/platform/practitioners/{accountId}',
  summary: 'Get the verification of a practitioner, also one that has lapsed or was withdrawn',
  caller: 'platform_admin',
  params: practitionerParams,
  success: { 200: Verification },
  refusals: { practitioner_not_found },
  touches: { table: { 'CLINICAL#PRACTITIONER#': ['GetItem'] } },
});

export const listVerifications = contract({
  operationId: 'listVerifications',
  area: 'clinical',
  method: 'GET',
  path: '/v1/platform/practitioners',
  summary: 'List the verifications of practitioners',
  description: 'By the end of their validity, the earliest first; those that were withdrawn among them.',
  caller: 'platform_admin',
  query: z.object(pageQuery),
  success: { 200: pageOf('practitioners', Verification) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['CLINICAL#PRACTITIONERS'] },
});
