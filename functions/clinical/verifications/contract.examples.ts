import { enteredVerification, verification } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CURSOR, PRACTITIONER_ACCOUNT_ID, PRACTITIONER_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { getVerification, listVerifications, verifyPractitioner } from './contract.ts';

export const meanings = [
  parametersOf(getVerification.params, {
    accountId: { meaning: 'The account of the practitioner', example: PRACTITIONER_ACCOUNT_ID },
  }),
  meaningsOf(verifyPractitioner.body, {
    name: 'The name of the practitioner, one line of plain text',
    licenseAuthority: 'The authority that issued the licence',
    licenseNumber: 'The number of the licence',
    specialistRegistration: 'The registration as a specialist; omit it for practitioners without one',
    specialty: 'The field of medicine',
    organization: 'The clinic or hospital',
    verificationValidUntil: 'When the verification ends',
  }),
  parametersOf(listVerifications.query, {
    practitionerId: {
      meaning: 'The id of a practitioner, as patients see it; by default, all practitioners are listed',
      example: PRACTITIONER_ID,
    },
    ...page,
  }),
  meaningsOf(listVerifications.success[200], {
    practitioners: 'The verifications of this page, by the end of their validity',
    nextCursor,
  }),
];

const { verifiedSince: _, ...ended } = verification;

export const examples = {
  verifyPractitioner: { body: enteredVerification, success: { 200: verification } },
  withdrawVerification: { success: { 204: undefined } },
  getVerification: { success: { 200: { ...ended, withdrawnAt: '2026-02-11T07:20:00.000Z' } } },
  listVerifications: { success: { 200: { practitioners: [verification], nextCursor: CURSOR } } },
} satisfies ExamplesOf<typeof contract>;
