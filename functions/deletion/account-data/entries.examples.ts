import type * as z from 'zod/mini';
import {
  accessLogEntry,
  accessRequest,
  record,
  verification,
} from '../../../shared/clinical/schemas.examples.ts';
import { enrollment, joined, requested } from '../../../shared/community/schemas.examples.ts';
import { ownDevice, ownNotices, ownSettings } from '../../../shared/notices/schemas.examples.ts';
import { onboardingAnswers, question } from '../../../shared/onboarding/schemas.examples.ts';
import { claim } from '../../../shared/rewards/schemas.examples.ts';
import { ended, given } from '../../../shared/values/consents.examples.ts';
import { CHALLENGE_ID, CLUB_ID, JOIN_CODE } from '../../../shared/values/ids.examples.ts';
import {
  acceptedInvitation,
  ownMembership,
  rejectedCertificate,
} from '../../../shared/workspaces/schemas.examples.ts';
import type { AccountDataEntry } from './contract.ts';

type Entry = z.input<typeof AccountDataEntry>;

const answer = { questionId: question.id, optionIds: ['walk'], question };

/** One entry of each kind, as `getAccountData` returns them. */
export const entries: Entry[] = [
  {
    area: 'analytics',
    kind: 'platform_roles',
    data: { platformAdmin: true, platformAdminSince: '2026-01-05T01:00:00.000Z' },
  },
  {
    area: 'analytics',
    kind: 'workspace_membership',
    data: {
      ...ownMembership,
      endedAt: '2026-02-27T09:30:00.000Z',
      removedAt: '2026-02-27T09:30:00.000Z',
    },
  },
  { area: 'analytics', kind: 'medical_certificate', data: rejectedCertificate },
  { area: 'analytics', kind: 'accepted_invitation', data: acceptedInvitation },
  {
    area: 'analytics',
    kind: 'reference_consent',
    data: { workspaceId: ownMembership.workspaceId, changes: [given] },
  },
  {
    area: 'analytics',
    kind: 'certificate_consent',
    data: { certificateId: rejectedCertificate.id, changes: [given, ended] },
  },
  { area: 'clinical', kind: 'practitioner_verification', data: verification },
  { area: 'clinical', kind: 'access_request_as_patient', data: accessRequest },
  { area: 'clinical', kind: 'access_request_as_practitioner', data: accessRequest },
  { area: 'clinical', kind: 'clinical_record', data: record },
  { area: 'clinical', kind: 'access_log_entry', data: accessLogEntry },
  {
    area: 'community',
    kind: 'club_membership',
    title: 'Kelab Larian Merdeka',
    data: {
      clubId: CLUB_ID,
      ...joined,
      knownAs: 'Aisyah from block C',
    },
  },
  {
    area: 'community',
    kind: 'club_membership',
    data: { clubId: '7d1c5c1e-3a52-4f0e-9b80-5e1f1a0b6a44', ...requested },
  },
  {
    area: 'community',
    kind: 'exhibition_membership',
    title: 'Ekspo Sihat Kuala Lumpur',
    data: {
      joinCode: JOIN_CODE,
      clubId: CLUB_ID,
      joinedAt: '2026-01-10T23:41:00.000Z',
    },
  },
  {
    area: 'community',
    kind: 'enrollment',
    title: '10,000 langkah',
    data: {
      ...enrollment,
      challengeId: CHALLENGE_ID,
      joinCode: JOIN_CODE,
      clubId: CLUB_ID,
      reportedAt: '2026-03-07T05:41:07.220Z',
      aliasHiddenAt: '2026-03-07T06:00:00.000Z',
      aliasHiddenInEventAt: '2026-03-07T06:10:00.000Z',
    },
  },
  {
    area: 'community',
    kind: 'exclusion',
    data: {
      challengeId: CHALLENGE_ID,
      alias: 'Si Kilat',
      excludedAt: '2026-03-07T06:02:11.904Z',
    },
  },
  {
    area: 'community',
    kind: 'enrollment_consents',
    data: {
      challengeId: CHALLENGE_ID,
      shareLeaderboard: [given],
      sharePublicDisplay: [given, ended],
    },
  },
  { area: 'community', kind: 'created_clubs', data: { createdClubs: 2 } },
  {
    area: 'onboarding',
    kind: 'onboarding_answers',
    data: { ...onboardingAnswers, answers: [answer] },
  },
  { area: 'rewards', kind: 'reward_claim', title: 'Botol air percuma', data: claim },
  ...Object.values(ownNotices).map((data) => ({
    area: 'deletion' as const,
    kind: 'notice' as const,
    data,
  })),
  {
    area: 'deletion',
    kind: 'read_notices',
    data: { noticeId: ownNotices.gift.id, noticeAt: ownNotices.gift.at },
  },
  {
    area: 'deletion',
    kind: 'mail',
    data: {
      kind: 'certificates_wait',
      at: '2026-03-03T00:00:00.000Z',
      doneAt: '2026-03-03T00:00:41.107Z',
    },
  },
  {
    area: 'deletion',
    kind: 'notice_settings',
    data: { ...ownSettings, notPushed: [...ownSettings.notPushed] },
  },
  {
    area: 'deletion',
    kind: 'device',
    data: { ...ownDevice, endedAt: '2026-03-03T02:15:09.412Z' },
  },
];
