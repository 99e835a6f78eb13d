import * as z from 'zod/mini';
import {
  AccessLogEntry,
  AccessRequest,
  ClinicalRecord,
  Verification,
} from '../../../shared/clinical/schemas.ts';
import { ClubMembership, Enrollment } from '../../../shared/community/schemas.ts';
import { type Area, contract } from '../../../shared/contract/contract.ts';
import { deviceFields } from '../../../shared/notices/devices.ts';
import { dueMailFields } from '../../../shared/notices/due-mails.ts';
import { noticeFields, noticeSettingFields } from '../../../shared/notices/schemas.ts';
import { OnboardingAnswers, Question } from '../../../shared/onboarding/schemas.ts';
import { RewardClaim } from '../../../shared/rewards/schemas.ts';
import { ConsentChange } from '../../../shared/values/consents.ts';
import { AccountId, count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
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
export const WorkspaceMembership = z.extend(OwnMembership, {
  endedAt: z.optional(Timestamp),
  removedAt: z.optional(Timestamp),
});

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
  aliasHiddenInEventAt: z.optional(Timestamp),
});

/** The challenge from whose boards and rewards the account is excluded, and its alias at that time. */
export const OwnExclusion = z.strictObject({ challengeId: Uuid, alias: z.string(), excludedAt: Timestamp });

/** The changes of the two consents to boards, which outlive the enrollment. */
export const EnrollmentConsents = z.strictObject({
  challengeId: Uuid,
  shareLeaderboard: z.array(ConsentChange),
  sharePublicDisplay: z.array(ConsentChange),
});

export const ReferenceConsent = z.strictObject({ workspaceId: Uuid, changes: z.array(ConsentChange) });
export const CertificateConsent = z.strictObject({ certificateId: Uuid, changes: z.array(ConsentChange) });

/** An answer with the question as the person read it, with all of its options and in all languages of the flow. */
export const OwnAnswer = z.strictObject({
  questionId: z.string(),
  optionIds: z.array(z.string()),
  question: Question,
});
export const OwnAnswers = z.extend(OnboardingAnswers, { answers: z.array(OwnAnswer) });

/** A notice as it is stored: its kind, ids and times. */
export const OwnNotice = z.strictObject(noticeFields);
/** The latest notice that the account has read. */
export const ReadNotices = z.strictObject({ noticeId: Uuid, noticeAt: Timestamp });

/** The latest mail of a kind. */
export const OwnMail = z.strictObject(dueMailFields);

/** What the account chose of notices. */
export const OwnNoticeSettings = z.strictObject(noticeSettingFields);
/** A phone that gets pushes, and since when it ended. */
export const OwnDevice = z.strictObject({ id: Uuid, ...deviceFields, endedAt: z.optional(Timestamp) });

export const CreatedClubs = z.strictObject({ createdClubs: count() });

const dataOf = <const A extends Area, const K extends string, S extends z.ZodMiniType>(
  area: A,
  kind: K,
  data: S,
) => z.strictObject({ area: z.literal(area), kind: z.literal(kind), data });

/** The present title of what the item belongs to, omitted while the account may not see that. */
const titled = <S extends z.ZodMiniObject>(entry: S) => z.extend(entry, { title: z.optional(z.string()) });

