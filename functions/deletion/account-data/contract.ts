import * as z from 'zod/mini';
import {
  AccessLogEntry,
  AccessRequest,
  ClinicalRecord,
  Verification,
} from '../../../shared/clinical/schemas.ts';
import { ClubMembership, Enrollment } from '../../../shared/community/schemas.ts';
import { type Area, contract } from '../../../shared/contract/contract.ts';
import { OnboardingAnswers } from '../../../shared/onboarding/schemas.ts';
import { RewardClaim } from '../../../shared/rewards/schemas.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { AcceptedInvitation, MedicalCertificate, OwnMembership } from '../../../shared/workspaces/schemas.ts';

/**
 * Everything that the platform stores about an account. An item has the shape in which the operations of its area return
 * it. Where these leave out something about the account, the shape is extended here.
 */
export const PlatformRoles = z.strictObject({
  platformAdmin: z.boolean(),
  platformAdminSince: z.optional(Timestamp),
});

/** Former memberships are included. */
export const WorkspaceMembership = z.extend(OwnMembership, { endedAt: z.optional(Timestamp) });

export const ExhibitionMembership = z.strictObject({
  joinCode: z.string(),
  clubId: Uuid,
  joinedAt: Timestamp,
});

export const OwnEnrollment = z.extend(Enrollment, {
  challengeId: Uuid,
  joinCode: z.string(),
  clubId: Uuid,
  reportedAt: z.optional(Timestamp),
  aliasHiddenAt: z.optional(Timestamp),
});

/** The challenge from whose boards and rewards the account is excluded, and its alias at that time. */
export const OwnExclusion = z.strictObject({ challengeId: Uuid, alias: z.string(), excludedAt: Timestamp });

export const CreatedClubs = z.strictObject({ createdClubs: count() });

const dataOf = <const A extends Area, const K extends string, S extends z.ZodMiniType>(
  area: A,
  kind: K,
  data: S,
) => z.strictObject({ area: z.literal(area), kind: z.literal(kind), data });

export const PlatformRolesData = dataOf('analytics', 'platform_roles', PlatformRoles);
export const WorkspaceMembershipData = dataOf('analytics', 'workspace_membership', WorkspaceMembership);
export const MedicalCertificateData = dataOf('analytics', 'medical_certificate', MedicalCertificate);
export const AcceptedInvitationData = dataOf('analytics', 'accepted_invitation', AcceptedInvitation);
export const VerificationData = dataOf('clinical', 'practitioner_verification', Verification);
export const PatientRequestData = dataOf('clinical', 'access_request_as_patient', AccessRequest);
export const PractitionerRequestData = dataOf('clinical', 'access_request_as_practitioner', AccessRequest);
export const ClinicalRecordData = dataOf('clinical', 'clinical_record', ClinicalRecord);
export const AccessLogData = dataOf('clinical', 'access_log_entry', AccessLogEntry);
export const ClubMembershipData = dataOf('community', 'club_membership', ClubMembership);
export const ExhibitionMembershipData = dataOf('community', 'exhibition_membership', ExhibitionMembership);
export const EnrollmentData = dataOf('community', 'enrollment', OwnEnrollment);
export const CreatedClubsData = dataOf('community', 'created_clubs', CreatedClubs);
export const ExclusionData = dataOf('community', 'exclusion', OwnExclusion);
export const OnboardingAnswersData = dataOf('onboarding', 'onboarding_answers', OnboardingAnswers);
export const RewardClaimData = dataOf('rewards', 'reward_claim', RewardClaim);

/** `kind` decides which one it is. A plain union makes the function smaller than a discriminated one. */
export const AccountDataEntry = z.union([
  PlatformRolesData,
  WorkspaceMembershipData,
  MedicalCertificateData,
  AcceptedInvitationData,
  VerificationData,
  PatientRequestData,
  PractitionerRequestData,
  ClinicalRecordData,
  AccessLogData,
  ClubMembershipData,
  ExhibitionMembershipData,
  EnrollmentData,
  ExclusionData,
  CreatedClubsData,
  OnboardingAnswersData,
  RewardClaimData,
]);

export const OwnedClub = z.strictObject({ id: Uuid, title: z.string() });

export const Account = z.strictObject({
  id: Uuid,
  platformAdmin: z.boolean(),
  verification: z.optional(Verification),
  workspaces: z.array(OwnMembership),
  ownedClubs: z.array(OwnedClub),
  accessNoticeVersion: z.string(),
  deletionNoticeVersion: z.string(),
});

export const getAccount = contract({
  operationId: 'getAccount',
  area: 'deletion',
  method: 'GET',
  path: '/v1/account',
  summary: "Get the caller's id and roles",
  description: 'An app reads it after the sign-in to decide what it offers.',
  caller: 'account',
  success: { 200: Account },
  refusals: {},
  settings: ['ACCESS_NOTICE_VERSION', 'DELETION_NOTICE_VERSION'],
  touches: {
    table: {
      'ACCOUNT#': ['BatchGetItem'],
      'CLINICAL#PRACTITIONER#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'WORKSPACE#ACCOUNT#': ['Query'],
      'WORKSPACE#ID#': ['BatchGetItem'],
    },
  },
});

export const getAccountData = contract({
  operationId: 'getAccountData',
  area: 'deletion',
  method: 'GET',
  path: '/v1/account/data',
  summary: "Get everything that the platform stores about the caller's account",
  description:
    'Each entry is an item with its area and its kind, in the shape in which the operations of the area return it, sorted by area. Secrets, hashes and items of other people are left out. An account whose deletion was requested can no longer read its data.',
  caller: 'account',
  session: 'fresh_password',
  query: z.object(pageQuery),
  success: { 200: pageOf('entries', AccountDataEntry) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'ACCOUNT#': ['Query'],
      'CLINICAL#LOG#': ['Query'],
      'CLINICAL#PRACTITIONER#': ['Query'],
      'CLINICAL#RECORDS#': ['Query'],
      'CLINICAL#REQUEST#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
      'ONBOARDING#ACCOUNT#': ['Query'],
      'REWARDS#ACCOUNT#': ['Query'],
      'WORKSPACE#ACCOUNT#': ['Query'],
      'WORKSPACE#ID#': ['BatchGetItem'],
      'WORKSPACE#INVITATION#': ['BatchGetItem'],
    },
    gsi1: ['CLINICAL#OF-PATIENT#'],
    gsi2: ['CLINICAL#OF-PRACTITIONER#'],
  },
});
