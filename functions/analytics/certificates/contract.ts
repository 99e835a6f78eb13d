import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_DRAFT_CERTIFICATES } from '../../../shared/values/limits.ts';
import {
  calendarDate,
  pageOf,
  pageQuery,
  reason,
  Timestamp,
  Uuid,
} from '../../../shared/values/resources.ts';
import { SHARED_STATUSES } from '../../../shared/workspaces/certificate-statuses.ts';
import { MedicalCertificate } from '../../../shared/workspaces/schemas.ts';
import { endsInTime } from '../periods.ts';
import {
  certificate_not_found,
  certificate_not_shared,
  not_workspace_officer,
  workspace_not_found,
} from '../refusals.ts';

/** A shared request, as returned to the owner and the HR admins. */
export const SharedCertificate = z.strictObject({
  id: Uuid,
  /** The employee, as in the list of members. */
  memberId: Uuid,
  status: z.enum(SHARED_STATUSES),
  firstDay: calendarDate(),
  lastDay: calendarDate(),
  submittedAt: Timestamp,
  decidedAt: z.optional(Timestamp),
  rejectionReason: z.optional(z.string()),
  withdrawnAt: z.optional(Timestamp),
  /** Present while the employee shares it. */
  reference: z.optional(z.string()),
});

const Days = { firstDay: calendarDate(), lastDay: calendarDate() };
const params = z.strictObject({ certificateId: Uuid });

export const createCertificate = contract({
  operationId: 'createCertificate',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/medical-certificates',
  summary: 'Create a draft of a medical-certificate request',
  description:
    'For members of a corporate workspace. `firstDay` and `lastDay` are Malaysian calendar days, and both are included. Nobody else sees a draft.',
  caller: 'account',
  body: z.strictObject({ workspaceId: Uuid, ...Days }).check(endsInTime('firstDay', 'lastDay')),
  success: { 201: MedicalCertificate },
  refusals: {
    workspace_not_found,
    too_many_drafts: [409, `An account can have at most ${MAX_DRAFT_CERTIFICATES} drafts.`],
  },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['ConditionCheckItem', 'PutItem'],
      'WORKSPACE#DRAFTS#': ['UpdateItem'],
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
  description: 'The requests of all workspaces are listed, the latest first.',
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
  summary: 'Submit a draft',
  description:
    'Without `sharingConsent`, nobody in the workspace can see or decide on the request, and reports do not count it.',
  caller: 'account',
  params,
  body: Sharing,
  success: { 200: MedicalCertificate },
  refusals: {
    certificate_not_found,
    not_draft: [409, 'The request has already been submitted or withdrawn.'],
    membership_ended: [409, 'The caller is no longer a member of the workspace.'],
  },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
      'WORKSPACE#DRAFTS#': ['UpdateItem'],
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
  description:
    'The consent can change at any time after the submission. It applies immediately to the lists and reports of the workspace.',
  caller: 'account',
  params,
  body: Sharing,
  success: { 200: MedicalCertificate },
  refusals: { certificate_not_found, not_submitted: [409, 'The request has not been submitted.'] },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const withdrawCertificate = contract({
  operationId: 'withdrawCertificate',
  area: 'analytics',
  method: 'POST',
  path: '/v1/workspaces/medical-certificates/{certificateId}/withdrawal',
  summary: 'Withdraw a draft, a submitted request or an approved request',
  caller: 'account',
  params,
  success: { 200: MedicalCertificate },
  refusals: {
    certificate_not_found,
    not_withdrawable: [409, 'The request has already been rejected or withdrawn.'],
  },
  touches: { table: { ...changesOwn.table, 'WORKSPACE#DRAFTS#': ['UpdateItem'] } },
});

export const listCertificates = contract({
  operationId: 'listCertificates',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/medical-certificates',
  summary: 'List the medical-certificate requests that are shared with a workspace',
  description:
    'For the owner and HR admins of a corporate workspace. The latest `lastDay` comes first. Departed and deleted employees are left out. A page returns at most 90 requests and searches at most 300, so it can be shorter than its limit, or empty, before the last one.',
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid }),
  query: z.object({ status: z.optional(SharedCertificate.shape.status), ...pageQuery }),
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
  params: z.strictObject({ workspaceId: Uuid, memberId: Uuid, certificateId: Uuid }),
  success: { 200: SharedCertificate },
  refusals: {
    workspace_not_found,
    not_workspace_officer,
    own_certificate: [409, 'Callers cannot decide on their own requests.'],
    certificate_not_found: certificate_not_shared,
    not_submitted: [409, 'The request has already been decided or withdrawn.'],
  },
  touches: {
    table: {
      'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem', 'UpdateItem'],
      'NOTICE#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['WORKSPACE#MEMBERS#'],
  },
} as const;

export const approveCertificate = contract({
  ...decision,
  operationId: 'approveCertificate',
  path: '/v1/partner/workspaces/{workspaceId}/members/{memberId}/medical-certificates/{certificateId}/approval',
  summary: 'Approve a submitted request of an employee',
  description: 'For the owner and HR admins.',
});

export const rejectCertificate = contract({
  ...decision,
  operationId: 'rejectCertificate',
  path: '/v1/partner/workspaces/{workspaceId}/members/{memberId}/medical-certificates/{certificateId}/rejection',
  summary: 'Reject a submitted request of an employee',
  description: 'For the owner and HR admins. The employee reads the reason.',
  body: z.strictObject({ reason: reason() }),
});
