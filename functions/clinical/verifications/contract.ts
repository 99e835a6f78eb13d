import * as z from 'zod/mini';
import { Verification } from '../../../shared/clinical/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import {
  AccountId,
  line,
  Nothing,
  pageOf,
  pageQuery,
  time,
  title,
  Uuid,
} from '../../../shared/values/resources.ts';

/** Administrators enter, read and withdraw the verifications of practitioners by hand. */

const practitioner_not_found = [404, 'The account has no verification.'] as const;
const practitionerParams = z.strictObject({ accountId: AccountId });

export const verifyPractitioner = contract({
  operationId: 'verifyPractitioner',
  area: 'clinical',
  method: 'PUT',
  path: '/v1/platform/practitioners/{accountId}',
  summary: 'Enter or renew the verification of a practitioner',
  description:
    'An administrator checks the practitioner and enters the result by hand. The first verification gives the practitioner an `id`, which never changes. If the verification is still valid when it is renewed, access requests stay valid. If it has expired or was withdrawn, earlier access requests stay invalid and the practitioner needs new ones.',
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
    verificationValidUntil: time(),
  }),
  success: { 200: Verification },
  refusals: {
    verification_in_past: [409, 'verificationValidUntil must be in the future.'],
    practitioner_account_closed: [409, 'The account is closed. Its data is erased, or will be.'],
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
    'The account immediately stops being a practitioner. Its approved access requests end and stay invalid after a new verification.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params: practitionerParams,
  success: { 204: Nothing },
  refusals: { practitioner_not_found },
  touches: { table: { 'CLINICAL#PRACTITIONER#': ['UpdateItem'] } },
});

export const getVerification = contract({
  operationId: 'getVerification',
  area: 'clinical',
  method: 'GET',
  path: '/v1/platform/practitioners/{accountId}',
  summary: 'Get the verification of a practitioner',
  description:
    'Expired and withdrawn verifications are returned too, and those of deleted accounts for seven years.',
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
  description:
    'Sorted by `verificationValidUntil`, the earliest first. Expired and withdrawn verifications are included. With `practitionerId`, which patients read in access requests, notes and logs, the response has the verification of that practitioner, even after the deletion of the account.',
  caller: 'platform_admin',
  query: z.object({ practitionerId: z.optional(Uuid), ...pageQuery }),
  success: { 200: pageOf('practitioners', Verification) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['CLINICAL#PRACTITIONERS'], gsi2: ['CLINICAL#PRACTITIONER-ID#'] },
});
