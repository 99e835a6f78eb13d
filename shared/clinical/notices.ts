import type { NoticeKind } from '../notices/kind.ts';

/** What clinical acts tell. The id of the access request gives both sides the same mark. */
const clinical = { area: 'clinical', mayLeave: true } as const;
const toPatient = { ...clinical, recipient: 'patient', shows: 'practitioner' } as const;
const toPractitioner = { ...clinical, recipient: 'practitioner', ids: ['accessRequestId'] } as const;

export const clinicalNotices = {
  access_requested: { ...toPatient, ids: ['accessRequestId'], worthDays: 'until' },
  access_approved: { ...toPractitioner, worthDays: 'until' },
  access_denied: { ...toPractitioner, worthDays: 1 },
  access_ended_by_patient: { ...toPractitioner, worthDays: 1 },
  record_added: { ...toPatient, ids: ['accessRequestId', 'recordId'], worthDays: 7 },
  record_marked_in_error: { ...toPatient, ids: ['accessRequestId', 'recordId'], worthDays: 7 },
  verification_ends_30: { ...clinical, recipient: 'practitioner', ids: [], worthDays: 'until' },
} as const satisfies Readonly<Record<string, NoticeKind>>;
