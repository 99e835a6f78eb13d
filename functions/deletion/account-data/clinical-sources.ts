import {
  accessLogOf,
  accessRequest,
  logEntry,
  practitionerVerification,
  record,
  recordsOf,
  requestsOfPatient,
  requestsOfPractitioner,
} from '../../../shared/clinical/items.ts';
import {
  presentLog,
  presentRecord,
  presentRequest,
  presentVerification,
} from '../../../shared/clinical/presenters.ts';
import type { Source } from './source.ts';

export const verification = {
  name: 'verification',
  prefix: 'CLINICAL#PRACTITIONER#',
  list: (accountId) => ({ pk: practitionerVerification.key({ accountId }).pk }),
  present: {
    VERIFICATION: (items) =>
      items.map((item) => ({
        area: 'clinical',
        kind: 'practitioner_verification',
        data: presentVerification(practitionerVerification.parse(item)),
      })),
  },
} as const satisfies Source;

export const requestsAsPatient = {
  name: 'requests-as-patient',
  prefix: 'CLINICAL#REQUEST#',
  list: requestsOfPatient,
  present: {
    REQUEST: (items, { at }) =>
      items.map((item) => ({
        area: 'clinical',
        kind: 'access_request_as_patient',
        data: presentRequest(accessRequest.parse(item), at),
      })),
  },
} as const satisfies Source;

export const requestsAsPractitioner = {
  name: 'requests-as-practitioner',
  prefix: 'CLINICAL#REQUEST#',
  list: requestsOfPractitioner,
  present: {
    REQUEST: (items, { at }) =>
      items.map((item) => ({
        area: 'clinical',
        kind: 'access_request_as_practitioner',
        data: presentRequest(accessRequest.parse(item), at),
      })),
  },
} as const satisfies Source;

export const records = {
  name: 'records',
  prefix: 'CLINICAL#RECORDS#',
  list: recordsOf,
  present: (items) =>
    items.map((item) => ({
      area: 'clinical',
      kind: 'clinical_record',
      data: presentRecord(record.parse(item)),
    })),
} as const satisfies Source;

export const accessLog = {
  name: 'access-log',
  prefix: 'CLINICAL#LOG#',
  list: accessLogOf,
  present: async (items, { table }) =>
    (await presentLog(table, items.map(logEntry.parse))).map((data) => ({
      area: 'clinical',
      kind: 'access_log_entry',
      data,
    })),
} as const satisfies Source;
