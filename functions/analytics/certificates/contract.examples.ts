import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CERTIFICATE_ID, CURSOR, MEMBER_ID, WORKSPACE_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import {
  daysMeanings,
  decidedAt,
  decisionMeanings,
  draftCertificate,
  ownMembership,
  rejection,
  submittedCertificate,
} from '../../../shared/workspaces/schemas.examples.ts';
import { workspaceParameter } from '../workspaces/contract.examples.ts';
import type * as contract from './contract.ts';
import {
  approveCertificate,
  changeSharing,
  createCertificate,
  getOwnCertificate,
  listCertificates,
  listOwnCertificates,
  rejectCertificate,
  SharedCertificate,
  updateCertificate,
} from './contract.ts';

const certificateParameter = {
  certificateId: { meaning: 'The id of the medical-certificate request', example: CERTIFICATE_ID },
};

export const meanings = [
  meaningsOf(SharedCertificate, {
    id: 'The id of the request',
    memberId: 'The id of the employee in the list of members',
    status: 'The state of the request',
    ...daysMeanings,
    submittedAt: 'When the request was submitted',
    ...decisionMeanings,
    reference: 'The reference of the employee; omitted unless the employee shares it',
  }),
  meaningsOf(createCertificate.body, { workspaceId: 'The id of the workspace', ...daysMeanings }),
  parametersOf(listOwnCertificates.query, page),
  meaningsOf(listOwnCertificates.success[200], {
    certificates: 'The requests of this page, the latest first',
    nextCursor,
  }),
  parametersOf(getOwnCertificate.params, certificateParameter),
  meaningsOf(updateCertificate.body, daysMeanings),
  // The bodies of `submitCertificate` and `changeSharing` have the same schema.
  meaningsOf(changeSharing.body, {
    sharingConsent: 'Whether the employee agrees to share the request with the workspace',
  }),
  parametersOf(listCertificates.params, workspaceParameter),
  parametersOf(listCertificates.query, {
    status: { meaning: 'Lists only the requests in this state', example: 'submitted' },
    ...page,
  }),
  meaningsOf(listCertificates.success[200], {
    certificates: 'The requests of this page, the latest `lastDay` first',
    nextCursor,
  }),
  parametersOf(approveCertificate.params, {
    ...workspaceParameter,
    memberId: { meaning: 'The id of the member in the workspace', example: MEMBER_ID },
    ...certificateParameter,
  }),
  meaningsOf(rejectCertificate.body, { reason: 'Why the request is rejected, for the employee' }),
];

const { firstDay, lastDay } = draftCertificate;
const { submittedAt } = submittedCertificate;
const withdrawnAt = '2026-03-02T03:05:12.880Z';
const shared = {
  id: CERTIFICATE_ID,
  memberId: MEMBER_ID,
  status: 'submitted' as const,
  firstDay,
  lastDay,
  submittedAt,
};

export const examples = {
  createCertificate: {
    body: { workspaceId: WORKSPACE_ID, firstDay, lastDay },
    success: { 201: draftCertificate },
  },
  listOwnCertificates: { success: { 200: { certificates: [submittedCertificate], nextCursor: CURSOR } } },
  getOwnCertificate: { success: { 200: draftCertificate } },
  updateCertificate: {
    body: { firstDay, lastDay: '2026-03-04' },
    success: { 200: { ...draftCertificate, lastDay: '2026-03-04' } },
  },
  submitCertificate: { body: { sharingConsent: true }, success: { 200: submittedCertificate } },
  changeSharing: {
    body: { sharingConsent: false },
    success: { 200: { ...submittedCertificate, sharingConsent: false } },
  },
  withdrawCertificate: {
    success: { 200: { ...submittedCertificate, status: 'withdrawn', withdrawnAt } },
  },
  listCertificates: {
    success: {
      200: {
        certificates: [
          { ...shared, reference: ownMembership.reference },
          { ...shared, status: 'withdrawn', withdrawnAt },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  approveCertificate: { success: { 200: { ...shared, status: 'approved', decidedAt } } },
  rejectCertificate: {
    body: { reason: rejection.rejectionReason },
    success: { 200: { ...shared, status: 'rejected', ...rejection } },
  },
} satisfies ExamplesOf<typeof contract>;
