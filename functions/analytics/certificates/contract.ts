import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, calendarDate, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/resources.ts';
import { endsInTime } from '../periods.ts';
import {
  certificate_not_found,
  certificate_not_shared,
  not_workspace_officer,
  workspace_not_found,
} from '../refusals.ts';

/** A request as its employee sees it: the days of an absence, and never a diagnosis. */
export const MedicalCertificate = z.strictObject({
  id: Uuid,
  workspaceId: Uuid,
  status: z.enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn']),
  firstDay: calendarDate(),
  lastDay: calendarDate(),
  sharingConsent: z.boolean(),
  createdAt: Timestamp,
  submittedAt: z.optional(Timestamp),
  decidedAt: z.optional(Timestamp),
  withdrawnAt: z.optional(Timestamp),
});

/** The same, as the owner and the HR admins see it while it is shared with them. */
export const SharedCertificate = z.strictObject({
  id: Uuid,
  accountId: Uuid,
  status: z.enum(['submitted', 'approved', 'rejected', 'withdrawn']),
  firstDay: calendarDate(),
  lastDay: calendarDate(),
  submittedAt: Timestamp,
  decidedAt: z.optional(Timestamp),
  withdrawnAt: z.optional(Timestamp),
});

const Days = { firstDay: calendarDate(), lastDay: calendarDate() };
const params = z.strictObject({ certificateId: Uuid });

export const createCertificate = contract({
  operationId: 'createCertificate',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/medical-certificates',
  summary: 'Draft a medical-certificate request, as a member of a corporate workspace',
  description: 'Malaysian calendar days, both ends included. A draft is seen by nobody else.',
  caller: 'account',
  body: z.strictObject({ workspaceId: Uuid, ...Days }).check(endsInTime('firstDay', 'lastDay')),
  success: { 201: MedicalCertificate },
  refusals: { workspace_not_found },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['ConditionCheckItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listOwnCertificates = contract({
  operationId: 'listOwnCertificates',
  area: 'analytics',
  method: 'GET',
  path: '/v1/workspaces/medical-certificates',
  summary: "List the caller's medical-certificate requests",
  description: 'Of all workspaces, latest first.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('certificates', MedicalCertificate) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi2: ['WORKSPACE#CERTIFICATES-OF#'] },
});

export const getOwnCertificate = contract({
  operationId: 'getOwnCertificate',
  area: 'analytics',
  method: 'GET',
  path: '/v1/workspaces/medical-certificates/{certificateId}',
  summary: "Get one of the caller's medical-certificate requests",
  caller: 'account',
  params,
  success: { 200: MedicalCertificate },
  refusals: { certificate_not_found },
  touches: { table: { 'WORKSPACE#ACCOUNT#': ['GetItem'] } },
});

const changesOwn = {
  table: { 'WORKSPACE#ACCOUNT#': ['GetItem', 'UpdateItem'], 'ACCOUNT#': ['ConditionCheckItem'] },
} as const;

export const updateCertificate = contract({
  operationId: 'updateCertificate',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/workspaces/medical-certificates/{certificateId}',
  summary: 'Change the days of a draft',
  caller: 'account',
  params,
  body: z.strictObject(Days).check(endsInTime('firstDay', 'lastDay')),
  success: { 200: MedicalCertificate },
  refusals: { certificate_not_found, not_draft: [409, 'Only the days of a draft can be changed.'] },
  touches: changesOwn,
});

const Sharing = z.strictObject({ sharingConsent: z.boolean() });

export const submitCertificate = contract({
  operationId: 'submitCertificate',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/medical-certificates/{certificateId}/submission',
  summary: 'Submit a draft, with or without consent to share it with the workspace',
  description: 'Without the consent nobody in the workspace sees, counts or decides on it.',
  caller: 'account',
  params,
  body: Sharing,
  success: { 200: MedicalCertificate },
  refusals: {
    certificate_not_found,
    not_draft: [409, 'The request was submitted or withdrawn already.'],
    membership_ended: [409, 'The caller is not in the workspace any more.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const changeSharing = contract({
  operationId: 'changeSharing',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/workspaces/medical-certificates/{certificateId}/sharing',
  summary: 'Give or withdraw the consent to share a submitted request',
  description: 'At any time, in any state. From this moment the workspace sees and counts it, or does not.',
  caller: 'account',
  params,
  body: Sharing,
  success: { 200: MedicalCertificate },
  refusals: { certificate_not_found, not_submitted: [409, 'The request was never submitted.'] },
  touches: changesOwn,
});

export const withdrawCertificate = contract({
  operationId: 'withdrawCertificate',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/medical-certificates/{certificateId}/withdrawal',
  summary: 'Withdraw a request: a draft, a submitted or an approved one',
  caller: 'account',
  params,
  success: { 200: MedicalCertificate },
  refusals: {
    certificate_not_found,
    not_withdrawable: [409, 'The request was rejected or withdrawn already.'],
  },
  touches: changesOwn,
});

export const listCertificates = contract({
  operationId: 'listCertificates',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/medical-certificates',
  summary: 'List the medical-certificate requests that are shared with a workspace, as its owner or HR admin',
  description:
    'The latest last day comes first. Departed and deleted employees are left out, so a page may hold fewer items than its limit.',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid }),
  query: z.object(pageQuery),
  success: { 200: pageOf('certificates', SharedCertificate) },
  refusals: { workspace_not_found, not_workspace_officer },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'WORKSPACE#ID#': ['GetItem'], 'WORKSPACE#ACCOUNT#': ['GetItem', 'BatchGetItem'] },
    gsi1: ['WORKSPACE#CERTIFICATES#'],
  },
});

const decision = {
  area: 'analytics',
  method: 'POST',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid, accountId: AccountId, certificateId: Uuid }),
  success: { 200: SharedCertificate },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    own_certificate: [409, 'Nobody decides on their own request.'],
    certificate_not_found: certificate_not_shared,
    not_submitted: [409, 'The request was decided or withdrawn already.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
} as const;

export const approveCertificate = contract({
  ...decision,
  operationId: 'approveCertificate',
  path: '/v1/partner/workspaces/{workspaceId}/members/{accountId}/medical-certificates/{certificateId}/approval',
  summary: "Approve an employee's submitted request, as the owner or an HR admin",
});

export const rejectCertificate = contract({
  ...decision,
  operationId: 'rejectCertificate',
  path: '/v1/partner/workspaces/{workspaceId}/members/{accountId}/medical-certificates/{certificateId}/rejection',
  summary: "Reject an employee's submitted request, as the owner or an HR admin",
});
