import { accessLogEntry } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCOUNT_ID, CURSOR, PRACTITIONER_ACCOUNT_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { listAccessLog, PractitionerAccess, searchAccessLog } from './contract.ts';

export const meanings = [
  parametersOf(listAccessLog.query, page),
  meaningsOf(listAccessLog.success[200], {
    entries: 'The entries of this page, the latest first',
    nextCursor,
  }),
  meaningsOf(PractitionerAccess, {
    id: 'The id of the entry',
    at: 'When the practitioner used the records',
    action: 'What the practitioner did',
    patientId: 'The account of the patient',
  }),
  parametersOf(searchAccessLog.params, {
    accountId: { meaning: 'The account whose use of records is searched', example: PRACTITIONER_ACCOUNT_ID },
  }),
  parametersOf(searchAccessLog.query, page),
  meaningsOf(searchAccessLog.body, {
    reason: "Why the log is searched, for the log of administrators' acts, without names of people",
  }),
  meaningsOf(searchAccessLog.success[200], {
    entries: 'The entries of this page, the latest first',
    nextCursor,
  }),
];

export const examples = {
  listAccessLog: { success: { 200: { entries: [accessLogEntry], nextCursor: CURSOR } } },
  searchAccessLog: {
    body: { reason: 'Stolen phone, incident 2026-14' },
    success: {
      200: {
        entries: [
          {
            id: '0e9ad8d5-5a6b-4f51-9a8b-3b3f6e0f27c1',
            at: '2026-03-02T02:31:20.554Z',
            action: 'records_read',
            patientId: ACCOUNT_ID,
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