export const PlatformRolesData = dataOf('analytics', 'platform_roles', PlatformRoles);
export const WorkspaceMembershipData = dataOf('analytics', 'workspace_membership', WorkspaceMembership);
export const MedicalCertificateData = dataOf('analytics', 'medical_certificate', MedicalCertificate);
export const ReferenceConsentData = dataOf('analytics', 'reference_consent', ReferenceConsent);
export const CertificateConsentData = dataOf('analytics', 'certificate_consent', CertificateConsent);
export const AcceptedInvitationData = dataOf('analytics', 'accepted_invitation', AcceptedInvitation);
export const VerificationData = dataOf('clinical', 'practitioner_verification', Verification);
export const PatientRequestData = dataOf('clinical', 'access_request_as_patient', AccessRequest);
export const PractitionerRequestData = dataOf('clinical', 'access_request_as_practitioner', AccessRequest);
export const ClinicalRecordData = dataOf('clinical', 'clinical_record', ClinicalRecord);
export const AccessLogData = dataOf('clinical', 'access_log_entry', AccessLogEntry);
export const ClubMembershipData = titled(dataOf('community', 'club_membership', ClubMembership));
export const ExhibitionMembershipData = titled(
  dataOf('community', 'exhibition_membership', ExhibitionMembership),
);
export const EnrollmentData = titled(dataOf('community', 'enrollment', OwnEnrollment));
export const EnrollmentConsentsData = dataOf('community', 'enrollment_consents', EnrollmentConsents);
export const CreatedClubsData = dataOf('community', 'created_clubs', CreatedClubs);
export const ExclusionData = dataOf('community', 'exclusion', OwnExclusion);
export const OnboardingAnswersData = dataOf('onboarding', 'onboarding_answers', OwnAnswers);
export const RewardClaimData = titled(dataOf('rewards', 'reward_claim', RewardClaim));
export const NoticeData = dataOf('deletion', 'notice', OwnNotice);
export const ReadNoticesData = dataOf('deletion', 'read_notices', ReadNotices);
export const MailData = dataOf('deletion', 'mail', OwnMail);
export const NoticeSettingsData = dataOf('deletion', 'notice_settings', OwnNoticeSettings);
export const DeviceData = dataOf('deletion', 'device', OwnDevice);

/** `kind` decides which one it is. A plain union makes the function smaller than a discriminated one. */
export const AccountDataEntry = z.union([
  PlatformRolesData,
  WorkspaceMembershipData,
  MedicalCertificateData,
  AcceptedInvitationData,
  ReferenceConsentData,
  CertificateConsentData,
  VerificationData,
  PatientRequestData,
  PractitionerRequestData,
  ClinicalRecordData,
  AccessLogData,
  ClubMembershipData,
  ExhibitionMembershipData,
  EnrollmentData,
  EnrollmentConsentsData,
  ExclusionData,
  CreatedClubsData,
  OnboardingAnswersData,
  RewardClaimData,
  NoticeData,
  ReadNoticesData,
  MailData,
  NoticeSettingsData,
  DeviceData,
]);

export const OwnedClub = z.strictObject({ id: Uuid, title: z.string() });

export const Account = z.strictObject({
  id: AccountId,
  platformAdmin: z.boolean(),
  verification: z.optional(Verification),
  workspaces: z.array(OwnMembership),
  ownedClubs: z.array(OwnedClub),
  accessNoticeVersion: z.string(),
  consentNoticeVersion: z.string(),
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
  settings: ['ACCESS_NOTICE_VERSION', 'CONSENT_NOTICE_VERSION', 'DELETION_NOTICE_VERSION'],
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
    'Each entry is an item with its area and its kind, in the shape in which the operations of the area return it, sorted by area. Answers have the questions that the person read. Memberships, enrollments and claims have the present title of what they belong to, unless the caller may not see it now. Secrets, hashes and items of other people are left out. An account whose deletion was requested can no longer read its data.',
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
      'COMMUNITY#ACCOUNT#': ['Query', 'BatchGetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'NOTICE#': ['Query'],
      'ONBOARDING#ACCOUNT#': ['Query'],
      'ONBOARDING#FLOW#': ['GetItem'],
      'REWARDS#ACCOUNT#': ['Query'],
      'REWARDS#CAMPAIGN#': ['BatchGetItem'],
      'WORKSPACE#ACCOUNT#': ['Query'],
      'WORKSPACE#ID#': ['BatchGetItem'],
      'WORKSPACE#INVITATION#': ['BatchGetItem'],
    },
    gsi1: ['CLINICAL#OF-PATIENT#', 'NOTICE#DEVICES#'],
    gsi2: ['CLINICAL#OF-PRACTITIONER#'],
  },
});
