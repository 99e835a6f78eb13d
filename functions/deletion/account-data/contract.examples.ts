import {
  accessLogEntry,
  accessRequest,
  record,
  verification,
} from '../../../shared/clinical/schemas.examples.ts';
import { enrollment, enrollmentMeanings, requested } from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { onboardingAnswers } from '../../../shared/onboarding/schemas.examples.ts';
import { claim } from '../../../shared/rewards/schemas.examples.ts';
import {
  CHALLENGE_ID,
  CLUB_ID,
  CURSOR,
  JOIN_CODE,
  PRACTITIONER_ID,
} from '../../../shared/values/ids.examples.ts';
import { MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import {
  acceptedInvitation,
  membershipMeanings,
  ownMembership,
  rejectedCertificate,
} from '../../../shared/workspaces/schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  Account,
  AccountDataEntry,
  CreatedClubs,
  ExhibitionMembership,
  getAccountData,
  OwnEnrollment,
  OwnExclusion,
  OwnedClub,
  PlatformRoles,
  WorkspaceMembership,
} from './contract.ts';

const exhibition = {
  joinCode: 'The enrollment code of the exhibition',
  clubId: 'The club of the exhibition',
};

export const meanings = [
  meaningsOf(PlatformRoles, {
    platformAdmin: 'Whether the account is an administrator of the platform',
    platformAdminSince: 'Since when it has been one; omitted otherwise',
  }),
  meaningsOf(WorkspaceMembership, {
    ...membershipMeanings,
    endedAt: 'When the membership ended; omitted for current members',
  }),
  meaningsOf(ExhibitionMembership, {
    ...exhibition,
    joinedAt: 'When the account joined the exhibition',
  }),
  meaningsOf(OwnEnrollment, {
    ...enrollmentMeanings,
    challengeId: 'The challenge of the enrollment',
    ...exhibition,
    reportedAt: 'When the last step report was accepted; omitted before the first one',
    aliasHiddenAt: 'When an administrator hid the alias from both boards; omitted otherwise',
  }),
  meaningsOf(OwnExclusion, {
    challengeId: 'The challenge from which the account is excluded',
    alias: 'The alias of the account at the time of the exclusion',
    excludedAt: 'When the account was excluded',
  }),
  meaningsOf(CreatedClubs, { createdClubs: 'The number of clubs that the account has created' }),
  ...AccountDataEntry.def.options.map((entry) =>
    meaningsOf(entry, {
      area: 'The area of the item',
      kind: 'The kind of the item',
      data: 'The item itself',
    }),
  ),
  meaningsOf(OwnedClub, { id: 'The id of the club', title: 'The title of the club' }),
  meaningsOf(Account, {
    id: 'The id of the account',
    platformAdmin: 'Whether the account is an administrator of the platform',
    verification: 'The verification as a practitioner, also one that has ended; omitted if there was none',
    workspaces: 'The workspaces of the account, with its role in each',
    ownedClubs: `The clubs that the account owns, the latest first, ${MAX_LISTED_CONTENT} at most`,
    accessNoticeVersion: 'The version of the notice about access to records, labelled with its date',
    deletionNoticeVersion: 'The version of the notice about deletion, labelled with its date',
  }),
  parametersOf(getAccountData.query, page),
  meaningsOf(getAccountData.success[200], { entries: 'The items of this page, by their area', nextCursor }),
];

export const examples = {
  getAccount: {
    success: {
      200: {
        id: PRACTITIONER_ID,
        platformAdmin: false,
        verification,
        workspaces: [ownMembership],
        ownedClubs: [{ id: CLUB_ID, title: 'Kelab Larian Merdeka' }],
        accessNoticeVersion: '2026-01-01',
        deletionNoticeVersion: '2026-01-01',
      },
    },
  },
  getAccountData: {
    success: {
      200: {
        entries: [
          {
            area: 'analytics',
            kind: 'platform_roles',
            data: { platformAdmin: true, platformAdminSince: '2026-01-05T01:00:00.000Z' },
          },
          {
            area: 'analytics',
            kind: 'workspace_membership',
            data: { ...ownMembership, endedAt: '2026-02-27T09:30:00.000Z' },
          },
          { area: 'analytics', kind: 'medical_certificate', data: rejectedCertificate },
          { area: 'analytics', kind: 'accepted_invitation', data: acceptedInvitation },
          { area: 'clinical', kind: 'practitioner_verification', data: verification },
          { area: 'clinical', kind: 'access_request_as_patient', data: accessRequest },
          { area: 'clinical', kind: 'access_request_as_practitioner', data: accessRequest },
          { area: 'clinical', kind: 'clinical_record', data: record },
          { area: 'clinical', kind: 'access_log_entry', data: accessLogEntry },
          {
            area: 'community',
            kind: 'club_membership',
            data: { clubId: CLUB_ID, ...requested, knownAs: 'Aisyah from block C' },
          },
          {
            area: 'community',
            kind: 'exhibition_membership',
            data: { joinCode: JOIN_CODE, clubId: CLUB_ID, joinedAt: '2026-01-10T23:41:00.000Z' },
          },
          {
            area: 'community',
            kind: 'enrollment',
            data: {
              ...enrollment,
              challengeId: CHALLENGE_ID,
              joinCode: JOIN_CODE,
              clubId: CLUB_ID,
              reportedAt: '2026-03-07T05:41:07.220Z',
              aliasHiddenAt: '2026-03-07T06:00:00.000Z',
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
          { area: 'community', kind: 'created_clubs', data: { createdClubs: 2 } },
          { area: 'onboarding', kind: 'onboarding_answers', data: onboardingAnswers },
          { area: 'rewards', kind: 'reward_claim', data: claim },
        ],
        nextCursor: CURSOR,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
