import { record } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCESS_REQUEST_ID, CURSOR, RECORD_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { addRecord, listOwnRecords, listRecords, markRecordInError } from './contract.ts';

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
    success: { 200: { ...record, enteredInError: mark } },
  },
  listOwnRecords: { success: { 200: { records: [record], nextCursor: CURSOR } } },
} satisfies ExamplesOf<typeof contract>;
