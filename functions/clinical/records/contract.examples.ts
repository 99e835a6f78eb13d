import { record } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCESS_REQUEST_ID, CURSOR, RECORD_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  addRecord,
  exportRecords,
  FhirBundle,
  FhirDocument,
  listOwnAdditions,
  listOwnRecords,
  listRecords,
  markRecordInError,
  OwnAddition,
} from './contract.ts';
import { bundleOf } from './fhir.ts';

export const meanings = [
  parametersOf(listRecords.query, page),
  meaningsOf(listRecords.success[200], { records: 'The notes of this page, the latest first', nextCursor }),
  meaningsOf(addRecord.body, {
    recordId: 'An id of your choice for the note. Repeat it when you retry.',
    title: 'The title of the note, one line of plain text',
    body: 'The text of the note',
    consultedAt: 'When the consultation took place; by default, the current time',
  }),
  parametersOf(markRecordInError.params, {
    id: { meaning: 'The id of the access request', example: ACCESS_REQUEST_ID },
    recordId: { meaning: 'The id of the note', example: RECORD_ID },
  }),
  meaningsOf(markRecordInError.body, { reason: 'Why the note is wrong' }),
  parametersOf(listOwnRecords.query, page),
  meaningsOf(listOwnRecords.success[200], {
    records: 'The notes of this page, the latest first',
    nextCursor,
  }),
  parametersOf(listOwnAdditions.query, page),
  meaningsOf(listOwnAdditions.success[200], {
    additions: 'The notes of this page, the latest first',
    nextCursor,
  }),
  meaningsOf(OwnAddition, {
    recordId: 'The id of the note',
    accessRequestId: 'The access request under which the note was added',
    createdAt: 'When the note was added',
  }),
  parametersOf(exportRecords.query, page),
  meaningsOf(exportRecords.success[200], { bundle: 'The notes of this page as FHIR R4', nextCursor }),
  meaningsOf(FhirBundle, {
    resourceType: 'The type of the FHIR resource',
    type: 'A collection without a particular meaning',
    entry: {
      meaning: 'The notes, the latest first; omitted without any',
      properties: { fullUrl: 'The id of the note as a URN', resource: 'The note itself' },
    },
  }),
  meaningsOf(FhirDocument, {
    resourceType: 'The type of the FHIR resource',
    id: 'The id of the note',
    status: 'Whether the author has marked the note as entered in error',
    type: {
      meaning: 'A consult note',
      properties: {
        coding: {
          meaning: 'Its code in LOINC',
          properties: { system: 'The code system', code: 'The code in it' },
        },
      },
    },
    date: 'When the note was added',
    author: {
      meaning: 'The author of the note with the clinic or hospital, as verified when it was written',
      properties: {
        type: 'Whether it is the practitioner or the organization',
        display: 'The name of the practitioner or the organization',
      },
    },
    content: {
      meaning: 'What the note says',
      properties: {
        attachment: {
          meaning: 'The text of the note',
          properties: {
            contentType: 'The media type',
            data: 'The text in UTF-8 and Base64',
            title: 'The title of the note',
          },
        },
      },
    },
    context: {
      meaning: 'The consultation',
      properties: {
        period: {
          meaning: 'When the consultation took place',
          properties: { start: 'The time of the consultation', end: 'The same time' },
        },
      },
    },
  }),
];

const { title, body, consultedAt } = record;
const mark = { at: '2026-03-02T02:48:03.117Z', reason: 'The note belongs to another patient.' };

export const examples = {
  listRecords: { success: { 200: { records: [record], nextCursor: CURSOR } } },
  addRecord: {
    body: { recordId: RECORD_ID, title, body, consultedAt },
    success: { 200: record, 201: record },
  },
  markRecordInError: {
    body: { reason: mark.reason },
    success: { 200: { ...record, enteredInError: mark }, 204: undefined },
  },
  listOwnRecords: { success: { 200: { records: [record], nextCursor: CURSOR } } },
  listOwnAdditions: {
    success: {
      200: {
        additions: [{ recordId: RECORD_ID, accessRequestId: ACCESS_REQUEST_ID, createdAt: record.createdAt }],
        nextCursor: CURSOR,
      },
    },
  },
  exportRecords: { success: { 200: { bundle: bundleOf([record]), nextCursor: CURSOR } } },
} satisfies ExamplesOf<typeof contract>;
