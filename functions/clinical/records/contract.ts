import * as z from 'zod/mini';
import { ClinicalRecord } from '../../../shared/clinical/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { pageOf, pageQuery, prose, reason, time, title, Uuid } from '../../../shared/values/resources.ts';
import { access_request_not_found, params, practitioner_not_verified } from '../access-requests/contract.ts';

const access_not_approved = [
  403,
  'The patient has not approved this access request, or the access has ended.',
] as const;

export const listRecords = contract({
  operationId: 'listRecords',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-requests/{id}/records',
  summary: "List the patient's records under an approved access request",
  description:
    "Includes the notes of all practitioners, the latest first. Every page adds an entry to the patient's access log before it is returned.",
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('records', ClinicalRecord) },
  refusals: { access_request_not_found, practitioner_not_verified, access_not_approved },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'CLINICAL#REQUEST#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'CLINICAL#RECORDS#': ['Query'],
      'CLINICAL#LOG#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const addRecord = contract({
  operationId: 'addRecord',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/access-requests/{id}/records',
  summary: "Add a consultation note to the patient's records under an approved access request",
  description:
    'The transaction that writes the note also checks the approval, so no note is added after a revocation. `consultedAt` defaults to the current time. Choose a `recordId` and use it for every retry: if an earlier attempt has added the note, the response is 200 with that note, and no second one is added. A retry with other contents is refused.',
  caller: 'account',
  params,
  body: z.strictObject({
    recordId: z.optional(Uuid),
    title: title(),
    body: prose(5000, 1),
    consultedAt: z.optional(time()),
  }),
  success: { 200: ClinicalRecord, 201: ClinicalRecord },
  refusals: {
    access_request_not_found,
    practitioner_not_verified,
    access_not_approved,
    consultation_in_future: [409, 'consultedAt must not be in the future.'],
    record_id_taken: [409, 'Another note, or this one with other contents, has this recordId.'],
  },
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'CLINICAL#REQUEST#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#RECORDS#': ['GetItem', 'PutItem'],
      'CLINICAL#RECORD-ID#': ['PutItem'],
      'CLINICAL#LOG#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const markRecordInError = contract({
  operationId: 'markRecordInError',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/access-requests/{id}/records/{recordId}/error',
  summary: 'Mark an own consultation note as entered in error',
  description:
    "Only the author can mark a note, under a valid access request of the same patient. The note stays in the patient's records, unchanged and with the mark. A note is marked once: a repeated request returns 200 with the first mark. To correct a note, mark it and add another one.",
  caller: 'account',
  params: z.strictObject({ id: Uuid, recordId: Uuid }),
  body: z.strictObject({ reason: reason() }),
  success: { 200: ClinicalRecord },
  refusals: {
    access_request_not_found,
    practitioner_not_verified,
    access_not_approved,
    record_not_found: [404, 'The patient has no note with this id.'],
    not_the_author: [403, 'Only the author of a note can mark it.'],
  },
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'CLINICAL#REQUEST#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'CLINICAL#RECORDS#': ['GetItem', 'UpdateItem'],
      'CLINICAL#RECORD-ID#': ['GetItem'],
      'CLINICAL#LOG#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listOwnRecords = contract({
  operationId: 'listOwnRecords',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/records',
  summary: "List the caller's own records as a patient",
  description: 'The latest records come first.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('records', ClinicalRecord) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'CLINICAL#RECORDS#': ['Query'] } },
});
