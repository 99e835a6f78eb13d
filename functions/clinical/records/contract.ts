import * as z from 'zod/mini';
import { ClinicalRecord } from '../../../shared/clinical/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { CORRECTION_DAYS } from '../../../shared/values/limits.ts';
import {
  Nothing,
  pageOf,
  pageQuery,
  prose,
  reason,
  Timestamp,
  time,
  title,
  Uuid,
} from '../../../shared/values/resources.ts';
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
  description: `Only the author can mark a note, under a valid access request of the same patient. The note stays in the patient's records, unchanged and with the mark. A note is marked once: a repeated request returns 200 with the first mark. To correct a note, mark it and add another one. For ${CORRECTION_DAYS} days after writing it, the author can also mark it when the access has ended, under the request with which it was written; the response, also to a repeated request, is then 204.`,
  caller: 'account',
  params: z.strictObject({ id: Uuid, recordId: Uuid }),
  body: z.strictObject({ reason: reason() }),
  success: { 200: ClinicalRecord, 204: Nothing },
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

/** A note that the caller has added. It says nothing of the patient and nothing of what the note says. */
export const OwnAddition = z.strictObject({ recordId: Uuid, accessRequestId: Uuid, createdAt: Timestamp });

export const listOwnAdditions = contract({
  operationId: 'listOwnAdditions',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/additions',
  summary: 'List the notes that the caller has added in the last days as a practitioner',
  description: `For marking a note as entered in error after the access has ended. Only notes of the last ${CORRECTION_DAYS} days are listed, the latest first, without title, text and patient. A page may have fewer notes than \`limit\` although there is a next one.`,
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('additions', OwnAddition) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['CLINICAL#LOG-OF-PRACTITIONER#'] },
});

/**
 * A consultation note as a clinical document of FHIR R4.
 * https://hl7.org/fhir/R4/documentreference.html
 */
export const FhirDocument = z.strictObject({
  resourceType: z.literal('DocumentReference'),
  id: Uuid,
  status: z.enum(['current', 'entered-in-error']),
  type: z.strictObject({
    coding: z.array(z.strictObject({ system: z.literal('http://loinc.org'), code: z.literal('11488-4') })),
  }),
  date: Timestamp,
  author: z.array(
    z.strictObject({
      type: z.enum(['Practitioner', 'Organization']),
      display: z.string(),
    }),
  ),
  content: z.array(
    z.strictObject({
      attachment: z.strictObject({
        contentType: z.literal('text/plain;charset=utf-8'),
        data: z.string(),
        title: z.string(),
      }),
    }),
  ),
  context: z.strictObject({ period: z.strictObject({ start: Timestamp, end: Timestamp }) }),
});

/** https://hl7.org/fhir/R4/bundle.html. FHIR has no empty lists, so a bundle without notes has no `entry`. */
export const FhirBundle = z.strictObject({
  resourceType: z.literal('Bundle'),
  type: z.literal('collection'),
  entry: z.optional(z.array(z.strictObject({ fullUrl: z.string(), resource: FhirDocument }))),
});

export const exportRecords = contract({
  operationId: 'exportRecords',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/records/export',
  summary: "Export the caller's own records as a patient, as FHIR R4",
  description: 'Each page is a FHIR bundle of its own, the latest notes first.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: z.strictObject({ bundle: FhirBundle, nextCursor: z.optional(z.string()) }) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'CLINICAL#RECORDS#': ['Query'] } },
});
